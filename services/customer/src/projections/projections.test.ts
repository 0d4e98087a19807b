import { create, type DescMessage, toBinary } from "@bufbuild/protobuf";
import { type Timestamp, timestampFromDate } from "@bufbuild/protobuf/wkt";
import { deliver } from "@leashline/kit/events/consumer.ts";
import { refusalOf, startServers, type TestServers } from "@leashline/kit/test";
import {
  AppointmentBookedSchema,
  AppointmentCancelledSchema,
  AppointmentChangedSchema,
  AppointmentStatusChangedSchema,
} from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { ClientExportService } from "@leashline/proto/leashline/customer/v1/client_export_service_pb.js";
import { FilterOperator } from "@leashline/proto/leashline/customer/v1/client_list_pb.js";
import { ClientListService } from "@leashline/proto/leashline/customer/v1/client_list_service_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { PetService } from "@leashline/proto/leashline/customer/v1/pet_service_pb.js";
import {
  OrderBalanceChangedSchema,
  OrderCancelledSchema,
  OrderChangedSchema,
  OrderCompletedSchema,
} from "@leashline/proto/leashline/order/v1/events_pb.js";
import { OrderStatus } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { CardsOnFileChangedSchema } from "@leashline/proto/leashline/payment/v1/events_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { day, toldVisit } from "../../test/appointments.ts";
import { service } from "../main.ts";

let servers: TestServers;
let heard = 0;
beforeAll(async () => {
  servers = await startServers([service], { background: false });
});
afterAll(async () => await servers.stop());

async function tell(schema: DescMessage, event: object): Promise<void> {
  await deliver(servers.runtime("customer"), service.consumers ?? [], {
    typeName: schema.typeName,
    data: toBinary(schema, create(schema, event as never)),
    meta: { id: `e${heard++}`, companyId: "1", key: "k", writtenAt: new Date(), actor: {} },
  });
}
const visit = (appointmentId: string, customerId: string, petId: string, inDays: number, version: number, status = 1) => ({
  appointment: toldVisit({ appointmentId, customerId, petId, inDays, version, status }),
});
const family = async (name: string) => {
  const { client, pets } = await servers
    .client(ClientService)
    .createClientWithPets({ client: { firstName: name }, pets: [{ petName: "P" }] });
  return { customerId: client!.customerId, petId: pets[0]!.petId };
};
const overview = async (customerId: string) => (await servers.client(ClientService).getClientOverview({ customerId })).overview!;

test("counts, dates and sums follow what calendar and order say", async () => {
  const { customerId, petId } = await family("Counted");
  await tell(AppointmentBookedSchema, visit("1", customerId, petId, 2, 1));
  await tell(AppointmentBookedSchema, visit("2", customerId, petId, -3, 1));
  await tell(AppointmentStatusChangedSchema, visit("2", customerId, petId, -3, 2, 3));
  await tell(AppointmentBookedSchema, visit("3", customerId, petId, 4, 1));
  await tell(AppointmentCancelledSchema, { ...visit("3", customerId, petId, 4, 2, 4), noShow: 1 });
  await tell(AppointmentStatusChangedSchema, visit("3", customerId, petId, 4, 2, 4));
  const order = {
    orderId: "9",
    customerId,
    version: 2,
    paid: { currencyCode: "USD", units: 60n },
    refunded: { currencyCode: "USD", units: 10n },
    remain: { currencyCode: "USD", units: 25n },
    total: { currencyCode: "USD", units: 75n },
  };
  await tell(OrderBalanceChangedSchema, { order });
  await tell(OrderBalanceChangedSchema, { order: { ...order, version: 1, paid: { currencyCode: "USD", units: 1n } } });
  expect(await overview(customerId)).toMatchObject({
    upcomingCount: 1,
    finishedCount: 1,
    cancelledCount: 1,
    noShowCount: 1,
    totalCount: 3,
    lastVisitDate: day(-3).toISOString().slice(0, 10),
    nextVisitDate: day(2).toISOString().slice(0, 10),
    totalPaid: { units: 50n },
    totalOutstandingBalance: { units: 25n },
  });
  expect((await servers.client(ClientService).getClient({ customerId })).client).toMatchObject({ isProspectCustomer: false });
  await tell(OrderCancelledSchema, { order: { ...order, version: 3 } });
  expect((await overview(customerId)).totalOutstandingBalance).toMatchObject({ units: 0n });
});

test("a visit and its order that are heard of at one moment are both counted", async () => {
  const families = await Promise.all(Array.from({ length: 30 }, (_, n) => family(`Twice ${n}`)));
  await Promise.all(
    families.flatMap(({ customerId, petId }) => {
      const id = `7${customerId}`;
      const money = { paid: { currencyCode: "USD", units: 50n }, remain: { currencyCode: "USD", units: 0n } };
      const order = { orderId: id, appointmentId: id, customerId, version: 1, total: money.paid, ...money };
      return [tell(AppointmentBookedSchema, visit(id, customerId, petId, 2, 1)), tell(OrderChangedSchema, { order })];
    }),
  );
  const { rows } = await servers.admin.query(
    "select total_count, paid_minor::int as paid, count(*)::int as clients from customer.client_fact where client_id = any($1) group by 1, 2",
    [families.map(({ customerId }) => customerId)],
  );
  expect(rows).toEqual([{ total_count: 1, paid: 5_000, clients: 30 }]);
});

test("a sale over the counter to nobody in particular leaves nothing here", async () => {
  const sale = { orderId: "900", customerId: "0", appointmentId: "0", total: { currencyCode: "USD", units: 50n } };
  await tell(OrderChangedSchema, { order: { ...sale, version: 1 } });
  await tell(OrderBalanceChangedSchema, { order: { ...sale, version: 2 } });
  await tell(OrderCompletedSchema, { order: { ...sale, version: 3 } });
  await tell(OrderCancelledSchema, { order: { ...sale, version: 4 } });
  const { rows } = await servers.admin.query(
    "select (select count(*)::int from customer.order_balance where order_id = 900) + (select count(*)::int from customer.projection_gone where fact_id = 900) as n",
  );
  expect(rows).toEqual([{ n: 0 }]);
});

test("an unpaid visit is owed for when it is finished or over, not while it is still to come", async () => {
  const { customerId, petId } = await family("Owing");
  const usd = (units: bigint) => ({ currencyCode: "USD", units });
  const bill = (orderId: string, appointmentId: string, remain: bigint) => ({
    order: { orderId, customerId, appointmentId, version: 1, paid: usd(0n), refunded: usd(0n), remain: usd(remain), total: usd(remain) },
  });
  const owed = async () => {
    const { rows } = await servers.admin.query("select outstanding_minor as n from customer.client_fact where client_id = $1", [
      customerId,
    ]);
    return [(await overview(customerId)).totalOutstandingBalance?.units, rows[0]?.n];
  };
  // The bill may be heard of before its visit.
  await tell(OrderBalanceChangedSchema, bill("50", "50", 80n));
  await tell(AppointmentBookedSchema, visit("50", customerId, petId, 3, 1));
  await tell(AppointmentBookedSchema, visit("51", customerId, petId, 5, 1));
  await tell(OrderBalanceChangedSchema, bill("51", "51", 40n));
  expect(await owed()).toEqual([0n, "0"]);
  await tell(OrderBalanceChangedSchema, bill("52", "0", 7n));
  expect(await owed(), "what no visit is about is owed at once").toEqual([7n, "700"]);
  await tell(AppointmentStatusChangedSchema, visit("50", customerId, petId, 3, 2, 3));
  expect(await owed(), "finished").toEqual([87n, "8700"]);
  await tell(AppointmentChangedSchema, visit("51", customerId, petId, -1, 2));
  expect(await owed(), "over without anybody saying so").toEqual([127n, "12700"]);
});

test("nothing is owed for a cancelled order, whatever is heard of it afterwards, until it is open again", async () => {
  const { customerId } = await family("Called off");
  const usd = (units: bigint) => ({ currencyCode: "USD", units });
  const told = async (schema: DescMessage, version: number, status: OrderStatus, more = {}) => {
    const bill = {
      orderId: "70",
      customerId,
      version,
      status,
      paid: usd(0n),
      refunded: usd(0n),
      remain: usd(80n),
      total: usd(80n),
      ...more,
    };
    await tell(schema, { order: bill });
    const { totalOutstandingBalance, totalPaid } = await overview(customerId);
    return [totalOutstandingBalance?.units, totalPaid?.units];
  };
  expect(await told(OrderChangedSchema, 1, OrderStatus.OPEN)).toEqual([80n, 0n]);
  expect(await told(OrderCancelledSchema, 2, OrderStatus.CANCELLED)).toEqual([0n, 0n]);
  for (const [version, schema] of [
    [3, OrderChangedSchema],
    [4, OrderBalanceChangedSchema],
    [5, OrderCompletedSchema],
  ] as const)
    expect(await told(schema, version, OrderStatus.CANCELLED, { paid: usd(20n), refunded: usd(5n) }), schema.typeName).toEqual([0n, 15n]);
  expect(await told(OrderChangedSchema, 6, OrderStatus.OPEN, { paid: usd(20n), remain: usd(60n) })).toEqual([60n, 20n]);
});

test("news that arrives late changes nothing", async () => {
  const { customerId, petId } = await family("Late");
  await tell(AppointmentChangedSchema, visit("20", customerId, petId, 5, 3));
  await tell(AppointmentBookedSchema, visit("20", customerId, petId, 1, 1));
  expect((await overview(customerId)).nextVisitDate).toBe(day(5).toISOString().slice(0, 10));
});

test("a visit that passes without anybody saying so stops being upcoming, in what the list sorts by too", async () => {
  const { customerId, petId } = await family("Passed");
  await tell(AppointmentBookedSchema, visit("30", customerId, petId, 1, 1));
  const stored = async () =>
    (await servers.admin.query("select upcoming_count as n from customer.client_fact where client_id = $1", [customerId])).rows[0].n;
  expect(await stored()).toBe(1);
  await servers.admin.query("update customer.visit set ends_at = now() - interval '1 minute' where appointment_id = 30");
  await servers.admin.query("update customer.job set due_at = now() - interval '1 second' where kind = 'visit-passed' and key = $1", [
    customerId,
  ]);
  await servers.runDue("customer", new Date());
  expect(await stored()).toBe(0);
});

test("a stay under way is the next visit until its first day is over; then the one after it is, in the overview, the list and the file", async () => {
  const { customerId, petId } = await family("Under way");
  const at = (inHours: number) => timestampFromDate(new Date(Date.now() + inHours * 3_600_000));
  const stay = (startAt: Timestamp, startTime: number) => ({
    appointment: { ...visit("60", customerId, petId, 0, 1).appointment, startAt, startTime, endAt: at(50) },
  });
  await tell(AppointmentBookedSchema, visit("61", customerId, petId, 5, 1));
  // Since nine in the morning, an hour ago; then since nine in the evening, four hours ago.
  await tell(AppointmentBookedSchema, stay(at(-1), 540));
  const seen = async () => {
    const { csv } = await servers.client(ClientExportService).exportClients({ selection: { isAll: true } });
    const { rows } = await servers.admin.query("select next_visit::text as n from customer.client_fact where client_id = $1", [customerId]);
    const file = csv.split("\r\n").find((line) => line.startsWith("Under way")) ?? "";
    return [(await overview(customerId)).nextVisitDate, rows[0].n, file.includes(rows[0].n)];
  };
  const [today, later] = [0, 5].map((days) => day(days).toISOString().slice(0, 10));
  expect(await seen()).toEqual([today, today, true]);
  const due =
    "select due_at > now() + interval '13 hours' and due_at < now() + interval '15 hours' as well from customer.job where kind = 'visit-passed' and key = $1";
  expect((await servers.admin.query(due, [customerId])).rows, "looked at again at midnight").toEqual([{ well: true }]);
  const changed = stay(at(-4), 1260);
  await tell(AppointmentChangedSchema, { appointment: { ...changed.appointment, version: 2 } });
  expect(await seen()).toEqual([later, later, true]);
  expect(await overview(customerId), "the stay itself is still to end").toMatchObject({ upcomingCount: 2 });
});

test("pet-has-appointment: 30006 while a pet is expected, for the pet and for its client; free when the visit is cancelled", async () => {
  const { customerId, petId } = await family("Expected");
  const other = (await servers.client(PetService).createPet({ customerId, pet: { petName: "Free" } })).pet!;
  await tell(AppointmentBookedSchema, visit("40", customerId, petId, 1, 1));
  expect(await refusalOf(servers.client(PetService).deletePet({ petId }))).toMatchObject({ code: 30006 });
  expect(await refusalOf(servers.client(ClientService).deleteClient({ customerId }))).toMatchObject({ code: 30006 });
  await expect(servers.client(PetService).deletePet({ petId: other.petId })).resolves.toBeDefined();
  await tell(AppointmentCancelledSchema, visit("40", customerId, petId, 1, 2, 4));
  await expect(servers.client(PetService).deletePet({ petId })).resolves.toBeDefined();
});

test("client-filter-fields: clients with a card on file, as payment tells of it, also in an order of its own", async () => {
  const [with2, without] = [await family("Cardholder"), await family("Cardless")];
  const filtered = async (value: boolean) => {
    const operator = value ? FilterOperator.EQUAL : FilterOperator.NOT_EQUAL;
    const filters = { filters: [{ property: "card_on_file", operator, value: "true" }] };
    return (await servers.client(ClientListService).listClients({ filters, queries: { keyword: "card" } })).rows.map(
      (row) => row.client?.firstName,
    );
  };
  expect(await filtered(true)).toEqual([]);
  await tell(CardsOnFileChangedSchema, { customerId: with2.customerId, cards: 2 });
  await tell(CardsOnFileChangedSchema, { customerId: without.customerId, cards: 1 });
  await tell(CardsOnFileChangedSchema, { customerId: without.customerId, cards: 0 });
  expect([await filtered(true), await filtered(false)]).toEqual([["Cardholder"], ["Cardless"]]);
});
