import { nobody } from "@leashline/kit/context.ts";
import { ErrorCode } from "@leashline/proto/leashline/options/v1/errors_pb.js";
import { expect, test } from "vitest";
import { CachedIdentity } from "./cached-identities.ts";
import { Refusals } from "./refusals.ts";

test("what the gateway refuses leaves a line for each reason and network, once a minute however often it happens", () => {
  const said: object[] = [];
  const refusals = new Refusals({ info: (line: object) => void said.push(line) });
  const identity = new CachedIdentity(
    { state: "active", caller: { ...nobody, accountId: "7" }, limitKey: "" },
    Number.POSITIVE_INFINITY,
    "k".repeat(32),
  );
  const tell = (ip: string, code: ErrorCode, now: number, message?: string) =>
    refusals.tell({ path: "/leashline.x.v1.X/Y" }, { ip, identity }, { code, ...(message === undefined ? {} : { message }) }, now);
  for (let n = 0; n < 1_000; n++) tell("203.0.113.7", ErrorCode.TOO_MANY_REQUESTS, n);
  expect(said).toEqual([
    { security: "call refused", accountId: "7", network: "203.0.113.0/24", reason: "too many calls", rpc: "/leashline.x.v1.X/Y" },
  ]);
  tell("203.0.113.9", ErrorCode.TOO_MANY_REQUESTS, 1_000);
  tell("198.51.100.1", ErrorCode.TOO_MANY_REQUESTS, 1_000);
  tell("203.0.113.7", ErrorCode.NO_AUTH, 1_000);
  tell("203.0.113.7", ErrorCode.NO_PERMISSION, 1_000, "This call must come from our own pages.");
  tell("203.0.113.7", ErrorCode.TOO_MANY_REQUESTS, 60_001);
  expect(said.slice(1)).toMatchObject([
    { network: "198.51.100.0/24", reason: "too many calls" },
    { reason: "no session" },
    { reason: "This call must come from our own pages." },
    { network: "203.0.113.0/24", reason: "too many calls" },
  ]);
});
