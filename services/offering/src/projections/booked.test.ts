import { create, toBinary } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { deliver, deliverAll, type Message } from "@leashline/kit/events/consumer.ts";
import { refusalOf, startServers, type TestServers } from "@leashline/kit/test";
import {
  AppointmentBookedSchema,
  AppointmentCancelledSchema,
  AppointmentChangedSchema,
} from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { AddOnService } from "@leashline/proto/leashline/offering/v1/add_on_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { PricingRuleType } from "@leashline/proto/leashline/offering/v1/pricing_rule_pb.js";
import { PricingRuleService } from "@leashline/proto/leashline/offering/v1/pricing_rule_service_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { service } from "../main.ts";

let servers: TestServers;
let heard = 0;
beforeAll(async () => {
  servers = await startServers([service], { background: false });
});
afterAll(async () => await servers.stop());

type Told = { appointmentId: string; version: number; serviceIds: string[]; unitIds?: string[]; inHours?: number; status?: number };
const schemas = { booked: AppointmentBookedSchema, changed: AppointmentChangedSchema, cancelled: AppointmentCancelledSchema };

/** What calendar says of an appointment. */
function messageOf(what: keyof typeof schemas, { serviceIds, unitIds = [], inHours = 24, ...rest }: Told): Message {
  const endAt = timestampFromDate(new Date(Date.now() + inHours * 3_600_000));
  const lodgings = unitIds.map((lodgingUnitId) => ({ lodgingUnitId, startDate: "2026-12-01", endDate: "2026-12-03" }));
  const appointment = { status: 1, ...rest, endAt, lines: serviceIds.map((serviceId) => ({ serviceId, lodgings })) };
  const schema = schemas[what] as typeof AppointmentBookedSchema;
  return {
    typeName: schema.typeName,
    data: toBinary(schema, create(schema, { appointment })),
    meta: { id: `e${heard++}`, companyId: "1", key: rest.appointmentId, writtenAt: new Date(), actor: {} },
  };
}

const tell = (what: keyof typeof schemas, told: Told): Promise<void> =>
  deliver(servers.runtime("offering"), service.consumers ?? [], messageOf(what, told));

const catalog = () => servers.client(CatalogService);
const make = async (name: string) => (await catalog().createService({ service: { name, careType: "GROOMING" } })).service!;

test("service-future-appointment: 51009 while an appointment tomorrow names it; free again when it is cancelled", async () => {
  const made = await make("Wanted");
  await tell("booked", { appointmentId: "1", version: 1, serviceIds: [made.id] });
  expect(await refusalOf(catalog().deleteService({ id: made.id }))).toMatchObject({ code: 51009 });
  await tell("cancelled", { appointmentId: "1", version: 2, serviceIds: [made.id], status: 4 });
  await expect(catalog().deleteService({ id: made.id })).resolves.toBeDefined();
  expect(await refusalOf(catalog().getService({ id: made.id }))).toMatchObject({ code: 51007 });
  expect((await catalog().restoreService({ id: made.id })).service).toMatchObject({ name: "Wanted", deleted: false });
});

test("service-future-appointment: a past appointment does not hold a service, nor one that dropped it", async () => {
  const [past, dropped, taken] = [await make("Past"), await make("Dropped"), await make("Taken")];
  await tell("booked", { appointmentId: "2", version: 1, serviceIds: [past.id], inHours: -1 });
  await tell("booked", { appointmentId: "3", version: 1, serviceIds: [dropped.id] });
  await tell("changed", { appointmentId: "3", version: 2, serviceIds: [taken.id] });
  await tell("booked", { appointmentId: "3", version: 1, serviceIds: [dropped.id] });
  await expect(catalog().deleteService({ id: past.id })).resolves.toBeDefined();
  await expect(catalog().deleteService({ id: dropped.id })).resolves.toBeDefined();
  expect(await refusalOf(catalog().deleteService({ id: taken.id }))).toMatchObject({ code: 51009 });
});

test("before a change is saved it is told what it touches: appointments to come, pricing rules, add-ons, services that ask for it, the booking page", async () => {
  const made = await make("Touched");
  expect(await catalog().getServiceUses({ id: made.id })).toMatchObject({
    upcomingAppointments: 0,
    pricingRuleNames: [],
    bookOnline: true,
  });
  await tell("booked", { appointmentId: "20", version: 1, serviceIds: [made.id] });
  await tell("booked", { appointmentId: "21", version: 1, serviceIds: [made.id] });
  await tell("booked", { appointmentId: "22", version: 1, serviceIds: [made.id], inHours: -1 });
  await servers.client(AddOnService).createAddOn({ addOn: { name: "Nails", careType: "GROOMING", applicableServiceIds: [made.id] } });
  const suite = (await catalog().createService({ service: { name: "Suite", careType: "BOARDING" } })).service!;
  await servers
    .client(PricingRuleService)
    .createPricingRule({ name: "Weekend", ruleType: PricingRuleType.WEEKDAY, selectedServices: [suite.id] });
  expect((await catalog().getServiceUses({ id: suite.id })).pricingRuleNames).toEqual(["Weekend"]);
  const gate = (await catalog().createService({ service: { name: "Gate", careType: "EVALUATION" } })).service!;
  await catalog().createService({ service: { name: "Gated", careType: "DAYCARE", options: { evaluationServiceId: gate.id } } });
  expect(await catalog().getServiceUses({ id: made.id })).toMatchObject({
    upcomingAppointments: 2,
    pricingRuleNames: [],
    addOnNames: ["Nails"],
    askingServiceNames: [],
  });
  expect((await catalog().getServiceUses({ id: gate.id })).askingServiceNames).toEqual(["Gated"]);
  expect(await refusalOf(servers.client(CatalogService, { companyId: "2" }).getServiceUses({ id: made.id }))).toMatchObject({
    code: 51007,
  });
});

test("service-name-in-use: a deleted service's name is free, and then keeps the old one from coming back", async () => {
  const old = await make("Twice");
  await catalog().deleteService({ id: old.id });
  await make("Twice");
  expect(await refusalOf(catalog().restoreService({ id: old.id }))).toMatchObject({ code: 51002 });
});

test("an appointment with its services and units is one trip to the database and leaves no note; again, or after a newer one, it changes nothing", async () => {
  const runtime = servers.runtime("offering");
  const hear = async (...messages: Message[]) => {
    const before = runtime.counters.statements;
    await deliverAll(runtime, service.consumers ?? [], messages);
    return runtime.counters.statements - before;
  };
  const booked = messageOf("booked", { appointmentId: "40", version: 1, serviceIds: ["91", "92"], unitIds: ["7"] });
  const changed = messageOf("changed", { appointmentId: "40", version: 2, serviceIds: ["92", "93"], unitIds: ["7", "8"] });
  const held = async () => {
    const text = `select array(select service_id::int from offering.booked_service where appointment_id = 40 order by 1) as services,
      array(select lodging_unit_id::int from offering.booked_lodging where appointment_id = 40 order by 1) as units`;
    return (await servers.admin.query(text)).rows;
  };
  expect(await hear(booked, booked)).toBe(1);
  expect(await held()).toEqual([{ services: [91, 92], units: [7] }]);
  expect(await hear(changed, booked)).toBe(1);
  for (const again of [[booked], [changed], [changed, booked]]) await hear(...again);
  expect(await held()).toEqual([{ services: [92, 93], units: [7, 8] }]);
  await hear(messageOf("cancelled", { appointmentId: "40", version: 3, serviceIds: ["92"], unitIds: ["7"], status: 4 }), changed);
  expect(await held()).toEqual([{ services: [], units: [] }]);
  expect((await servers.admin.query("select from offering.inbox where consumer like 'leashline.calendar.%'")).rowCount).toBe(0);
});
