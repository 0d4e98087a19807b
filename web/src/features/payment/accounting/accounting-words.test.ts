import { JournalState } from "@leashline/proto/leashline/payment/v1/accounting_service_pb.js";
import { expect, test } from "vitest";
import { choices, reasonOf, standingOf } from "./accounting-words.ts";

test.each([
  [JournalState.WAITING, "Waiting"],
  [JournalState.UNMAPPED, "Needs an account"],
  [JournalState.SENT, "Sent"],
  [JournalState.REFUSED, "Refused"],
])("a day in state %s is called so", (state, words) => {
  expect(standingOf(state).words).toBe(words);
});

test("a day that waits for accounts names them as the ledger page does; a refusal is told in QuickBooks's words", () => {
  const name = (account: string) => account.toUpperCase();
  expect(reasonOf({ state: JournalState.UNMAPPED, reason: "sales, bank" }, name)).toBe("Choose an account for: SALES, BANK");
  expect(reasonOf({ state: JournalState.REFUSED, reason: "The period is closed." }, name)).toBe("The period is closed.");
});

test("what QuickBooks keeps per client or supplier is not offered", () => {
  const account = (externalAccountId: string, type: string) =>
    ({ $typeName: "leashline.payment.v1.BooksAccount", externalAccountId, name: `A${externalAccountId}`, type }) as const;
  expect(choices([account("1", "Bank"), account("2", "Accounts Receivable")]).map(({ value }) => value)).toEqual(["none", "1"]);
});
