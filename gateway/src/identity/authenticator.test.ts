import type { IncomingMessage } from "node:http";
import { type Caller, nobody } from "@leashline/kit/context.ts";
import { loadContract } from "@leashline/proto/descriptors/contract.ts";
import { Tier } from "@leashline/proto/leashline/options/v1/access_pb.js";
import { ErrorCode } from "@leashline/proto/leashline/options/v1/errors_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { describe, expect, test } from "vitest";
import { type RequestContext, refusedAt } from "./authenticator.ts";
import { CachedIdentity } from "./cached-identities.ts";
import type { Credential } from "./credential.ts";

const at = { companyId: "1", businessId: "3", businessIds: ["3"] };
const callers: Record<string, Caller> = {
  nobody,
  "an account": { ...nobody, kind: "account", accountId: "7" },
  staff: { ...nobody, ...at, kind: "staff", accountId: "7" },
  "an API key": { ...nobody, ...at, kind: "apiKey" },
};
const methods = loadContract().methods;

function guestOf(caller: Caller): RequestContext {
  const identity = new CachedIdentity({ state: "active", caller, limitKey: "" }, Number.POSITIVE_INFINITY, "k".repeat(32));
  const credential: Credential = { kind: caller.kind === "apiKey" ? "apiKey" : "bearer", secret: "s" } as Credential;
  return { credential, identity, ip: "", requestId: "", verdict: { allowed: true } as RequestContext["verdict"] };
}

// By the gateway alone, before any service is asked; permissions are the service's.
describe.each<[string, Tier, ErrorCode[]]>([
  ["anybody", Tier.ANONYMOUS, [0, 0, 0, 0]],
  ["an account", Tier.ACCOUNT, [ErrorCode.NO_AUTH, 0, 0, ErrorCode.NO_PERMISSION]],
  ["people of a business", Tier.BUSINESS, [ErrorCode.NO_AUTH, ErrorCode.NO_PERMISSION, 0, ErrorCode.NO_PERMISSION]],
  ["people and keys of a business", Tier.INTEGRATOR, [ErrorCode.NO_AUTH, ErrorCode.NO_PERMISSION, 0, 0]],
])("a call for %s", (_, tier, expected) => {
  const method = methods.find((one) => one.tier === tier);
  test.each(Object.keys(callers).map((name, n) => [name, expected[n] as number] as const))("%s: %i", (name, code) => {
    if (!method) throw new Error("no RPC of this tier");
    const refused = refusedAt(method, guestOf(callers[name] as Caller), { headers: {} } as IncomingMessage, true);
    expect(refused?.code ?? 0).toBe(code);
  });
});

test("an upload needs a permission that files are for; the services ask for theirs themselves", () => {
  const codeFor = (path: string, permissions: Caller["permissions"]) => {
    const method = methods.find((one) => one.path === path);
    if (!method) throw new Error(`no ${path}`);
    const context = guestOf({ ...nobody, ...at, kind: "staff", accountId: "7", permissions });
    return refusedAt(method, context, { headers: {} } as IncomingMessage, true)?.code ?? 0;
  };
  const upload = "/leashline.gateway.v1.UploadService/GetPresignedUploadUrl";
  expect([codeFor(upload, []), codeFor(upload, [Permission.EDIT_CLIENT]), codeFor(upload, "all")]).toEqual([ErrorCode.NO_PERMISSION, 0, 0]);
  expect(codeFor("/leashline.account.v1.ApiKeyService/ListApiKeys", [])).toBe(0);
});

test.each(["x-leashline-company-id", "x-leashline-business-id"])(
  "%s that is no id is refused instead of read as the caller's own place",
  (name) => {
    const method = methods.find((one) => one.tier === Tier.BUSINESS);
    if (!method) throw new Error("no RPC of this tier");
    const refused = (value: string) =>
      refusedAt(method, guestOf(callers.staff as Caller), { headers: { [name]: value } } as unknown as IncomingMessage, true);
    for (const value of ["abc", "-1", "1,3", "1.5", " 3", "99999999999999999999"]) {
      expect(refused(value)?.code).toBe(ErrorCode.PARAMS_INVALID);
      expect(refused(value)?.message).toContain(name);
    }
    for (const value of ["", "3", "0"]) expect(refused(value)).toBeUndefined();
  },
);
