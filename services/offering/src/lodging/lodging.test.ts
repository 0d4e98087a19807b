import { create, toBinary } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { ErrorCode, toMoney, toWireDate } from "@leashline/kit";
import { deliver } from "@leashline/kit/events/consumer.ts";
import { partOf, refusalOf, startServers, type TestServers } from "@leashline/kit/test";
import { AppointmentBookedSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { PetSettingsService } from "@leashline/proto/leashline/customer/v1/pet_settings_pb.js";
import { LodgingRateKind } from "@leashline/proto/leashline/offering/v1/lodging_rate_pb.js";
import { LodgingService, SpaceType } from "@leashline/proto/leashline/offering/v1/lodging_service_pb.js";
import { RecordService } from "@leashline/proto/leashline/offering/v1/record_service_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { service } from "../main.ts";

let servers: TestServers;
beforeAll(async () => {
  const sizes = partOf(PetSettingsService, {
    getPetSettings: async () => ({ petSizes: ["1", "2", "3"].map((id) => ({ id })), petCodes: [{ id: "7" }] }),
  });
  servers = await startServers([{ ...service, rpcs: [...service.rpcs, sizes] }], { background: false });
});
afterAll(() => servers?.stop());

const client = (companyId = "1") => servers.client(LodgingService, { companyId });
const typeOf = async (name: string, more = {}) => (await client().createLodgingType({ name, ...more })).lodgingType!;
const unitsOf = async (lodgingTypeId: string, ...names: string[]) =>
  (await client().createLodgingUnits({ lodgingTypeId, names })).lodgingUnits;

const day = (ahead: number) => Temporal.Now.plainDateISO("UTC").add({ days: ahead }).toString();
let told = 0;
/** As if calendar had said that a stay has the unit. */
const stay = async (appointmentId: string, lodgingUnitId: string, from: number, to: number, status = 1) => {
  told += 1;
  const lodgings = [{ lodgingUnitId, startDate: day(from), endDate: day(to) }];
  const endAt = timestampFromDate(new Date(`${day(to)}T10:00:00Z`));
  const appointment = { appointmentId, version: told, status, endAt, lines: [{ serviceId: "1", lodgings }] };
  await deliver(servers.runtime("offering"), service.consumers ?? [], {
    typeName: AppointmentBookedSchema.typeName,
    data: toBinary(AppointmentBookedSchema, create(AppointmentBookedSchema, { appointment })),
    meta: { id: `stay-${told}`, companyId: "1", key: appointmentId, writtenAt: new Date(), actor: {} },
  });
};
const closed = (from: number, to: number) => [{ startDate: toWireDate(day(from)), endDate: toWireDate(day(to)), reason: "paint" }];

test("a night in a type costs what the boarding does, until it says something of its own; that goes with its events, and is taken off again", async () => {
  const suite = await typeOf("Royal suite", { rate: { kind: LodgingRateKind.MORE, amount: toMoney(2_000, "USD") } });
  expect(suite.rate).toMatchObject({ kind: LodgingRateKind.MORE, amount: toMoney(2_000, "USD") });
  const { lodgingTypeId } = suite;
  const records = servers.client(RecordService, { via: "calendar" });
  const { lodgingTypes } = await records.listLodgingTypeRecords({});
  expect(lodgingTypes.find((one) => one.lodgingType?.lodgingTypeId === lodgingTypeId)?.lodgingType?.rate).toMatchObject({
    amount: toMoney(2_000, "USD"),
  });
  const own = { kind: LodgingRateKind.PRICE, amount: toMoney(8_500, "USD") };
  expect((await client().updateLodgingType({ lodgingTypeId, rate: own })).lodgingType?.rate).toMatchObject(own);
  expect((await client().updateLodgingType({ lodgingTypeId, name: "Suite royale" })).lodgingType?.rate).toMatchObject(own);
  expect((await client().updateLodgingType({ lodgingTypeId, updateMask: { paths: ["rate"] } })).lodgingType?.rate).toBeUndefined();
  const bad = async (rate: object) => (await refusalOf(client().updateLodgingType({ lodgingTypeId, rate }))).options.fields?.[0]?.field;
  expect(await bad({ kind: LodgingRateKind.PRICE, amount: toMoney(-100, "USD") })).toContain("rate");
  expect(await bad({ amount: toMoney(100, "USD") })).toContain("rate.kind");
  expect(await bad({ kind: LodgingRateKind.PRICE })).toContain("rate.amount");
});

test("space-types: a type is a room or kennel unless it is said to be an area; its name is its own", async () => {
  const room = await typeOf("  Suite ", { capacity: 2, maxWeight: 60, petTypes: ["Dog"], petSizeIds: ["3"] });
  expect(room).toMatchObject({
    name: "Suite",
    spaceType: SpaceType.ROOM_KENNEL,
    capacity: 2,
    maxWeight: 60,
    petTypes: ["Dog"],
    version: 1,
  });
  expect(await typeOf("Meadow", { spaceType: SpaceType.AREA, capacity: 20 })).toMatchObject({ spaceType: SpaceType.AREA, capacity: 20 });
  const refused = await refusalOf(typeOf("SUITE"));
  expect([refused.code, refused.options.fields?.[0]?.field]).toEqual([ErrorCode.STATE_CONFLICT, "name"]);
  expect((await refusalOf(typeOf("   "))).code).toBe(ErrorCode.PARAMS_INVALID);
  expect((await refusalOf(typeOf("Loft", { petSizeIds: ["77"] }))).options.fields?.[0]?.field).toBe("petSizeIds");
  const change = { lodgingTypeId: room.lodgingTypeId, version: 1 };
  expect((await client().updateLodgingType({ ...change, updateMask: { paths: ["pet_types"] } })).lodgingType).toMatchObject({
    petTypes: [],
    petSizeIds: ["3"],
    version: 2,
  });
  expect((await refusalOf(client().updateLodgingType({ ...change, name: "Late" }))).code).toBe(ErrorCode.VERSION_CONFLICT);
  expect((await refusalOf(client().updateLodgingType({ lodgingTypeId: room.lodgingTypeId, name: "meadow" }))).code).toBe(
    ErrorCode.STATE_CONFLICT,
  );
});

test("units: several at once, each name once, in the order that is asked for; another company sees none of them", async () => {
  const { lodgingTypeId } = await typeOf("Kennel");
  const [one, two] = await unitsOf(lodgingTypeId, "Kennel 1", "Kennel 2");
  expect((await refusalOf(unitsOf(lodgingTypeId, "Kennel 3", "kennel 3"))).options.fields?.[0]?.field).toBe("names");
  expect((await refusalOf(unitsOf(lodgingTypeId, "KENNEL 2"))).code).toBe(ErrorCode.STATE_CONFLICT);
  expect((await refusalOf(unitsOf("999999", "Nowhere"))).code).toBe(ErrorCode.NOT_FOUND);
  await client().sortLodgingUnits({ idList: [two!.lodgingUnitId, one!.lodgingUnitId] });
  const named = (await client().listLodgingUnits({})).lodgingUnits.map(({ name }) => name);
  expect(named.filter((name) => name.startsWith("Kennel"))).toEqual(["Kennel 2", "Kennel 1"]);
  expect((await client("2").listLodgingUnits({})).lodgingUnits).toEqual([]);
  const foreign = client("2").updateLodgingUnit({ lodgingUnitId: one!.lodgingUnitId, name: "Mine" });
  expect((await refusalOf(foreign)).code).toBe(ErrorCode.NOT_FOUND);
});

test("lodging-unit-in-use: 160002 for deleting or repairing a unit that a stay has; free again when the stay is cancelled", async () => {
  const { lodgingTypeId } = await typeOf("Cattery");
  const [unit] = await unitsOf(lodgingTypeId, "Cattery 1");
  const lodgingUnitId = unit!.lodgingUnitId;
  await stay("10", lodgingUnitId, 3, 6);
  const refused = await refusalOf(client().deleteLodgingUnit({ lodgingUnitId }));
  expect([refused.code, refused.message, refused.options.facts?.appointmentId]).toEqual([160002, "Lodging unit is in use", "10"]);
  const repair = (from: number, to: number) => client().updateLodgingUnit({ lodgingUnitId, outOfService: closed(from, to) });
  expect((await refusalOf(repair(5, 9))).options).toMatchObject({ fields: [{ field: "outOfService" }], facts: { appointmentId: "10" } });
  // The stay leaves on the sixth day, so that day is free for the painter.
  expect((await repair(6, 9)).lodgingUnit?.outOfService).toMatchObject([{ reason: "paint" }]);
  expect((await refusalOf(repair(9, 6))).options.fields?.[0]?.field).toBe("outOfService.0.endDate");
  await stay("10", lodgingUnitId, 3, 6, 4);
  await client().deleteLodgingUnit({ lodgingUnitId });
  await client().deleteLodgingUnit({ lodgingUnitId });
  expect((await client().listLodgingUnits({})).lodgingUnits.map((one) => one.name)).not.toContain("Cattery 1");
});

test("lodging-type-in-use: 160000 while one of its units is booked; afterwards the units go with it, and its name is free", async () => {
  const { lodgingTypeId } = await typeOf("Loft");
  const [unit] = await unitsOf(lodgingTypeId, "Loft 1", "Loft 2");
  await stay("20", unit!.lodgingUnitId, -1, 2);
  const refused = await refusalOf(client().deleteLodgingType({ lodgingTypeId }));
  expect([refused.code, refused.message]).toEqual([160000, "Lodging type is in use"]);
  await stay("20", unit!.lodgingUnitId, -1, 2, 3);
  await client().deleteLodgingType({ lodgingTypeId });
  const names = (await client().listLodgingUnits({})).lodgingUnits.map(({ name }) => name);
  expect(names.filter((name) => name.startsWith("Loft"))).toEqual([]);
  await typeOf("Loft");
  const records = servers.client(RecordService, { via: "calendar" });
  const { lodgingUnits } = await records.listLodgingUnitRecords({ pageSize: 500 });
  expect(lodgingUnits.filter((one) => one.lodgingUnit?.name.startsWith("Loft")).map((one) => one.deleted)).toEqual([true, true]);
  expect((await records.listLodgingTypeRecords({})).lodgingTypes.filter((one) => one.deleted)).toHaveLength(1);
});
