import { create, toBinary } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { BadRequestSchema, ErrorInfoSchema } from "@leashline/proto/google/rpc/error_details_pb.js";
import { expect, test } from "vitest";
import { messageOf, outcomeUnknown, reasonText } from "./call-errors.ts";

test.each([
  [Code.Unavailable, true],
  [Code.Internal, true],
  [Code.DeadlineExceeded, true],
  [Code.FailedPrecondition, false],
  [Code.InvalidArgument, false],
  [Code.PermissionDenied, false],
])("after code %i the same call keeps its key: %s", (code, keeps) => {
  expect(outcomeUnknown(new ConnectError("no", code))).toBe(keeps);
});

test("a connection that broke says nothing about the outcome", () => {
  expect(outcomeUnknown(new TypeError("fetch failed"))).toBe(true);
});

test.each([
  ["startTime", "the visit must begin and end on the same day", "The visit must begin and end on the same day"],
  ["endTime", "must be after the start", "End time must be after the start"],
  ["client.phone_number", "value length must be at most 30 characters", "Phone number length must be at most 30 characters"],
  ["petServices.0.services", "value is required", "Services is required"],
  ["orderIds.1", "is paid already", "Order ids is paid already"],
])("a refused %s is told as a sentence", (field, reason, sentence) => expect(reasonText(field, reason)).toBe(sentence));

test("what a refusal says of a field is shown rather than its number's name", () => {
  const refusal = new ConnectError("params error", Code.InvalidArgument);
  refusal.details.push(
    ...[
      { desc: ErrorInfoSchema, value: create(ErrorInfoSchema, { domain: "leashline", metadata: { code: "400" } }) },
      {
        desc: BadRequestSchema,
        value: create(BadRequestSchema, { fieldViolations: [{ field: "endTime", description: "must be after the start" }] }),
      },
    ].map(({ desc, value }) => ({ type: desc.typeName, value: toBinary(desc as typeof ErrorInfoSchema, value as never) })),
  );
  expect(messageOf(refusal)).toBe("End time must be after the start");
});

test.each([
  ["20017", "This is the last way to pay that is switched on. Switch on another one before you delete it."],
  ["20018", "At least one way to pay stays on. Switch on another one first."],
])("the last way to pay stays, and %s says what to do", (code, text) => {
  const refusal = new ConnectError("last payment method", Code.FailedPrecondition);
  const value = toBinary(ErrorInfoSchema, create(ErrorInfoSchema, { domain: "leashline", metadata: { code } }));
  refusal.details.push({ type: ErrorInfoSchema.typeName, value });
  expect(messageOf(refusal)).toBe(text);
});
