import { asTenant, type Ctx, fail, Refusal, sealNumbers, standingClient, toTimestamp, unsealNumbers } from "@leashline/kit";
import {
  type CARD_LINK,
  linkUntil,
  numbersOfPayLink,
  type PAY_LINK,
  type PayLink,
  payLinkOfNumbers,
} from "@leashline/proto/rules/client-link.ts";

type Kind = typeof PAY_LINK | typeof CARD_LINK;

/** What a link opens: the client's company and business, acting for the client from here on. */
export type Opened = { ctx: Ctx; link: PayLink; token: string };

export const gone = () => fail("NOT_AVAILABLE_ONLINE", { message: "The link has expired or is incomplete. Please ask for a new one." });

/** The signature of the token says whose tenant it is; the log says that the client did what follows. Whoever was deleted or erased has no links any more; whoever was merged has those of whom they became. */
export async function openLink(from: Ctx, kind: Kind, token: string): Promise<Opened> {
  const numbers = unsealNumbers(from.runtime.config.signingKey, kind.purpose, token);
  const link = numbers && payLinkOfNumbers(numbers, Date.now());
  if (!link) throw gone();
  const { companyId, businessId } = link;
  const ctx = asTenant(from, { companyId, businessId, name: "Client" });
  const customerId = await standingClient(ctx, link.customerId).catch((error: unknown) => {
    throw error instanceof Refusal ? gone() : error;
  });
  return { ctx, link: { ...link, customerId }, token };
}

export const addressOf = ({ runtime }: Ctx, { path }: Kind, token: string): string => `${runtime.config.publicUrl}${path}${token}`;

type Named = Pick<PayLink, "businessId" | "customerId" | "orderId">;

/** A link of the caller's own company, good from now on. Nothing of it is stored. */
export function newLink(ctx: Ctx, kind: Kind, named: Named) {
  const now = Date.now();
  const until = linkUntil(now, now);
  const numbers = numbersOfPayLink({ ...named, companyId: ctx.companyId, until });
  return {
    url: addressOf(ctx, kind, sealNumbers(ctx.runtime.config.signingKey, kind.purpose, numbers)),
    expireTime: toTimestamp(new Date(until)),
  };
}
