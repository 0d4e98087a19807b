import { type Ctx, sealNumbers, unsealNumbers } from "@leashline/kit";
import {
  AGREEMENT_LINK,
  agreementLinkOfNumbers,
  CARD_LINK,
  CLIENT_LINK,
  CLIENT_LINK_PATH,
  type ClientLink,
  linkUntil,
  numbersOfAgreementLink,
  numbersOfLink,
  numbersOfPayLink,
  numbersOfUnsubscribe,
  UNSUBSCRIBE_LINK,
  VACCINE_LINK,
} from "@leashline/proto/rules/client-link.ts";

/** The client's own pages, for who holds the link: one appointment, all that lie ahead, and where a card is left. */
export type ClientLinks = { appointment: string; upcoming: string; cardOnFile: string };

type Whose = { businessId: string; customerId: string };
type Ahead = Whose & { appointmentId: string; startAt: Date };
type Signer = Pick<Ctx, "runtime" | "companyId">;

const pageOf = ({ runtime }: Signer, path: string, token: string): string => `${runtime.config.publicUrl}${path}${token}`;

const tokenOf = (ctx: Signer, link: ClientLink): string => sealNumbers(ctx.runtime.config.signingKey, CLIENT_LINK, numbersOfLink(link));

const addressOf = (ctx: Signer, link: ClientLink): string => pageOf(ctx, CLIENT_LINK_PATH, tokenOf(ctx, link));

const linkTo = (ctx: Signer, { businessId, customerId, appointmentId, startAt }: Ahead): ClientLink => {
  const until = linkUntil(startAt.getTime(), Date.now());
  return { companyId: ctx.companyId, businessId, customerId, appointmentId, until };
};

/** With it the client acts on one appointment, as far as they may. */
export const appointmentToken = (ctx: Signer, ahead: Ahead): string => tokenOf(ctx, linkTo(ctx, ahead));

/** What a client has at a business whatever the message is about: all that lies ahead, and the page for leaving a card. */
export function linksOfClient(ctx: Signer, { businessId, customerId }: Whose): Omit<ClientLinks, "appointment"> {
  const now = Date.now();
  const whose = { companyId: ctx.companyId, businessId, customerId, until: linkUntil(now, now) };
  const card = sealNumbers(ctx.runtime.config.signingKey, CARD_LINK.purpose, numbersOfPayLink({ ...whose, orderId: "0" }));
  return { upcoming: addressOf(ctx, { ...whose, appointmentId: "0" }), cardOnFile: pageOf(ctx, CARD_LINK.path, card) };
}

const agreementToken = new RegExp(`${AGREEMENT_LINK.path}([\\w-]+)`, "g");

/** The agreement records of the company to whose links a text leads. */
export function recordsLinked({ runtime, companyId }: Signer, text: string): string[] {
  if (!text.includes(AGREEMENT_LINK.path)) return [];
  return [...text.matchAll(agreementToken)].flatMap(([, token = ""]) => {
    const numbers = unsealNumbers(runtime.config.signingKey, AGREEMENT_LINK.purpose, token);
    const link = numbers && agreementLinkOfNumbers(numbers, Date.now());
    return link?.companyId === companyId ? [link.recordId] : [];
  });
}

const GREATEST_ID = (2n ** 63n - 1n).toString();

/** As long as the address may be where a client signs what they are yet to be asked for. It opens nothing. */
export function longestAgreementLink(ctx: Signer, { businessId, customerId }: Whose): string {
  const now = Date.now();
  const link = { companyId: ctx.companyId, businessId, customerId, recordId: GREATEST_ID, until: linkUntil(now, now) };
  return pageOf(ctx, AGREEMENT_LINK.path, sealNumbers(ctx.runtime.config.signingKey, "example", numbersOfAgreementLink(link)));
}

/** Where a client sends in proof of their pets' vaccines. */
export function vaccineLink(ctx: Signer, { businessId, customerId }: Whose): string {
  const now = Date.now();
  const numbers = numbersOfLink({ companyId: ctx.companyId, businessId, customerId, appointmentId: "0", until: linkUntil(now, now) });
  return pageOf(ctx, VACCINE_LINK.path, sealNumbers(ctx.runtime.config.signingKey, VACCINE_LINK.purpose, numbers));
}

/** Where a client says that they want no more news: the page, and what mail programs call when their own button is pressed. */
export function unsubscribeLink(ctx: Signer, { businessId, customerId }: Whose): { page: string; press: string } {
  const numbers = numbersOfUnsubscribe({ companyId: ctx.companyId, businessId, customerId });
  const token = sealNumbers(ctx.runtime.config.signingKey, UNSUBSCRIBE_LINK.purpose, numbers);
  return { page: pageOf(ctx, UNSUBSCRIBE_LINK.path, token), press: pageOf(ctx, UNSUBSCRIBE_LINK.press, token) };
}

/** Nothing is asked of anybody: whoever sends a message signs its links. */
export function clientLinks(ctx: Signer, ahead: Ahead): ClientLinks {
  return { appointment: addressOf(ctx, linkTo(ctx, ahead)), ...linksOfClient(ctx, ahead) };
}

/** What the links of an example look like. They open nothing. */
export function exampleLinks(ctx: Signer): ClientLinks & { agreement: string } {
  const address = pageOf(ctx, CLIENT_LINK_PATH, "example");
  return {
    appointment: address,
    upcoming: address,
    cardOnFile: pageOf(ctx, CARD_LINK.path, "example"),
    agreement: pageOf(ctx, AGREEMENT_LINK.path, "example"),
  };
}
