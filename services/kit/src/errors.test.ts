import { Code } from "@connectrpc/connect";
import { expect, test } from "vitest";
import { fail, fromConnectError, toConnectError, unavailable } from "./errors.ts";

test("that a service is away is told as such, also through the services between: it is no fault, and worth another try", () => {
  const told = toConnectError(unavailable());
  expect(told.code).toBe(Code.Unavailable);
  const relayed = fromConnectError(told);
  expect(relayed && toConnectError(relayed).code).toBe(Code.Unavailable);
  expect(toConnectError(fail("SYSTEM_BUSY")).code).toBe(Code.Internal);
});
