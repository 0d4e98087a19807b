import { type BooksAccount, JournalState } from "@leashline/proto/leashline/payment/v1/accounting_service_pb.js";
import { type DayLike, dayToIso } from "../../../ui/format/dates.ts";
import type { ToneName } from "../../../ui/theme/theme-types.ts";

/** Empty for a day that was not told. */
export const isoOf = (day: DayLike | undefined): string => (day ? dayToIso(day) : "");

type Standing = { tone: ToneName; words: string };

const journals: Readonly<Record<JournalState, Standing>> = {
  [JournalState.UNSPECIFIED]: { tone: "plain", words: "Unknown" },
  [JournalState.WAITING]: { tone: "plain", words: "Waiting" },
  [JournalState.UNMAPPED]: { tone: "warn", words: "Needs an account" },
  [JournalState.SENT]: { tone: "ok", words: "Sent" },
  [JournalState.REFUSED]: { tone: "bad", words: "Refused" },
};
export const standingOf = (state: JournalState): Standing => journals[state];

/** Why a day was not sent: QuickBooks's own words, or the accounts that are still to be chosen. */
export const reasonOf = ({ state, reason }: { state: JournalState; reason: string }, nameOf: (account: string) => string): string =>
  state === JournalState.UNMAPPED ? `Choose an account for: ${reason.split(", ").map(nameOf).join(", ")}` : reason;

/** QuickBooks keeps these per client or supplier; a day's journal cannot go there. */
const perPerson = ["Accounts Receivable", "Accounts Payable"];

export const choices = (accounts: readonly BooksAccount[]) => [
  { value: "none", label: "Not sent" },
  ...accounts
    .filter(({ type }) => !perPerson.includes(type))
    .map(({ externalAccountId, name, type }) => ({ value: externalAccountId, label: `${name} (${type})` })),
];
