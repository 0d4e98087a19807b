import {
  FinancingOfferGroup as Group,
  FinancingOfferStatus as Status,
} from "@leashline/proto/leashline/payment/v1/financing_service_pb.js";
import { expect, test } from "vitest";
import { groups, movementName, offerState, reasonName } from "./financing-words.ts";

test("offer-groups: the list shows the open ones, those in use and the history; offer-status-list: each status has a word of its own", () => {
  expect(groups.map(({ group }) => group)).toEqual([Group.INITIAL, Group.USED, Group.HISTORY]);
  const labels = Object.values(Status).flatMap((status) => (typeof status === "number" ? [offerState[status].label] : []));
  expect(new Set(labels).size).toBe(10);
});

test("what moved is said in words, also what the provider calls by a new name", () => {
  expect([movementName({ kind: "payment" }), movementName({ kind: "write_down" })]).toEqual(["Paid back", "Write down"]);
  expect(reasonName({ reason: "automatic_withholding", description: "x" })).toBe("withheld from a card payment");
  expect(reasonName({ reason: "brand_new", description: "Adjustment" })).toBe("Adjustment");
});
