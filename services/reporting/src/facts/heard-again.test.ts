import { create, type DescMessage, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { asTenant, projection, toMoney } from "@leashline/kit";
import { deliver, deliverAll, type Message } from "@leashline/kit/events/consumer.ts";
import { startServers, type TestServers } from "@leashline/kit/test";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import {
  AppointmentBookedSchema,
  AppointmentCancelledSchema,
  AppointmentChangedSchema,
  type AppointmentSnapshotSchema,
} from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { OrderChangedSchema, OrderCompletedSchema } from "@leashline/proto/leashline/order/v1/events_pb.js";
import { OrderStatus } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { PaymentRecordedSchema } from "@leashline/proto/leashline/payment/v1/events_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { command } from "../db.ts";
import { service } from "../main.ts";

let servers: TestServers;
beforeAll(async () => {
  servers = await startServers([service], { background: false });
});
afterAll(async () => await servers.stop());

let number = 100;
function messageOf<D extends DescMessage>(schema: D, event: MessageInitShape<D>, key: string): Message {
  const meta = { id: `calendar-${number++}`, companyId: "1", key, writtenAt: new Date(), actor: {} };
  return { typeName: schema.typeName, data: toBinary(schema, create(schema, event)), meta };
}
const visit = (appointmentId: string, version: number, staffIds: string[]): MessageInitShape<typeof AppointmentSnapshotSchema> => ({
  ...{
    appointmentId,
    version,
    businessId: "1",
    customerId: "9",
    date: "2026-11-20",
    status: AppointmentStatus.UNCONFIRMED,
    startTime: 600,
  },
  lines: staffIds.map((staffId) => ({
    lineId: staffId,
    staffId,
    petId: "1",
    startTime: 600,
    duration: 30 + version,
    careType: "GROOMING",
  })),
});
const booked = (id: string, version: number, staffIds: string[]) =>
  messageOf(AppointmentBookedSchema, { appointment: visit(id, version, staffIds) }, id);
const changed = (id: string, version: number, staffIds: string[]) =>
  messageOf(AppointmentChangedSchema, { appointment: visit(id, version, staffIds) }, id);
const hear = async (...messages: Message[]) => {
  const before = servers.runtime("reporting").counters.statements;
  await deliverAll(servers.runtime("reporting"), service.consumers ?? [], messages);
  return servers.runtime("reporting").counters.statements - before;
};
const rowsOf = async (text: string, values: unknown[] = []) => (await servers.admin.query({ text, values, rowMode: "array" })).rows;
const kept = async (id: string) => [
  ...(await rowsOf("select version from reporting.appointment_fact where appointment_id = $1", [id])),
  ...(await rowsOf("select staff_id::int, minutes from reporting.appointment_line_fact where appointment_id = $1 order by staff_id", [id])),
];

test("an appointment with its lines is one trip to the database, and leaves no note that it was heard", async () => {
  expect(await hear(booked("1", 1, ["3", "4"]))).toBe(1);
  expect(await hear(changed("1", 2, ["4", "5"]), booked("2", 1, ["3"]))).toBe(1);
  expect(await kept("1")).toEqual([[2], [4, 32], [5, 32]]);
  expect(await rowsOf("select consumer from reporting.inbox")).toEqual([]);
  await hear(
    messageOf(PaymentRecordedSchema, { paymentId: "1", businessId: "1", businessDate: "2026-11-20", amount: toMoney(5, "USD") }, "p"),
  );
  expect(await rowsOf("select count(*)::int from reporting.inbox"), "what is told without a version").toEqual([[1]]);
});

test("what is heard again changes nothing, whatever became of the rows meanwhile", async () => {
  const [made, moved] = [booked("10", 1, ["3", "4"]), changed("10", 2, ["4", "5"])];
  await hear(made);
  await hear(moved);
  await servers.admin.query("update reporting.appointment_fact set customer_id = 77 where appointment_id = 10");
  await servers.admin.query("update reporting.appointment_line_fact set staff_id = 8 where appointment_id = 10 and line_id = 5");
  for (const again of [[moved], [made], [made, moved], [moved, made]]) await hear(...again);
  expect(await kept("10")).toEqual([[2], [4, 32], [8, 32]]);
  expect(await rowsOf("select customer_id::int from reporting.appointment_fact where appointment_id = 10")).toEqual([[77]]);
});

test("an older event after a newer one changes neither the fact nor its lines, also in one batch", async () => {
  await hear(changed("20", 3, ["5"]));
  await hear(booked("20", 1, ["3", "4"]));
  expect(await kept("20")).toEqual([[3], [5, 33]]);
  await hear(changed("21", 3, ["5"]), booked("21", 1, ["3", "4"]), changed("22", 1, ["6"]), changed("21", 2, []));
  expect([await kept("21"), await kept("22")]).toEqual([
    [[3], [5, 33]],
    [[1], [6, 31]],
  ]);
});

test("several events of one appointment in one batch leave what the last one says, also where it has no lines left", async () => {
  await hear(booked("30", 1, ["3", "4"]), changed("30", 2, ["4", "5", "6"]), changed("30", 3, ["6"]));
  expect(await kept("30")).toEqual([[3], [6, 33]]);
  await hear(changed("30", 4, ["3", "6"]), changed("30", 5, []));
  expect(await kept("30")).toEqual([[5]]);
});

test("of two events of one version the one written later adds what it alone says, and the first does not take it back when it comes again", async () => {
  const appointment = { ...visit("40", 2, ["3"]), status: AppointmentStatus.CANCELLED };
  const [moved, canceled] = [
    messageOf(AppointmentChangedSchema, { appointment }, "40"),
    messageOf(AppointmentCancelledSchema, { appointment, noShow: 1 }, "40"),
  ];
  const noShow = () => rowsOf("select no_show from reporting.appointment_fact where appointment_id = 40");
  await hear(moved, canceled);
  await hear(moved);
  expect(await noShow()).toEqual([[true]]);

  const order = {
    orderId: "40",
    businessId: "1",
    businessDate: "2026-11-20",
    version: 4,
    total: toMoney(300, "USD"),
    tips: toMoney(300, "USD"),
  };
  const open = messageOf(OrderChangedSchema, { order: { ...order, status: OrderStatus.OPEN } }, "o");
  const completed = messageOf(
    OrderCompletedSchema,
    { order: { ...order, status: OrderStatus.COMPLETED }, tipShares: [{ staffId: "3", amount: toMoney(300, "USD") }] },
    "o",
  );
  expect(await hear(open, completed)).toBe(1);
  await hear(completed, open);
  expect(await rowsOf("select staff_id::int, amount::int from reporting.tip_fact where order_id = 40")).toEqual([[3, 300]]);
});

test("two processes that hear of one appointment at the same time leave the lines of the newer event alone", async () => {
  const ids = Array.from({ length: 40 }, (_, nth) => String(500 + nth));
  const tell = (message: Message) => deliver(servers.runtime("reporting"), service.consumers ?? [], message);
  await Promise.all(ids.flatMap((id) => [tell(booked(id, 1, ["3", "4"])), tell(changed(id, 2, ["4", "5"]))]));
  const found = await rowsOf(
    `select f.version, array_agg(l.staff_id::int order by l.staff_id) as staff, count(distinct f.appointment_id)::int from reporting.appointment_fact f
     join reporting.appointment_line_fact l using (company_id, appointment_id) where f.appointment_id between 500 and 539 group by f.appointment_id, 1`,
  );
  expect(new Set(found.map(([version, staff]) => JSON.stringify([version, staff])))).toEqual(new Set([JSON.stringify([2, [4, 5]])]));
  expect(found).toHaveLength(40);
});

test("where somebody waits to hear what was stored, the lines go along in that trip, and only what was stored is told of", async () => {
  type Fact = { id: string; version: number; staffIds: string[] | undefined };
  const told: string[][] = [];
  const facts = projection<Fact>({
    table: "appointmentFact",
    key: "appointmentId",
    columns: {
      appointmentId: (one) => one.id,
      businessId: () => "1",
      customerId: () => "9",
      date: () => "2026-11-20",
      status: () => 1,
      cancelled: () => false,
      noShow: () => false,
      startMinute: () => 600,
      worth: () => "0",
      pets: () => 1,
    },
    parts: [
      {
        table: "appointmentLineFact",
        key: "lineId",
        columns: ["lineId", "staffId", "startMinute", "minutes"],
        rows: (one) => one.staffIds?.map((staffId) => ({ lineId: staffId, staffId, startMinute: 600, minutes: 30 })),
      },
    ],
    version: (one) => one.version,
    events: [],
    source: async () => [],
    changed: (_, stored) => told.push(stored.map(({ id }) => id)),
  });
  const runtime = servers.runtime("reporting");
  const store = async (...some: Fact[]) => {
    const before = runtime.counters.statements;
    await command(asTenant({ runtime }, { companyId: "1" }), async (tx) => facts.store(tx, some));
    return runtime.counters.statements - before;
  };
  expect(await store({ id: "70", version: 2, staffIds: ["3", "4"] }, { id: "71", version: 1, staffIds: ["3"] })).toBe(2);
  await store({ id: "70", version: 1, staffIds: ["8"] }, { id: "71", version: 2, staffIds: ["5"] });
  await store({ id: "70", version: 3, staffIds: undefined }, { id: "71", version: 1, staffIds: [] });
  expect(told).toEqual([["70", "71"], ["71"], ["70"]]);
  expect([await kept("70"), await kept("71")]).toEqual([
    [[3], [3, 30], [4, 30]],
    [[2], [5, 30]],
  ]);
});
