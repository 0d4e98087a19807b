// A small service that answers what it got, so that tests see what travels through the gateway.
import { createFileRegistry, type DescService } from "@bufbuild/protobuf";
import { type Ctx, databaseAccess, fail } from "@leashline/kit";
import { rowsOf } from "@leashline/kit/db/kysely.ts";
import { type Contract, contractOf, loadContract } from "@leashline/proto/descriptors/contract.ts";
import { Tier } from "@leashline/proto/leashline/options/v1/access_pb.js";
import { testContract } from "./contract.ts";
import { rpcs } from "./harness.ts";

const registry = testContract({
  enums: { Mood: { MOOD_UNSPECIFIED: 0, MOOD_GOOD: 1 } },
  messages: {
    Echo: {
      id: "int64",
      text: "string",
      price: "google.type.Money",
      day: "google.type.Date",
      mood: "Mood",
      ids: "repeated int64",
      at: "google.protobuf.Timestamp",
    },
    Heap: { text: "string", ids: "repeated int64", inner: "Heap", many: "repeated Heap" },
    Answer: {
      echo: "Echo",
      account_id: "int64",
      business_id: "int64",
      kind: "string",
      idempotency_key: "string",
      request_id: "string",
      ip: "string",
      padding: "string",
    },
  },
  services: {
    EchoService: {
      Say: {
        input: "Echo",
        output: "Answer",
        tier: Tier.INTEGRATOR,
        read: true,
        http: { pattern: { case: "get", value: "/test/echo/{id}" } },
      },
      Save: {
        input: "Echo",
        output: "Answer",
        tier: Tier.INTEGRATOR,
        http: {
          pattern: { case: "post", value: "/test/echo" },
          body: "*",
          additionalBindings: [{ pattern: { case: "put", value: "/test/echo/v2" }, body: "*" }],
        },
      },
      Open: { input: "Echo", output: "Answer", tier: Tier.ANONYMOUS, http: { pattern: { case: "post", value: "/test/open" }, body: "*" } },
      Big: {
        input: "Heap",
        output: "Answer",
        tier: Tier.INTEGRATOR,
        maxRequestBytes: 1024 * 1024,
        http: { pattern: { case: "post", value: "/test/big" }, body: "*" },
      },
      Shown: { input: "Echo", output: "Answer", tier: Tier.ANONYMOUS, read: true, sameForAll: true },
      Slow: { input: "Echo", output: "Answer", tier: Tier.ANONYMOUS, read: true },
      SlowSave: { input: "Echo", output: "Answer", tier: Tier.ANONYMOUS },
      Mine: { input: "Echo", output: "Answer", tier: Tier.ACCOUNT, read: true },
      Staff: { input: "Echo", output: "Answer", tier: Tier.BUSINESS },
      Inner: { input: "Echo", output: "Answer", tier: Tier.INTERNAL },
      Fail: { input: "Echo", output: "Answer", tier: Tier.ANONYMOUS, http: { pattern: { case: "post", value: "/test/fail" }, body: "*" } },
    },
  },
});

export const EchoService = registry.getService("leashline.test.v1.EchoService") as DescService;

const real = loadContract();
export const echoContract: Contract = contractOf(createFileRegistry(real.registry, registry));

interface Echo {
  id: string;
  text: string;
}

let calls = 0;
/** How many calls reached the service. */
export const echoCalls = (): number => calls;

/** What those who ask for what is the same for everybody wait for; open unless a test closes it. */
let door = Promise.resolve();
/** Keeps the answers of `Shown` back until what it answers is called. */
export function closeDoor(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  door = promise;
  return resolve;
}

const { query, command } = databaseAccess<object>();

const answer = async (echo: Echo, ctx: Ctx) => {
  calls++;
  if (echo.text === "no auth") throw fail("NO_AUTH");
  return answerTo(echo, ctx);
};

const answerTo = (echo: Echo, ctx: Ctx) => ({
  echo,
  accountId: ctx.caller.accountId,
  businessId: ctx.businessId,
  kind: ctx.caller.kind,
  idempotencyKey: ctx.idempotencyKey,
  requestId: ctx.requestId,
  ip: ctx.caller.ip,
  padding: echo.text === "large" ? "x".repeat(20_000) : "",
});

export const echoGroup = rpcs(EchoService, {
  say: answer,
  save: answer,
  open: answer,
  async big() {
    calls++;
    return {};
  },
  async shown(echo: Echo, ctx: Ctx) {
    calls++;
    await door;
    if (echo.text === "refused") throw fail("NOT_FOUND");
    return answerTo(echo, ctx);
  },
  // Both work in the database for a minute.
  async slow(_: Echo, ctx: Ctx) {
    await query(ctx, (db) => rowsOf(db, "select pg_sleep(60)", []));
    return {};
  },
  async slowSave(_: Echo, ctx: Ctx) {
    await command(ctx, ({ db }) => rowsOf(db, "select pg_sleep(60)", []));
    return {};
  },
  mine: answer,
  staff: answer,
  inner: answer,
  async fail({ text, id }: Echo) {
    if (text === "session") throw new Error("unreachable");
    if (text === "field") throw fail("PARAMS_INVALID", { field: "petId", reason: "is needed" });
    if (text === "conflict")
      throw fail("SLOT_FULL", {
        conflict: {
          kind: "conflict with existing booking",
          appointmentId: "12",
          staffId: "9",
          startTime: 600,
          rangeStart: 0,
          rangeEnd: 0,
          classId: "0",
          className: "",
          nextFree: [],
        },
      });
    throw fail(Number(id));
  },
} as never);
