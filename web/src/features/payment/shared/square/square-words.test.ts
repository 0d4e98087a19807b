import { create } from "@bufbuild/protobuf";
import { SquareAccountSchema } from "@leashline/proto/leashline/payment/v1/square_account_service_pb.js";
import { expect, test } from "vitest";
import { standingOf } from "./square-words.ts";

const account = (connected: boolean, locationId = "L1") => create(SquareAccountSchema, { connected, locationId });

test.each([
  ["nobody put in the keys", false, undefined, "Not set up"],
  ["never connected", true, undefined, "Not connected"],
  ["connected", true, account(true), "Connected"],
  ["no place chosen", true, account(true, ""), "Choose a location"],
  ["no longer let in", true, account(false), "Disconnected"],
])("a location's standing with Square: %s", (_, available, now, words) => expect(standingOf(available, now).words).toBe(words));
