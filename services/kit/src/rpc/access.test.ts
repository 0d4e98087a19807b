import { create, type DescMessage, type DescMethod } from "@bufbuild/protobuf";
import { UpdateBusinessRequestSchema } from "@leashline/proto/leashline/account/v1/business_service_pb.js";
import { CreateRoleRequestSchema } from "@leashline/proto/leashline/account/v1/role_service_pb.js";
import { Tier } from "@leashline/proto/leashline/options/v1/access_pb.js";
import { Permission as P, ScopeKind } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { describe, expect, test } from "vitest";
import { asFarAs, type Caller, nobody } from "../context.ts";
import type { Refusal } from "../errors.ts";
import { checkAccess } from "./access.ts";
import { settleBusiness } from "./validate.ts";

const at = { companyId: "1", businessId: "3", businessIds: ["3"] };
const callers = {
  nobody,
  "an account": { ...nobody, kind: "account", accountId: "7" },
  "staff without the permission": { ...nobody, ...at, kind: "staff", accountId: "7", permissions: [P.VIEW_CALENDAR] },
  "staff with it": { ...nobody, ...at, kind: "staff", accountId: "7", permissions: [P.REFUND] },
  "an owner": { ...nobody, ...at, kind: "staff", accountId: "7", permissions: "all" },
  "a key without it": { ...nobody, ...at, kind: "apiKey", permissions: [P.VIEW_CALENDAR] },
  "a key with it": { ...nobody, ...at, kind: "apiKey", permissions: [P.REFUND] },
  "a service": { ...nobody, kind: "service", companyId: "1", via: "order" },
} as const satisfies Record<string, Caller>;

const refusal = (tier: Tier, anyOf: P[], caller: Caller): number => {
  try {
    checkAccess({ tier, anyOf, scope: 0, maxRequestBytes: 0 }, caller);
    return 0;
  } catch (error) {
    return (error as Refusal).code;
  }
};

// By the service alone, whatever the gateway has let through: 0 is let in, 401 has no session, 20019 may not.
describe.each<[string, Tier, P[], number[]]>([
  ["anonymous", Tier.ANONYMOUS, [], [0, 0, 0, 0, 0, 0, 0, 0]],
  ["account", Tier.ACCOUNT, [], [401, 0, 0, 0, 0, 401, 401, 0]],
  ["business", Tier.BUSINESS, [], [401, 20019, 0, 0, 0, 20019, 20019, 0]],
  ["business with a permission", Tier.BUSINESS, [P.REFUND], [401, 20019, 20019, 0, 0, 20019, 20019, 0]],
  ["integrator", Tier.INTEGRATOR, [], [401, 20019, 0, 0, 0, 0, 0, 0]],
  ["integrator with a permission", Tier.INTEGRATOR, [P.REFUND], [401, 20019, 20019, 0, 0, 20019, 0, 0]],
  ["internal", Tier.INTERNAL, [], [20019, 20019, 20019, 20019, 20019, 20019, 20019, 0]],
  ["undeclared", Tier.UNSPECIFIED, [], [20019, 20019, 20019, 20019, 20019, 20019, 20019, 0]],
])("a call for %s", (_, tier, anyOf, expected) => {
  test.each(Object.keys(callers).map((name, n) => [name, expected[n] as number] as const))("%s: %i", (name, code) => {
    expect(refusal(tier, anyOf, callers[name as keyof typeof callers])).toBe(code);
  });
});

describe("how far a caller may name businesses", () => {
  const person: Caller = { ...nobody, ...at, kind: "staff", accountId: "7", companyBusinessIds: ["3", "4"], permissions: [] };
  const named = (permissions: Caller["permissions"], more: object = {}) =>
    asFarAs({ ...person, permissions, ...more }, ScopeKind.REPORTS).businessIds;
  test.each<[string, string[], string[]]>([
    ["own", named([P.VIEW_REPORTS]), ["3"]],
    ["working locations", named([P.VIEW_REPORTS_WORKING_LOCATIONS]), ["3"]],
    ["all locations", named([P.VIEW_REPORTS_ALL_LOCATIONS]), ["3", "4"]],
    ["all locations of another kind", named([P.CLOCK_RECORDS_ALL_LOCATIONS]), ["3"]],
    [
      "a key, which knows its own businesses only",
      named([P.VIEW_REPORTS_ALL_LOCATIONS], { kind: "apiKey", companyBusinessIds: [] }),
      ["3"],
    ],
  ])("%s", (_, found, expected) => expect(found).toEqual(expected));
});

describe("permission-scope-levels: standing where one does not work", () => {
  const withField = UpdateBusinessRequestSchema;
  const without = CreateRoleRequestSchema;
  const caller: Caller = { ...nobody, ...at, kind: "staff", accountId: "7", businessId: "4", companyBusinessIds: ["3", "4"] };
  const settled = (input: DescMessage, businessId: string, rule: { tier?: Tier; readOnly?: boolean; permissions?: P[]; via?: string }) => {
    const { tier = Tier.BUSINESS, readOnly = false, permissions = [], via = "" } = rule;
    const endpoint = { access: { tier, anyOf: [], scope: 0, maxRequestBytes: 0 }, method: { input } as DescMethod, readOnly };
    const message = create(input, { businessId } as never);
    try {
      settleBusiness(endpoint, message, asFarAs({ ...caller, permissions, via }, ScopeKind.REPORTS));
      return (message as { businessId?: string }).businessId ?? "let in";
    } catch (error) {
      return (error as Refusal).code;
    }
  };
  test.each([
    ["a read that names none", withField, "0", { readOnly: true }, 20019],
    ["a write that names none", withField, "0", {}, 20019],
    ["one that names it", withField, "4", { readOnly: true }, 20019],
    ["one that names where they work", withField, "3", {}, "3"],
    ["a write that can name none", without, "0", {}, 20019],
    ["an integrator's write", without, "0", { tier: Tier.INTEGRATOR }, 20019],
    ["a read of what is the company's", without, "0", { readOnly: true }, "let in"],
    ["what is the account's", without, "0", { tier: Tier.ACCOUNT }, "let in"],
    ["what reaches all locations, named", withField, "4", { permissions: [P.VIEW_REPORTS_ALL_LOCATIONS] }, "4"],
    ["what reaches all locations, not named", withField, "0", { permissions: [P.VIEW_REPORTS_ALL_LOCATIONS] }, "4"],
    ["a write that reaches all locations", without, "0", { permissions: [P.VIEW_REPORTS_ALL_LOCATIONS] }, "let in"],
    ["another company's all the same", withField, "9", { permissions: [P.VIEW_REPORTS_ALL_LOCATIONS] }, 20019],
    ["our own services", withField, "0", { via: "calendar" }, "4"],
  ] as const)("%s: %s", (_, input, businessId, rule, expected) =>
    expect(settled(input, businessId, rule as Parameters<typeof settled>[2])).toBe(expected),
  );
});
