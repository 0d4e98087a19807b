import { fail, isValidIn, type Tx } from "@leashline/kit";
import type { Client } from "@leashline/proto/leashline/customer/v1/client_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { SubmissionCheck } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import type { DB } from "../db.ts";
import { refusedFor } from "../settings/accepted.ts";
import { shownBy } from "./confirmed.ts";
import { type Contact, contactsOf, isSame, type Reach } from "./contact.ts";
import { type Known, knownAs } from "./known.ts";
import type { Page } from "./page.ts";
import { waitingOf } from "./person.store.ts";
import { hashOf } from "./visitor.ts";

const mostWaiting = 3;

/** Who asks, as far as it was shown: what nobody has confirmed says nothing about who somebody is. */
export type Asker = {
  customerId: string;
  /** As whom the business knows them; who is on file only because they asked before is known as nobody. */
  known: Known;
  verified: string[];
  contact: string;
};

const kindsOf: Record<number, Contact["kind"][]> = {
  [SubmissionCheck.PHONE_OR_EMAIL]: ["phone", "email"],
  [SubmissionCheck.PHONE]: ["phone"],
  [SubmissionCheck.EMAIL]: ["email"],
};

export async function mustBeAskedFor({ setting, business }: Page, { kind, value }: Contact): Promise<void> {
  const kinds = kindsOf[setting.submissionCheck];
  if (!kinds?.includes(kind))
    throw fail("PARAMS_INVALID", { field: kind === "phone" ? "phoneNumber" : "email", reason: "this business confirms the other one" });
  await mustTakeTexts(business.country, { kind, value }, kinds.includes("email") ? "confirm your email instead" : "call to book");
}

/** A number of the business's own country, to which a text can go. */
export async function mustTakeTexts(country: string, { kind, value }: Contact, instead: string): Promise<void> {
  if (kind === "email" || (await isValidIn(value, country))) return;
  throw fail("PARAMS_INVALID", { field: "phoneNumber", reason: `We cannot text a code to this number. Check it, or ${instead}.` });
}

type Named = { firstName: string; lastName: string };
const nameOf = ({ firstName, lastName }: Named): string => `${firstName} ${lastName}`.trim().toLowerCase();

/** The clients whose number or address this is, in the order in which they came. */
export async function clientsBy({ ctx }: Pick<Page, "ctx">, contact: Contact): Promise<Client[]> {
  const asked = contact.kind === "phone" ? { phoneNumber: contact.value } : { email: contact.value };
  return (await ctx.client(ClientService).findClientsByContact(asked)).clients;
}

/** The client whose number or address this is; of several who share it, the one of that name. */
export async function clientBy(page: Page, contact: Contact | null, named?: Named): Promise<Client | undefined> {
  if (!contact) return undefined;
  const clients = await clientsBy(page, contact);
  return clients.find((one) => named && nameOf(one) === nameOf(named)) ?? clients[0];
}

/** Whether the business knows nobody of what they have shown: what they hold while they choose is bounded. */
export const isNewHere = async (page: Page, visitorToken: string): Promise<boolean> =>
  (await knownAs(page.ctx, await clientBy(page, await shownBy(page.ctx, visitorToken)))) === null;

/** Whether this person may ask here, and who they are if we know them. Refused in this order, so that nobody hears of a client whose number they only typed. */
export async function askerOf(page: Page, person: Reach & Named, { token, vouched }: { token: string; vouched: boolean }): Promise<Asker> {
  const given = await contactsOf(person, page.business.country);
  const shown = vouched ? given : await confirmed(page, given, token);
  const [first] = shown;
  if (!first) throw fail("CONTACT_NOT_CONFIRMED", { field: "visitorToken" });
  const client = (await Promise.all(shown.map((one) => clientBy(page, one, person)))).find((one) => one !== undefined);
  // A blocked client reads the same as when nothing is free.
  if (client?.isBlockOnlineBooking) throw fail("NOT_AVAILABLE_ONLINE");
  const known = await knownAs(page.ctx, client);
  const customerId = client?.customerId ?? "0";
  const kinds: string[] = shown.map(({ kind }) => kind);
  return {
    customerId,
    known,
    verified: vouched ? [...kinds, "staff"] : kinds,
    contact: hashOf(page.ctx, first.kind, first.value),
  };
}

async function confirmed(page: Page, given: Contact[], token: string): Promise<Contact[]> {
  const contact = await shownBy(page.ctx, token);
  const allowed = contact && kindsOf[page.setting.submissionCheck]?.includes(contact.kind);
  return allowed && given.some((one) => isSame(one, contact)) ? [contact] : [];
}

/** Whether the business takes bookings of these care types online from whoever asks. */
export function mustBeTaken({ setting }: Page, { known }: Pick<Asker, "known">, careTypes: readonly string[]): void {
  const message = refusedFor(setting, careTypes, known !== null);
  if (message) throw fail("NOT_AVAILABLE_ONLINE", { message });
}

/** Somebody who waits for several answers calls rather than asks again. Under a lock, so that ten at once are ten. */
export async function mustNotWaitForMany(tx: Tx<DB>, businessId: string, contact: string): Promise<void> {
  tx.lock([`waiting:${businessId}:${contact}`]);
  if ((await waitingOf(tx, businessId, contact)) < mostWaiting) return;
  throw fail("TOO_MANY_REQUESTS", { message: "You have three requests waiting here already. Please wait for an answer, or call." });
}
