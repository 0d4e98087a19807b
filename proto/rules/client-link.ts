/** Where the page lives that a link in a client's message opens. */
export const CLIENT_LINK_PATH = "/a/";

/** Names the use of the signature, so that it fits nothing else. */
export const CLIENT_LINK = "client link";

/** What the reason of a cancellation by such a link begins with. */
export const CANCELED_BY_CLIENT = "By the client";

/** What a link in a client's message is good for: one appointment of the client, or all that lie ahead (appointment "0"), until a time. */
export type ClientLink = { companyId: string; businessId: string; customerId: string; appointmentId: string; until: number };

const HOUR = 3_600_000;

/** The numbers that the link carries, in the order in which they are signed. */
export const numbersOfLink = ({ companyId, businessId, customerId, appointmentId, until }: ClientLink): bigint[] => [
  BigInt(companyId),
  BigInt(businessId),
  BigInt(customerId),
  BigInt(appointmentId),
  BigInt(Math.ceil(until / HOUR)),
];

/** Null for numbers that no link carries, and for a link that has run out. */
export function linkOfNumbers(numbers: readonly bigint[], now: number): ClientLink | null {
  const [companyId, businessId, customerId, appointmentId, hours] = numbers;
  if (companyId === undefined || businessId === undefined || customerId === undefined || appointmentId === undefined || hours === undefined)
    return null;
  const until = Number(hours) * HOUR;
  if (numbers.length !== 5 || until <= now) return null;
  return { companyId: `${companyId}`, businessId: `${businessId}`, customerId: `${customerId}`, appointmentId: `${appointmentId}`, until };
}

const DAYS_AFTER = 30;

/** A link is good until thirty days after the appointment, or after it was sent where that is later; in whole hours, as it carries them. */
export const linkUntil = (startAt: number, now: number): number => (Math.ceil(Math.max(startAt, now) / HOUR) + DAYS_AFTER * 24) * HOUR;

/** Where a bill is paid that a link opens, and where a card is left. Each has a use of the signature of its own. */
export const PAY_LINK = { purpose: "pay link", path: "/p/" } as const;
export const CARD_LINK = { purpose: "card link", path: "/payment/cof/client/" } as const;

/** What such a link is good for: one bill of the client, or the client's cards (order "0"), until a time. */
export type PayLink = Omit<ClientLink, "appointmentId"> & { orderId: string };

export const numbersOfPayLink = ({ orderId, ...link }: PayLink): bigint[] => numbersOfLink({ ...link, appointmentId: orderId });

export function payLinkOfNumbers(numbers: readonly bigint[], now: number): PayLink | null {
  const link = linkOfNumbers(numbers, now);
  if (!link) return null;
  const { appointmentId: orderId, ...rest } = link;
  return { ...rest, orderId };
}

/** Where a client signs an agreement. */
export const AGREEMENT_LINK = { purpose: "agreement link", path: "/agreement/sign/" } as const;

/** What such a link is good for: one record that waits for the client's signature, until a time. */
export type AgreementLink = Omit<ClientLink, "appointmentId"> & { recordId: string };

export const numbersOfAgreementLink = ({ recordId, ...link }: AgreementLink): bigint[] =>
  numbersOfLink({ ...link, appointmentId: recordId });

export function agreementLinkOfNumbers(numbers: readonly bigint[], now: number): AgreementLink | null {
  const link = linkOfNumbers(numbers, now);
  if (!link) return null;
  const { appointmentId: recordId, ...rest } = link;
  return { ...rest, recordId };
}

/** Where a client answers whether they take a time that is offered to them. */
export const OFFER_LINK = { purpose: "waitlist offer link", path: "/o/" } as const;

/** Where whoever sent a booking request chooses one of the times that are proposed to them. */
export const PROPOSAL_LINK = { purpose: "proposed times link", path: "/t/" } as const;

/** Where a client sends in proof of their pets' vaccines. The link is good for the client (appointment "0"). */
export const VACCINE_LINK = { purpose: "vaccine link", path: "/vaccines/" } as const;

/** Where a client says that they want no more news by email: the page, and what mail programs call when their own button is pressed. */
export const UNSUBSCRIBE_LINK = { purpose: "unsubscribe link", path: "/unsubscribe/", press: "/api/customer/unsubscribe/" } as const;

/** What such a link is good for. It does not run out: nobody has to be kept from getting no news. */
export type UnsubscribeLink = Pick<ClientLink, "companyId" | "businessId" | "customerId">;

export const numbersOfUnsubscribe = ({ companyId, businessId, customerId }: UnsubscribeLink): bigint[] => [
  BigInt(companyId),
  BigInt(businessId),
  BigInt(customerId),
];

export function unsubscribeOfNumbers(numbers: readonly bigint[]): UnsubscribeLink | null {
  const [companyId, businessId, customerId] = numbers;
  if (numbers.length !== 3 || companyId === undefined || businessId === undefined || customerId === undefined) return null;
  return { companyId: `${companyId}`, businessId: `${businessId}`, customerId: `${customerId}` };
}
