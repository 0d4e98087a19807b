import { Code, ConnectError } from "@connectrpc/connect";
import { expect, test } from "vitest";
import { outcomeUnknown } from "./call-errors.ts";

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
