import { type Ctx, sealNumbers } from "@leashline/kit";
import { CLIENT_LINK, CLIENT_LINK_PATH, type ClientLink, linkUntil, numbersOfLink } from "@leashline/proto/rules/client-link.ts";

/** The client's own pages, for who holds the link: one appointment, and all that lie ahead. */
export type ClientLinks = { appointment: string; upcoming: string };

type Whose = { businessId: string; customerId: string };
type Ahead = Whose & { appointmentId: string; startAt: Date };
type Signer = Pick<Ctx, "runtime" | "companyId">;

function addressOf({ runtime: { config } }: Signer, link: ClientLink): string {
  const token = sealNumbers(config.signingKey, CLIENT_LINK, numbersOfLink(link));
  return `${config.publicUrl.replace(/\/$/, "")}${CLIENT_LINK_PATH}${token}`;
}

/** All that lies ahead of a client at a business. */
export function upcomingLink(ctx: Signer, { businessId, customerId }: Whose): string {
  const now = Date.now();
  return addressOf(ctx, { companyId: ctx.companyId, businessId, customerId, appointmentId: "0", until: linkUntil(now, now) });
}

/** Nothing is asked of anybody: whoever sends a message signs its links. */
export function clientLinks(ctx: Signer, { businessId, customerId, appointmentId, startAt }: Ahead): ClientLinks {
  const until = linkUntil(startAt.getTime(), Date.now());
  const appointment = addressOf(ctx, { companyId: ctx.companyId, businessId, customerId, appointmentId, until });
  return { appointment, upcoming: upcomingLink(ctx, { businessId, customerId }) };
}

/** What the links of an example look like. They open nothing. */
export function exampleLinks({ runtime }: Signer): ClientLinks {
  const address = `${runtime.config.publicUrl.replace(/\/$/, "")}${CLIENT_LINK_PATH}example`;
  return { appointment: address, upcoming: address };
}
