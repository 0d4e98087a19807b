import { expect, test } from "vitest";
import { keyState } from "./key-state.ts";

const now = Date.parse("2026-11-21T12:00:00Z");
const inDays = (days: number) => ({
  $typeName: "google.protobuf.Timestamp" as const,
  seconds: BigInt(now / 1000 + days * 86_400),
  nanos: 0,
});

test.each([
  ["without an end", {}, "Live", true],
  ["that ends in a month", { expireTime: inDays(30) }, "Live", true],
  ["that ends tomorrow", { expireTime: inDays(1) }, "Ends soon", true],
  ["that ended", { expireTime: inDays(-1) }, "Expired", false],
  ["that ends this second", { expireTime: inDays(0) }, "Expired", false],
  ["that was revoked", { revokeTime: inDays(-1), expireTime: inDays(30) }, "Revoked", false],
])("a key %s", (_, key, label, live) => expect(keyState(key as Parameters<typeof keyState>[0], now)).toMatchObject({ label, live }));
