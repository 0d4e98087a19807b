import { fail, fromWireDate, instantAt } from "@leashline/kit";
import type { CreateAgreementRequest, UpdateAgreementRequest } from "@leashline/proto/leashline/customer/v1/agreement_service_pb.js";
import { contentOf, hashOf, headerOf, type Input, inputsOf, type Text, wordingOf } from "./agreement-text.ts";

/** Once: one signature is good for all that follows. Every booking: each appointment has its own. Manual: only who is asked to signs. */
export const RequiredType = { once: 1, everyBooking: 2, manual: 3 } as const;

export type Wording = { emailTitle: string; emailBody: string; smsBody: string };
/** What of an agreement is no text. */
export type Rules = {
  /** None for all. */
  businessIds: string[];
  requiredType: number;
  careTypes: string[];
  bookOnlineAvailable: boolean;
  blockModify: boolean;
  /** 0 for good. */
  expireMonths: number;
  remindDaysBefore: number;
  sendOnBooking: boolean;
} & Ending;
/** The last day on which what was signed by then counts, and when it is over. */
type Ending = { expireDate: string | null; dateEndsAt: Date | null };
export type NewAgreement = Text & Wording & Rules;
export type AgreementChange = Partial<NewAgreement>;

const careTypesOf = (given: readonly string[]): string[] => [...new Set(given.map((one) => one.trim()).filter(Boolean))].sort();
const plainInputs = (inputs: readonly Input[]): Input[] => inputsOf(inputs.map(({ label, required }) => ({ label, required })));

/** Nobody has signed yet: a last day that is over would end nothing. */
function mustLieAhead(ending: Ending, now: Date): Ending {
  if (ending.dateEndsAt && ending.dateEndsAt <= now)
    throw fail("PARAMS_INVALID", { field: "expireDate", reason: "Choose a day that is still to come" });
  return ending;
}

/** Whole, where whoever says so works. */
function endingOf(date: CreateAgreementRequest["expireDate"], zone: string): Ending {
  if (!date) return { expireDate: null, dateEndsAt: null };
  const expireDate = fromWireDate(date, "expireDate");
  return { expireDate, dateEndsAt: instantAt(expireDate, 1440, zone) };
}

export const newAgreement = (given: CreateAgreementRequest, zone: string, now: Date): NewAgreement => ({
  businessIds: [...new Set(given.businessIds)],
  header: headerOf(given.agreementHeader),
  content: contentOf(given.agreementContent),
  inputs: plainInputs(given.inputs),
  ...wordingsOf(given),
  requiredType: given.agreementRequiredType || RequiredType.once,
  careTypes: careTypesOf(given.careTypes),
  bookOnlineAvailable: given.bookOnlineAvailable,
  blockModify: given.blockModify,
  expireMonths: given.expireMonths,
  ...mustLieAhead(endingOf(given.expireDate, zone), now),
  remindDaysBefore: given.remindDaysBefore,
  sendOnBooking: given.sendOnBooking ?? true,
});

export const wordingsOf = ({ emailTitle, emailBody, smsBody }: Wording): Wording => ({
  emailTitle: wordingOf("emailTitle", emailTitle),
  emailBody: wordingOf("emailBody", emailBody),
  smsBody: wordingOf("smsBody", smsBody),
});

/** What an update changes, from the fields it names. One that is named and not sent becomes empty. */
export function changeOf(given: UpdateAgreementRequest, fields: ReadonlySet<string>, zone: string): AgreementChange {
  const { agreementRequiredType = RequiredType.once } = given;
  return {
    ...(fields.has("businessIds") && { businessIds: [...new Set(given.businessIds)] }),
    ...(fields.has("agreementHeader") && { header: headerOf(given.agreementHeader ?? "") }),
    ...(fields.has("agreementContent") && { content: contentOf(given.agreementContent ?? "") }),
    ...(fields.has("inputs") && { inputs: plainInputs(given.inputs) }),
    ...(fields.has("emailTitle") && { emailTitle: wordingOf("emailTitle", given.emailTitle ?? "") }),
    ...(fields.has("emailBody") && { emailBody: wordingOf("emailBody", given.emailBody ?? "") }),
    ...(fields.has("smsBody") && { smsBody: wordingOf("smsBody", given.smsBody ?? "") }),
    ...(fields.has("agreementRequiredType") && { requiredType: agreementRequiredType }),
    ...(fields.has("careTypes") && { careTypes: careTypesOf(given.careTypes) }),
    ...(fields.has("bookOnlineAvailable") && { bookOnlineAvailable: given.bookOnlineAvailable ?? false }),
    ...(fields.has("blockModify") && { blockModify: given.blockModify ?? false }),
    ...(fields.has("expireMonths") && { expireMonths: given.expireMonths ?? 0 }),
    ...(fields.has("expireDate") && endingOf(given.expireDate, zone)),
    ...(fields.has("remindDaysBefore") && { remindDaysBefore: given.remindDaysBefore ?? 0 }),
    ...(fields.has("sendOnBooking") && { sendOnBooking: given.sendOnBooking ?? false }),
  };
}

type Current = Text & { contentHash: string; versionNumber: number; validFromVersion: number; blockModify: boolean };
/** What becomes of the text with a change: a version of its own when it is another one, or when everybody is to sign anew. */
export type NextVersion = { number: number; validFrom: number; text: Text; contentHash: string; flushed: boolean };

export function nextVersion(before: Current, change: AgreementChange, flush: boolean): NextVersion | null {
  const { header, content, inputs } = { ...before, ...change };
  const text = { header, content, inputs };
  const contentHash = hashOf(text);
  const same = contentHash === before.contentHash;
  if (!same && before.blockModify && change.blockModify !== false)
    throw fail("STATE_CONFLICT", { field: "agreementContent", message: "This text is locked. Unlock it first, then change it." });
  if (same && !flush) return null;
  const number = before.versionNumber + 1;
  return { number, validFrom: flush ? number : before.validFromVersion, text, contentHash, flushed: flush };
}
