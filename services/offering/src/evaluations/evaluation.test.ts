import { create, type DescMessage, fromBinary, toBinary } from "@bufbuild/protobuf";
import { type Caller, ErrorCode, todayIn, toWireDate } from "@leashline/kit";
import { deliver } from "@leashline/kit/events/consumer.ts";
import { partOf, refusalOf, startServers, type TestServers } from "@leashline/kit/test";
import { ClientsMergedSchema, ClientsUnmergedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { PetService } from "@leashline/proto/leashline/customer/v1/pet_service_pb.js";
import { ReachService } from "@leashline/proto/leashline/customer/v1/reach_service_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import {
  EvaluationService,
  LackingReason,
  EvaluationResult as Result,
} from "@leashline/proto/leashline/offering/v1/evaluation_service_pb.js";
import { EvaluationExpiryDueSchema } from "@leashline/proto/leashline/offering/v1/events_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { service } from "../main.ts";
import { reminderAt } from "./evaluation.jobs.ts";
import { newest, validUntil, whyLacking } from "./evaluation.ts";

// Pets from 900 on are not there.
const reach = partOf(ReachService, {
  listReached: async ({ petIds }: { petIds: string[] }) => ({ petIds: petIds.filter((id) => Number(id) < 900) }),
});
/** Pet p belongs to client p / 10. */
const owners = partOf(PetService, {
  batchGetPets: async ({ petIds }: { petIds: string[] }) => ({
    pets: petIds.map((petId) => ({ petId, customerId: String(Math.floor(Number(petId) / 10)), petName: `Pet ${petId}` })),
  }),
});
let servers: TestServers;
let temper: string;
let daycare: string;
beforeAll(async () => {
  servers = await startServers([{ ...service, rpcs: [...service.rpcs, reach, owners] }]);
  temper = await offered("Temperament", { careType: "EVALUATION", options: { evaluationValidMonths: 6 } });
  daycare = await offered("Daycare", { careType: "DAYCARE", options: { evaluationServiceId: temper } });
});
afterAll(() => servers?.stop());

const api = (caller: Partial<Caller> = {}) => servers.client(EvaluationService, caller);
const catalog = () => servers.client(CatalogService);
const price = { currencyCode: "USD", units: 20n, nanos: 0 };
const offered = async (name: string, more: object) => (await catalog().createService({ service: { name, price, ...more } })).service!.id;
const today = todayIn("America/Los_Angeles");
const days = (n: number) => toWireDate(Temporal.PlainDate.from(today).add({ days: n }).toString());
const kept = async (petId: string, more: object = {}) =>
  (await api().recordPetEvaluation({ petId, evaluationServiceId: temper, result: Result.PASSED, evaluatedOn: days(-3), ...more }))
    .evaluation!;
const lacks = async (petId: string, date = days(0), serviceId = daycare) =>
  (await api().checkPetEvaluations({ petIds: [petId], serviceIds: [serviceId], date })).lacking;
const why = async (petId: string, date = days(0)) => (await lacks(petId, date))[0]?.reason ?? null;

test("a service asks for its evaluation until the pet has passed it, and again once the pass is over", async () => {
  expect(await lacks("1")).toMatchObject([
    { petId: "1", serviceId: daycare, serviceName: "Daycare", evaluationServiceId: temper, evaluationName: "Temperament" },
  ]);
  expect(await why("1")).toBe(LackingReason.MISSING);
  const pass = await kept("1", { notes: "  Calm with big dogs " });
  const until = Temporal.PlainDate.from(today).subtract({ days: 3 }).add({ months: 6 });
  expect(pass).toMatchObject({ result: Result.PASSED, notes: "Calm with big dogs", evaluationName: "Temperament" });
  expect(pass.validUntil).toMatchObject(plain(toWireDate(until.toString())));
  expect(await why("1")).toBeNull();
  expect(await why("1", toWireDate(until.toString()))).toBeNull();
  expect(await lacks("1", toWireDate(until.add({ days: 1 }).toString()))).toMatchObject([{ reason: LackingReason.EXPIRED }]);
});

const plain = ({ year, month, day }: { year: number; month: number; day: number }) => ({ year, month, day });

test("the newest result counts, by its day and not by when it was kept; taking one back lets the one before count", async () => {
  await kept("2");
  const failed = await kept("2", { result: Result.FAILED, evaluatedOn: days(-1) });
  expect(failed.validUntil).toBeUndefined();
  await kept("2", { evaluatedOn: days(-9) });
  expect(await why("2")).toBe(LackingReason.FAILED);
  const { evaluations } = await api().batchGetPetEvaluations({ petIds: ["2"] });
  expect(evaluations.map((one) => one.result)).toEqual([Result.FAILED, Result.PASSED, Result.PASSED]);
  await api().deletePetEvaluation({ petId: "3", evaluationId: failed.evaluationId });
  expect(await why("2")).toBe(LackingReason.FAILED);
  for (const _ of [1, 2]) await api().deletePetEvaluation({ petId: "2", evaluationId: failed.evaluationId });
  expect(await why("2")).toBeNull();
});

test("what cannot be is refused by its field, and nothing of it is kept", async () => {
  const refused = async (call: Promise<unknown>) => {
    const { code, options } = await refusalOf(call);
    return [code, options.fields?.[0]?.field ?? options.field];
  };
  expect(await refused(kept("900"))).toEqual([ErrorCode.PET_NOT_FOUND, "petId"]);
  expect(await refused(kept("4", { evaluationServiceId: daycare }))).toEqual([ErrorCode.SERVICE_NOT_FOUND, "evaluationServiceId"]);
  expect(await refused(kept("4", { evaluatedOn: days(2) }))).toEqual([ErrorCode.PARAMS_INVALID, "evaluatedOn"]);
  expect(await refused(kept("4", { validUntil: days(-4) }))).toEqual([ErrorCode.PARAMS_INVALID, "validUntil"]);
  expect(await refused(kept("4", { result: Result.FAILED, validUntil: days(4) }))).toEqual([ErrorCode.PARAMS_INVALID, "validUntil"]);
  expect((await api().batchGetPetEvaluations({ petIds: ["4"] })).evaluations).toEqual([]);
  await kept("4");
  expect((await api({ companyId: "2" }).batchGetPetEvaluations({ petIds: ["4"] })).evaluations).toEqual([]);
});

test("only an evaluation can be asked for, by what is none itself; one that is asked for stays", async () => {
  const ask = (careType: string, evaluationServiceId: string) =>
    offered(`Asks ${careType}`, { careType, options: { evaluationServiceId } });
  expect((await refusalOf(ask("GROOMING", daycare))).code).toBe(ErrorCode.SERVICE_NOT_FOUND);
  expect((await refusalOf(ask("EVALUATION", temper))).code).toBe(ErrorCode.PARAMS_INVALID);
  expect((await refusalOf(catalog().deleteService({ id: temper }))).message).toContain("Daycare requires this evaluation");
  const spare = await offered("Spare", { careType: "EVALUATION" });
  await catalog().deleteService({ id: spare });
});

test("a result keeps who held it; a lasting pass has no end", async () => {
  const lasting = await offered("For good", { careType: "EVALUATION" });
  const one = await kept("5", { evaluationServiceId: lasting, staffId: "12" });
  expect(one).toMatchObject({ staffId: "12", appointmentId: "0" });
  expect(one.validUntil).toBeUndefined();
  expect((await kept("5", { evaluationServiceId: lasting, validUntil: days(9) })).validUntil).toMatchObject(plain(days(9)));
});

test("a client is reminded once before a pass runs out; not of one that a later result took the place of, nor where the evaluation reminds nobody", async () => {
  const yearly = await offered("Yearly test", { careType: "EVALUATION", options: { evaluationValidMonths: 12, evaluationRemindDays: 14 } });
  const pass = (petId: string) => kept(petId, { evaluationServiceId: yearly, evaluatedOn: days(0) });
  const [first, second] = [await pass("31"), await pass("32")];
  await kept("33");
  const { rows } = await servers.admin.query(
    "select key, due_at from offering.job where kind = 'evaluation-reminder' order by key::bigint",
  );
  const due = Temporal.PlainDate.from(today).add({ months: 12 }).subtract({ days: 14 });
  expect(rows.map(({ key, due_at }) => [key, due_at.toISOString()])).toEqual(
    [first, second].map((one) => [
      one.evaluationId,
      due.toZonedDateTime({ timeZone: "America/Los_Angeles", plainTime: "10:00" }).toInstant().toString({ smallestUnit: "millisecond" }),
    ]),
  );
  await kept("32", { evaluationServiceId: yearly, evaluatedOn: days(0), result: Result.FAILED });
  await servers.admin.query("update offering.job set due_at = now() - interval '1 second' where kind = 'evaluation-reminder'");
  await servers.runDue("offering");
  await servers.runDue("offering");
  const told = await servers.admin.query("select payload from offering.outbox where aggregate like 'pet:%'");
  expect(told.rows.map(({ payload }) => fromBinary(EvaluationExpiryDueSchema, payload))).toMatchObject([
    { evaluationId: first.evaluationId, customerId: "3", petId: "31", petName: "Pet 31", evaluationName: "Yearly test" },
  ]);
});

describe("when a client is reminded of a pass", () => {
  const now = new Date("2031-02-20T12:00:00Z");
  test.each([
    ["2031-03-31", 14, "2031-03-17T14:00:00.000Z"],
    ["2031-03-31", 0, null],
    [null, 14, null],
    ["2031-03-01", 14, null],
  ])("valid until %s, %i days before: %s", (until, before, at) =>
    expect(reminderAt(until, before, "America/New_York", now)?.toISOString() ?? null).toBe(at),
  );
});

describe("which result counts", () => {
  const result = (id: string, evaluatedOn: string, more: object = {}) => ({
    ...{ id, petId: "1", evaluationServiceId: "1", result: 1, notes: "", evaluatedOn, validUntil: null, staffId: "0", appointmentId: "0" },
    ...more,
  });
  test("of one day the one that was kept last, by number and not by its text", () => {
    expect(newest([result("9", "2026-01-01"), result("10", "2026-01-01"), result("2", "2025-12-31")])?.id).toBe("10");
  });
  test.each([
    ["no result", [], LackingReason.MISSING],
    ["a lasting pass", [result("1", "2020-01-01")], null],
    ["a pass on its last day", [result("1", "2026-01-01", { validUntil: "2026-06-01" })], null],
    ["a pass that is over", [result("1", "2026-01-01", { validUntil: "2026-05-31" })], LackingReason.EXPIRED],
    ["a pass before a fail", [result("1", "2026-01-01"), result("2", "2026-01-02", { result: 2 })], LackingReason.FAILED],
  ] as const)("%s", (_, results, reason) => expect(whyLacking(results, "2026-06-01")).toBe(reason));
  test("a month from the last of January ends with February", () => {
    expect(validUntil("2026-01-31", 1)).toBe("2026-02-28");
    expect(validUntil("2026-01-31", 0)).toBeNull();
  });
});

async function told(schema: DescMessage, event: object): Promise<void> {
  await deliver(servers.runtime("offering"), service.consumers ?? [], {
    typeName: schema.typeName,
    data: toBinary(schema, create(schema, event as never)),
    meta: { id: schema.typeName, companyId: "1", key: "merges", writtenAt: new Date(), actor: {} },
  });
}

test("a pass counts for the pet that its pet became, is reminded of as that pet's, and goes back when the merge is undone", async () => {
  const { id: reminding } = (
    await catalog().createService({
      service: { name: "Swim test", price, careType: "EVALUATION", options: { evaluationValidMonths: 6, evaluationRemindDays: 30 } },
    })
  ).service!;
  const swimming = await offered("Swimming", { careType: "DAYCARE", options: { evaluationServiceId: reminding } });
  const swims = async (petId: string) => (await lacks(petId, days(0), swimming))[0]?.reason ?? null;
  await kept("72", { evaluationServiceId: reminding });
  const side = (customerId: string) => ({ customerId, firstName: "Wynn", lastName: "", clientColor: "" });
  const merge = {
    mergeId: "7",
    winner: side("6"),
    loser: side("7"),
    pets: [{ petId: "72", petName: "Rex", intoPetId: "61", intoPetName: "Rex" }],
  };
  await told(ClientsMergedSchema, merge);
  expect([await swims("61"), await swims("72")]).toEqual([null, LackingReason.MISSING]);
  await servers.admin.query(
    "update offering.job set due_at = now() - interval '1 second' where kind = 'evaluation-reminder' and state = 'due'",
  );
  await servers.runDue("offering");
  const { rows } = await servers.admin.query("select payload from offering.outbox where type = $1", [EvaluationExpiryDueSchema.typeName]);
  const reminded = rows.map(({ payload }) => fromBinary(EvaluationExpiryDueSchema, payload).petId);
  expect(reminded.filter((petId) => ["61", "72"].includes(petId))).toEqual(["61"]);
  await told(ClientsUnmergedSchema, merge);
  expect([await swims("61"), await swims("72")]).toEqual([LackingReason.MISSING, null]);
});
