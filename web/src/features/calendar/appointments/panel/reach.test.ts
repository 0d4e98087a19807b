import { Code, ConnectError } from "@connectrpc/connect";
import { ErrorInfoSchema } from "@leashline/proto/google/rpc/error_details_pb.js";
import { expect, test } from "vitest";
import { messageOf } from "../../../../ui/feedback/call-errors.ts";
import { outOfReach } from "./reach.ts";

const refusal = (code: string) =>
  new ConnectError("appointment not found", Code.NotFound, undefined, [
    { desc: ErrorInfoSchema, value: { domain: "leashline", reason: "APPOINTMENT_NOT_FOUND", metadata: { code } } },
  ]);

test("a colleague's appointment says whose it is; any other failure is told as it is", () => {
  expect(outOfReach(refusal("30005"), "Tessa")).toBe("This is Tessa’s appointment. Your role opens only your own.");
  expect(outOfReach(refusal("30005"), "")).toBe("This appointment is not yours. Your role opens only your own.");
  expect(outOfReach(refusal("30005"), undefined)).toBeUndefined();
  expect(outOfReach(refusal("20019"), "Tessa")).toBeUndefined();
});

test("a refusal without a capital and a stop is told as a sentence", () => {
  expect(messageOf(refusal("30005"))).toBe("Appointment not found.");
});
