import { Code, ConnectError } from "@connectrpc/connect";
import { BadRequestSchema, ErrorInfoSchema } from "@leashline/proto/google/rpc/error_details_pb.js";
import { expect, test } from "vitest";
import { saidOf } from "./said.ts";

const refusal = (...fieldViolations: { field: string; description: string }[]) =>
  new ConnectError("Params invalid", Code.InvalidArgument, undefined, [
    { desc: ErrorInfoSchema, value: { domain: "leashline", metadata: { code: "400" } } },
    { desc: BadRequestSchema, value: { fieldViolations } },
  ]);
const phone = { field: "customer.phoneNumber", description: "is not a phone number" };

test("what is wrong with the phone or the e-mail stands beside it, and nowhere else", () => {
  expect(saidOf(refusal(phone))).toEqual({ phone: "is not a phone number", email: undefined });
  expect(saidOf(refusal({ field: "email", description: "is too long" }))).toMatchObject({ email: "is too long" });
  expect(saidOf(null)).toEqual({});
});

test("what names a field that is not on the step is said above it, also when one that is there is wrong, too", () => {
  const dates = { field: "dates", description: "One of these days cannot be booked online." };
  expect(saidOf(refusal(dates))).toEqual({ phone: undefined, email: undefined, message: "One of these days cannot be booked online." });
  expect(saidOf(refusal(phone, dates))).toMatchObject({
    phone: "is not a phone number",
    message: expect.stringContaining("One of these days"),
  });
  expect(saidOf(new ConnectError("gone", Code.Internal)).message).not.toBe("");
});
