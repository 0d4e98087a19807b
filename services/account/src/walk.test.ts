import { create, type DescField, type DescMessage, type Message, ScalarType } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { type Caller, fromConnectError, nobody } from "@leashline/kit";
import { RoleService } from "@leashline/proto/leashline/account/v1/role_service_pb.js";
import { Tier } from "@leashline/proto/leashline/options/v1/access_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Harness, startHarness } from "../test/harness.ts";
import { hire } from "../test/signed-up.ts";
import { service } from "./main.ts";

// Every RPC of the service, from its descriptor: who is let in, and that no input makes it fail through a fault of ours.
let harness: Harness;
let owner: Caller;
let bare: Caller;
let accountOnly: Caller;
let other: Caller;
beforeAll(async () => {
  harness = await startHarness();
  ({ owner } = await harness.openCompany("Walked"));
  ({ owner: other } = await harness.openCompany("Beside"));
  const { role } = await harness.as(RoleService, owner).createRole({ name: "Nothing", permissions: [] });
  ({ caller: bare } = await hire(harness, owner, { firstName: "Bare", roleId: role?.id as string }));
  accountOnly = await harness.signUp("only@x.test");
});
afterAll(async () => {
  await harness.servers.stop();
});

const endpoints = service.rpcs.flatMap((group) =>
  group.endpoints.map((endpoint) => [`${group.service.name}.${endpoint.method.name}`, endpoint] as const),
);
type Endpoint = (typeof endpoints)[number][1];

/** The catalogue's number of the answer, or 200; a fault of ours is 0. */
async function outcome(endpoint: Endpoint, caller: Caller, request: object = {}): Promise<number> {
  const client = harness.as(endpoint.method.parent, caller) as unknown as Record<string, (request: object) => Promise<unknown>>;
  try {
    await client[endpoint.method.localName]?.(request);
    return 200;
  } catch (error) {
    const refusal = fromConnectError(error);
    if (refusal) return refusal.code;
    if (error instanceof ConnectError && error.code === Code.InvalidArgument) return 400;
    throw error;
  }
}

describe("access as declared", () => {
  const passed = (code: number): boolean => code !== 401 && code !== 20019;
  test.each(endpoints)("%s", async (_, endpoint) => {
    const { tier, anyOf } = endpoint.access;
    // An empty request never gets past a handler that needs something, so outcomes differ only by who asks.
    const anonymous = await outcome(endpoint, { ...nobody, ip: "10.9.0.1" });
    if (tier === Tier.ANONYMOUS) return expect(passed(anonymous) || anonymous === 401, `anonymous got ${anonymous}`).toBe(true);
    expect(anonymous, "nobody").toBe(tier === Tier.INTERNAL ? 20019 : 401);
    if (tier === Tier.INTERNAL) return expect(await outcome(endpoint, owner), "the owner, from outside").toBe(20019);
    if (tier !== Tier.ACCOUNT) expect(await outcome(endpoint, accountOnly), "an account without a business").toBe(20019);
    const key: Caller = { ...owner, kind: "apiKey", accountId: "0", staffId: "0", permissions: [] };
    if (tier === Tier.BUSINESS) expect(await outcome(endpoint, key), "an API key").toBe(20019);
    if (anyOf.length > 0) {
      expect(await outcome(endpoint, bare), "staff without a permission").toBe(20019);
      expect(await outcome(endpoint, { ...owner, permissions: [] }), "the same person without").toBe(20019);
    }
  });
});

describe("hostile input", () => {
  let seed = 20_261_121;
  const next = (n: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((seed / 2 ** 32) * n);
  };
  const pick = <T>(from: readonly T[]): T => from[next(from.length)] as T;
  const texts = [
    "",
    " ",
    "x",
    "'; drop table account; --",
    "\u0000",
    "<script>alert(1)</script>",
    "x".repeat(5_000),
    "\ud83d\udc36",
    "%",
    "_",
    "a@b.co",
    "../..",
    "{}",
    "-1",
    "1e9",
    "https://a.com",
    "US",
    "USD",
    "UTC",
  ];
  const ints = ["0", "1", "-1", "2147483647", "9223372036854775807", "-9223372036854775808"];
  const small = [0, 1, -1, 7, 2_147_483_647, -2_147_483_648];

  const scalar = (type: ScalarType): unknown => {
    if (type === ScalarType.STRING) return pick(texts);
    if (type === ScalarType.BOOL) return next(2) === 1;
    if (type === ScalarType.BYTES) return new Uint8Array(next(40));
    if (type === ScalarType.INT64) return pick([...ints, owner.businessId, owner.staffId, other.businessId, other.staffId]);
    if (type === ScalarType.DOUBLE) return pick([0, -1, 1e300, 0.1, Number.NaN, Number.POSITIVE_INFINITY]);
    return pick(small);
  };
  const one = (field: DescField, depth: number): unknown => {
    if (field.message)
      return field.message.typeName === "google.protobuf.FieldMask"
        ? { paths: [pick(texts), "version"] }
        : random(field.message, depth + 1);
    return field.enum ? pick([...field.enum.values.map((v) => v.number), 99, -5]) : scalar(field.scalar as ScalarType);
  };
  const value = (field: DescField, depth: number): unknown => {
    if (field.fieldKind === "list") return Array.from({ length: next(4) }, () => one(field, depth));
    const wide =
      field.message?.typeName === "google.protobuf.Timestamp"
        ? { seconds: BigInt(pick([0, 1e9, 1_700_000_000, 253_402_300_799])), nanos: 0 }
        : null;
    return wide ?? one(field, depth);
  };
  const random = (schema: DescMessage, depth = 0): Message => {
    const init: Record<string, unknown> = {};
    for (const field of schema.fields)
      if (depth < 3 && next(10) < 6 && field.fieldKind !== "map") init[field.localName] = value(field, depth);
    const longs = Object.fromEntries(
      Object.entries(init).map(([name, v]) => [
        name,
        schema.field[name]?.fieldKind === "scalar" && typeof v === "string" && schema.typeName === "google.type.Money" && name === "units"
          ? BigInt(v)
          : v,
      ]),
    );
    return create(schema, longs as never);
  };
  const walks = Number(process.env.LEASHLINE_TEST_WALKS ?? 12);
  // Ends the walker's own session, or costs a password hash each time.
  const apart = ["Logout", "SignOutEverywhere", "SwitchAccount"];

  test.each(endpoints.filter(([name]) => !apart.some((a) => name.endsWith(a))))(
    "%s never fails through a fault of ours",
    async (_, endpoint) => {
      const codes: number[] = [];
      for (let n = 0; n < walks; n++) {
        const request = random(endpoint.method.input);
        const code = await outcome(endpoint, n % 4 === 3 ? { ...nobody, ip: "10.9.0.2" } : owner, request);
        if (code === 0)
          throw new Error(
            `a fault of ours for ${JSON.stringify(request, (_k, v) => (typeof v === "bigint" ? String(v) : v)).slice(0, 600)}`,
          );
        codes.push(code);
      }
      expect(codes).toHaveLength(walks);
    },
  );

  test("and the company beside is as it was", async () => {
    const { rows } = await harness.servers.admin.query("select company_name from account.company where company_id = $1", [other.companyId]);
    expect(rows).toEqual([{ company_name: "Beside" }]);
    const staff = await harness.servers.admin.query("select first_name, deleted_at from account.staff where company_id = $1", [
      other.companyId,
    ]);
    expect(staff.rows).toEqual([{ first_name: "Pat", deleted_at: null }]);
  });
});
