import { create, type DescMessage, toBinary } from "@bufbuild/protobuf";
import { deliverAll, type Message } from "@leashline/kit/events/consumer.ts";
import { startServers, type TestServers } from "@leashline/kit/test";
import {
  AppointmentBookedSchema,
  AppointmentCancelledSchema,
  AppointmentStatusChangedSchema,
} from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { OrderBalanceChangedSchema, OrderChangedSchema } from "@leashline/proto/leashline/order/v1/events_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { toldVisit } from "../../test/appointments.ts";
import { service } from "../main.ts";

let servers: TestServers;
beforeAll(async () => {
  servers = await startServers([service], { background: false });
});
afterAll(async () => await servers.stop());

let number = 0;
function messageOf(schema: DescMessage, event: object, key: string): Message {
  const meta = { id: `owner-${++number}`, companyId: "1", key, writtenAt: new Date(), actor: {} };
  return { typeName: schema.typeName, data: toBinary(schema, create(schema, event as never)), meta };
}
const hear = async (...messages: Message[]) => {
  const { counters } = servers.runtime("customer");
  const before = counters.statements;
  await deliverAll(servers.runtime("customer"), service.consumers ?? [], messages);
  return counters.statements - before;
};
const clientId = async (firstName: string) => {
  const { client } = await servers.client(ClientService).createClientWithPets({ client: { firstName }, pets: [{ petName: "P" }] });
  return client?.customerId ?? "0";
};
const overview = async (customerId: string) => (await servers.client(ClientService).getClientOverview({ customerId })).overview;
const visit = (appointmentId: string, customerId: string, version: number, status = 1) => ({
  appointment: toldVisit({ appointmentId, customerId, inDays: 2, version, status }),
});
const usd = (units: bigint) => ({ currencyCode: "USD", units });
const bill = (orderId: string, customerId: string, version: number, paid: bigint) => ({
  order: { orderId, customerId, version, paid: usd(paid), refunded: usd(0n), remain: usd(80n - paid), total: usd(80n) },
});
const notes = async () => (await servers.admin.query("select consumer from customer.inbox where event_id like 'owner-%'")).rows;

test("a bill with its client's sums is one trip to the database and leaves no note; again, or after a newer one, it changes nothing", async () => {
  const client = await clientId("Billed");
  const [made, paid] = [
    messageOf(OrderChangedSchema, bill("1", client, 1, 0n), "o1"),
    messageOf(OrderBalanceChangedSchema, bill("1", client, 2, 30n), "o1"),
  ];
  expect(await hear(made)).toBe(1);
  expect(await hear(paid, made)).toBe(1);
  for (const again of [[made], [paid, made]]) await hear(...again);
  expect(await overview(client)).toMatchObject({ totalPaid: { units: 30n }, totalOutstandingBalance: { units: 50n } });
  expect(await notes()).toEqual([]);
});

test("an appointment is stored with the first thing asked after it and leaves no note; again, or after a newer one, it changes nothing", async () => {
  const client = await clientId("Booked");
  const booked = messageOf(AppointmentBookedSchema, visit("1", client, 1), "a1");
  const canceled = messageOf(AppointmentCancelledSchema, { ...visit("1", client, 2, 4), noShow: 1 }, "a1");
  const told = messageOf(AppointmentStatusChangedSchema, visit("2", client, 1), "a2");
  expect(await hear(booked)).toBe(2);
  expect(await overview(client)).toMatchObject({ upcomingCount: 1, totalCount: 1 });
  await hear(canceled, booked, told);
  for (const again of [[booked], [canceled, booked], [told, canceled]]) await hear(...again);
  expect(await overview(client)).toMatchObject({ upcomingCount: 1, cancelledCount: 1, noShowCount: 1, totalCount: 2 });
  expect(await notes()).toEqual([]);
});

test("an appointment that was given to another client's pet meanwhile is not given back by what was heard before", async () => {
  const client = await clientId("Merged");
  const booked = messageOf(AppointmentBookedSchema, visit("30", client, 1), "a30");
  await hear(booked);
  await servers.admin.query("update customer.visit set pet_ids = '{77}' where appointment_id = 30");
  await hear(booked);
  const { rows } = await servers.admin.query("select pet_ids::text from customer.visit where appointment_id = 30");
  expect(rows).toEqual([{ pet_ids: "{77}" }]);
});
