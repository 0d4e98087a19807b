import { create } from "@bufbuild/protobuf";
import { SquareAccountSchema } from "@leashline/proto/leashline/payment/v1/square_account_service_pb.js";
import { expect, test } from "vitest";
import { lacks, standingOf } from "./square-words.ts";

const account = (connected: boolean, locationId = "L1", missingPermissions: string[] = []) =>
  create(SquareAccountSchema, { connected, locationId, missingPermissions });

test.each([
  ["nobody put in the keys", false, undefined, "Not set up"],
  ["never connected", true, undefined, "Not connected"],
  ["connected", true, account(true), "Connected"],
  ["no place chosen", true, account(true, ""), "Choose a location"],
  ["connected before payouts were asked for", true, account(true, "L1", ["PAYOUTS_READ"]), "Reconnect needed"],
  ["no longer let in", true, account(false), "Disconnected"],
])("a location's standing with Square: %s", (_, available, now, words) => expect(standingOf(available, now).words).toBe(words));

test.each([
  [[], ""],
  [["PAYOUTS_READ"], "payouts"],
  [["PAYOUTS_READ", "DISPUTES_READ", "DISPUTES_WRITE"], "payouts and disputes"],
  [["CUSTOMERS_READ", "PAYOUTS_READ", "DISPUTES_READ"], "payouts, disputes, and cards on file"],
  [["LOYALTY_READ"], "some of what it uses now"],
])("what an account does not let Leashline work with: %s", (missing, words) => {
  expect(lacks(account(true, "L1", missing))).toBe(words);
  expect(lacks(account(false, "L1", missing))).toBe("");
});
