import { expect, test } from "vitest";
import type { Fact } from "../provider/provider.ts";
import { denial } from "./verdict.ts";

const fact = (kind: Fact["kind"], state: string, amount = 4_000n): Fact =>
  ({ kind, object: { id: "x_1", state, amount, currency: "USD" } }) as unknown as Fact;

test.each<[string, Fact, Fact | null, string | null]>([
  ["a failed refund that failed", fact("refund", "failed"), fact("refund", "failed"), null],
  ["a failed refund that went through", fact("refund", "failed"), fact("refund", "accepted"), "accepted"],
  ["a refund that has failed since", fact("refund", "accepted"), fact("refund", "failed"), null],
  ["a refund of another amount", fact("refund", "accepted", 1n), fact("refund", "accepted"), "4000 USD"],
  ["a refund that there is not", fact("refund", "failed"), null, "no refund x_1"],
  ["a charge that has succeeded since", fact("intent", "requires_action"), fact("intent", "succeeded"), null],
  ["a charge that did not succeed", fact("intent", "succeeded"), fact("intent", "declined"), "declined"],
  ["a lost dispute that is still open", fact("dispute", "lost"), fact("dispute", "open"), "open"],
  ["a payout that came back later", fact("payout", "paid"), fact("payout", "failed"), null],
  ["a payout that did not come back", fact("payout", "failed"), fact("payout", "paid"), "paid"],
  ["a payout that has been paid since", fact("payout", "pending"), fact("payout", "paid"), null],
  ["a canceled payout that is on its way", fact("payout", "canceled"), fact("payout", "in_transit"), "in_transit"],
])("an event of %s", (_, claim, found, expected) => expect(denial(claim, found)).toBe(expected));
