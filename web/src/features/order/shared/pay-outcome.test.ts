import { Code, ConnectError } from "@connectrpc/connect";
import { ErrorInfoSchema } from "@leashline/proto/google/rpc/error_details_pb.js";
import { PaymentStatus } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { expect, test } from "vitest";
import { NOT_KNOWN, outcomeOf, outcomeOfError } from "./pay-outcome.ts";

const payment = (status: PaymentStatus, more = {}) => ({ status, consentUrl: "", failureMessage: "", ...more });
const failed = (text: string, later: unknown = text) => ({ kind: "failed", text, later });
const declined = "Your card has insufficient funds";

test.each([
  ["came in", payment(PaymentStatus.PAID), { kind: "taken" }],
  ["is still with the provider", payment(PaymentStatus.PROCESSING), { kind: "waiting" }],
  ["was only just made", payment(PaymentStatus.INIT), { kind: "waiting" }],
  ["waits for its holder", payment(PaymentStatus.PROCESSING, { consentUrl: "https://bank/1" }), { kind: "consent", url: "https://bank/1" }],
  ["was declined", payment(PaymentStatus.FAILED, { failureMessage: declined }), failed(`${declined}. Nothing was taken.`)],
  ["failed without a word", payment(PaymentStatus.FAILED), failed("The card was declined. Nothing was taken.")],
])("a payment that %s", (_, made, outcome) => expect(outcomeOf(made)).toEqual(outcome));

const refused = (code: Code, message: string) =>
  new ConnectError(message, code, undefined, [
    { desc: ErrorInfoSchema, value: { reason: "X", domain: "leashline", metadata: { code: "900008" } } },
  ]);

test.each([
  ["the line broke", new ConnectError("no answer", Code.Unavailable, undefined, undefined, new TypeError("Failed to fetch"))],
  ["the browser gave no answer at all", new TypeError("Failed to fetch")],
  ["it took too long", new ConnectError("late", Code.DeadlineExceeded)],
  ["the server fell over", new ConnectError("oops", Code.Internal)],
  ["the gateway answered in words of its own", new ConnectError("bad gateway", Code.Unknown)],
])("nobody knows whether money was taken when %s: it is not said that nothing was", (_, error) => {
  expect(outcomeOfError(error)).toEqual(failed(NOT_KNOWN, expect.stringMatching(/Check the payments below before/)));
  expect(JSON.stringify(outcomeOfError(error))).not.toMatch(/nothing was taken/i);
});

test("a refusal took nothing, and says so", () =>
  expect(outcomeOfError(refused(Code.FailedPrecondition, "The order is cancelled"))).toEqual(
    failed("The order is cancelled. Nothing was taken."),
  ));
