import { create, type DescMessage, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { defineService, fail, type RpcGroup, toMoney } from "@leashline/kit";
import { deliver } from "@leashline/kit/events/consumer.ts";
import { partOf, refusalOf, startServers, type TestServers } from "@leashline/kit/test";
import { StaffChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import { RecordService } from "@leashline/proto/leashline/account/v1/record_service_pb.js";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { AppointmentBookedSchema, AppointmentCancelledSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { ClientChangedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { RecordService as ClientRecords } from "@leashline/proto/leashline/customer/v1/record_service_pb.js";
import { OperationsService } from "@leashline/proto/leashline/kit/v1/operations_service_pb.js";
import { OrderChangedSchema, OrderCompletedSchema, OrderSnapshotSchema } from "@leashline/proto/leashline/order/v1/events_pb.js";
import { OrderStatus } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import {
  DepositKeptSchema,
  PaymentRecordedSchema,
  RefundRecordedSchema,
  RefundReversedSchema,
} from "@leashline/proto/leashline/payment/v1/events_pb.js";
import { MoneyRecordService } from "@leashline/proto/leashline/payment/v1/money_record_pb.js";
import { containedIn, parsePercent } from "@leashline/proto/rules/percent.ts";
import { share } from "@leashline/proto/rules/share.ts";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { service } from "../main.ts";
import { soldBy, soldWith } from "./sold.ts";

const usd = (minor: number) => toMoney(minor, "USD");
const day = "2026-11-20";

const visit = (appointmentId: string, status: AppointmentStatus, version = 1) => ({
  appointmentId,
  businessId: "1",
  customerId: "9",
  date: day,
  status,
  version,
  startTime: 600,
  ...(status === AppointmentStatus.CANCELLED && { startAt: { seconds: 1_795_000_000n }, canceledAt: { seconds: 1_794_990_000n } }),
  lines: [
    {
      ...{ lineId: "1", petId: "1", staffId: "3", startTime: 600, duration: 60, careType: "GROOMING", price: usd(4_000) },
      operations: [
        { staffId: "3", startTime: 600, duration: 40 },
        { staffId: "12", startTime: 640, duration: 20 },
      ],
    },
  ],
});
const order = (orderId: string, status: OrderStatus, tips: number, version = 1): MessageInitShape<typeof OrderSnapshotSchema> => ({
  orderId,
  businessId: "1",
  customerId: "9",
  businessDate: day,
  status,
  version,
  subTotal: usd(3_000),
  tips: usd(tips),
  total: usd(3_000 + tips),
  discount: usd(0),
  tax: usd(0),
  remain: usd(0),
  lines: [11, 2].map((id) => ({
    orderLineItemId: String(id),
    serviceId: "5",
    name: "Bath",
    staffId: "3",
    staffName: "Ada",
    quantity: 1,
    totalPrice: usd(1_500),
  })),
});
const movement = {
  orderId: "1",
  businessId: "1",
  customerId: "9",
  method: "cash",
  businessDate: day,
  recordedAt: { seconds: 1_790_000_000n, nanos: 5_000_000 },
};
const payment = (paymentId: string, minor: number) => ({ ...movement, paymentId, amount: usd(minor), tips: usd(100) });
const refund = (refundId: string, minor: number) => ({ ...movement, refundId, paymentId: "1", amount: usd(minor) });
const kept = (entryId: string, minor: number) => ({ ...movement, entryId, change: usd(minor) });
const shares = [
  { staffId: "12", amount: usd(100) },
  { staffId: "3", amount: usd(200) },
];

// What the owners say, in the order of their ids.
const records = {
  visits: [
    { appointment: visit("1", AppointmentStatus.FINISHED, 4), noShow: 0 },
    { appointment: visit("2", AppointmentStatus.CANCELLED, 2), noShow: 1 },
    { appointment: visit("3", AppointmentStatus.UNCONFIRMED), noShow: 0 },
  ],
  orders: [order("1", OrderStatus.COMPLETED, 300, 5), order("2", OrderStatus.OPEN, 400, 2), order("3", OrderStatus.COMPLETED, 0)],
  payments: [payment("1", 3_300), payment("4", 500)],
  refunds: [refund("7", 200)],
  kept: [kept("20", 1_500), kept("21", -400)],
  staff: [
    { staffId: "3", firstName: "Ada", lastName: "Moss" },
    { staffId: "12", firstName: "Bo", lastName: "" },
  ],
  clients: [{ customerId: "9", firstName: "Dana", lastName: "Whitcomb", expectedFrequencyDays: 42 }],
};

let servers: TestServers;
let away = false;
let meanwhile: () => Promise<void> = async () => undefined;

const after = async <T>(list: readonly T[], idOf: (one: T) => string | undefined, id: string, size: number): Promise<T[]> => {
  if (away) throw fail("SYSTEM_BUSY");
  return list.filter((one) => BigInt(idOf(one) ?? 0) > BigInt(id)).slice(0, size);
};
const neighbour = (name: string, ...rpcs: RpcGroup[]) => defineService({ name, migrations: new URL("./none/", import.meta.url), rpcs });
type Asked = {
  pageSize: number;
  afterAppointmentId: string;
  afterOrderId: string;
  afterPaymentId: string;
  afterRefundId: string;
  afterEntryId: string;
  afterStaffId: string;
  afterCustomerId: string;
};
const owners = [
  neighbour(
    "calendar",
    partOf(AppointmentService, {
      listAppointmentRecords: async (asked: Asked) => ({
        records: await after(records.visits, (one) => one.appointment.appointmentId, asked.afterAppointmentId, asked.pageSize),
      }),
    }),
  ),
  neighbour(
    "order",
    partOf(OrderService, {
      listOrderRecords: async (asked: Asked) => ({
        orders: await after(records.orders, (one) => one.orderId, asked.afterOrderId, asked.pageSize),
        tips: [{ orderId: "1", tipShares: shares }],
      }),
    }),
  ),
  neighbour(
    "payment",
    partOf(MoneyRecordService, {
      listPaymentRecords: async (asked: Asked) => ({
        payments: await after(records.payments, (one) => one.paymentId, asked.afterPaymentId, asked.pageSize),
      }),
      listRefundRecords: async (asked: Asked) => {
        const refunds = await after(records.refunds, (one) => one.refundId, asked.afterRefundId, asked.pageSize);
        await meanwhile();
        return { refunds };
      },
      listKeptDepositRecords: async (asked: Asked) => ({
        entries: await after(records.kept, (one) => one.entryId, asked.afterEntryId, asked.pageSize),
      }),
    }),
  ),
  neighbour(
    "customer",
    partOf(ClientRecords, {
      listClientRecords: async (asked: Asked) => ({
        clients: await after(records.clients, (one) => one.customerId, asked.afterCustomerId, asked.pageSize),
      }),
    }),
  ),
  neighbour(
    "account",
    partOf(RecordService, {
      listStaffRecords: async (asked: Asked) => ({
        staff: await after(records.staff, (one) => one.staffId, asked.afterStaffId, asked.pageSize),
      }),
    }),
  ),
];

let told = 0;
async function tell<D extends DescMessage>(schema: D, event: MessageInitShape<D>, writtenAt = new Date()): Promise<void> {
  await deliver(servers.runtime("reporting"), service.consumers ?? [], {
    typeName: schema.typeName,
    data: toBinary(schema, create(schema, event)),
    meta: { id: String(++told), companyId: "1", key: "k", writtenAt, actor: {} },
  });
}
const rebuild = async (pageSize = 2): Promise<number> => {
  const operations = servers.client(OperationsService, { via: "operator" });
  let corrected = 0;
  for (let pageToken = ""; ; ) {
    const page = await operations.rebuildProjections({ service: "reporting", pageToken, pageSize });
    corrected += page.corrected;
    if (page.nextPageToken === "") return corrected;
    pageToken = page.nextPageToken;
  }
};
const tables = [
  "appointment_fact",
  "order_fact",
  "order_line_fact",
  "tip_fact",
  "money_fact",
  "staff_fact",
  "appointment_line_fact",
  "client_fact",
];
const everything = async (companyId = "1") =>
  await Promise.all(
    tables.map(async (table) => {
      const { rows } = await servers.admin.query(
        `select (to_jsonb(f) - 'version' - 'event_number')::text as fact from reporting.${table} f where company_id = $1`,
        [companyId],
      );
      return rows.map(({ fact }) => fact as string).sort();
    }),
  );
const spoil = async (...statements: string[]): Promise<void> => {
  for (const statement of statements) await servers.admin.query(statement);
};

beforeAll(async () => {
  servers = await startServers([service, ...owners], { background: false });
});
afterAll(async () => await servers.stop());
beforeEach(() => {
  away = false;
  meanwhile = async () => undefined;
});

test("what events told needs nothing put right, and comes out the same from nothing", async () => {
  await tell(AppointmentBookedSchema, { appointment: visit("1", AppointmentStatus.FINISHED, 4) });
  await tell(AppointmentCancelledSchema, { appointment: visit("2", AppointmentStatus.CANCELLED, 2), noShow: 1 });
  await tell(AppointmentBookedSchema, { appointment: visit("3", AppointmentStatus.UNCONFIRMED) });
  await tell(OrderCompletedSchema, { order: records.orders[0]!, tipShares: shares });
  await tell(OrderCompletedSchema, { order: order("2", OrderStatus.COMPLETED, 400, 1), tipShares: shares });
  await tell(OrderChangedSchema, { order: records.orders[1]! });
  await tell(OrderCompletedSchema, { order: records.orders[2]!, tipShares: [{ staffId: "3", amount: usd(0) }] });
  for (const one of records.payments) await tell(PaymentRecordedSchema, one);
  for (const one of records.refunds) await tell(RefundRecordedSchema, one);
  for (const entry of records.kept) await tell(DepositKeptSchema, { orderId: "1", businessId: "1", amount: usd(0), entry });
  for (const one of records.staff) await tell(StaffChangedSchema, one);
  for (const one of records.clients) await tell(ClientChangedSchema, one);
  const heard = await everything();
  expect(heard.map((rows) => rows.length)).toEqual([3, 3, 6, 2, 5, 2, 4, 1]);
  expect(await rebuild()).toBe(0);
  expect(await everything()).toEqual(heard);

  await spoil(...tables.map((table) => `delete from reporting.${table}`));
  expect(await rebuild()).toBe(14);
  expect(await everything()).toEqual(heard);
  expect(await rebuild()).toBe(0);
});

test("missing, changed, made up and too new facts are put right; another company's are not touched", async () => {
  const right = await everything();
  await spoil(
    "insert into reporting.money_fact select 2, kind, id, order_id, business_id, customer_id, business_date, method, currency, amount, tips, recorded_at from reporting.money_fact",
    "delete from reporting.appointment_fact where appointment_id = 1",
    "update reporting.appointment_fact set no_show = false where appointment_id = 2",
    "update reporting.appointment_fact set version = 99, status = 1 where appointment_id = 3",
    "update reporting.order_line_fact set gross = 9 where line_id = 11 and order_id = 1",
    "insert into reporting.tip_fact values (1, 2, 3, 50)",
    "update reporting.money_fact set amount = amount + 1 where company_id = 1 and id = 4",
    "insert into reporting.money_fact select 1, kind, 900, order_id, business_id, customer_id, business_date, method, currency, amount, tips, recorded_at from reporting.money_fact where company_id = 1 and id = 7",
    "delete from reporting.staff_fact where staff_id = 3",
    "update reporting.staff_fact set name = 'Someone' where staff_id = 12",
  );
  const theirs = await everything("2");
  expect(theirs.flat()).toHaveLength(5);
  expect(await rebuild()).toBe(9);
  expect(await everything()).toEqual(right);
  expect(await everything("2")).toEqual(theirs);
  expect(await rebuild()).toBe(0);
});

test("a refund that is taken back while it is put right stays taken back", async () => {
  const [, , , , money] = await everything();
  await spoil("delete from reporting.money_fact where company_id = 1 and kind = 'refund'");
  const known = records.refunds;
  meanwhile = async () => {
    records.refunds = [];
    await tell(RefundReversedSchema, { ...refund("7", 200), businessId: "1" });
  };
  await rebuild();
  const [, , , , without] = await everything();
  expect(without).toEqual(money!.filter((fact) => !fact.includes("refund")));
  records.refunds = known;
  meanwhile = async () => undefined;
  expect(await rebuild()).toBe(1);
});

test("a refund that was taken back does not come back with an older event of it, only with a newer one or its owner's word", async () => {
  const before = await everything();
  const writtenAt = new Date();
  const reversed = { ...refund("7", 200), businessId: "1" };
  await tell(RefundReversedSchema, reversed, writtenAt);
  await tell(RefundRecordedSchema, refund("7", 200), new Date(writtenAt.getTime() - 1000));
  const [, , , , money] = await everything();
  expect(money!.filter((fact) => fact.includes("refund"))).toEqual([]);
  expect(await rebuild()).toBe(1);
  expect(await everything()).toEqual(before);
  await tell(RefundReversedSchema, reversed, new Date(writtenAt.getTime() + 1000));
  await tell(RefundRecordedSchema, refund("7", 200), new Date(writtenAt.getTime() + 2000));
  expect(await everything()).toEqual(before);
});

test("a sale is what its price is without the tax that the price holds", async () => {
  const made = order("40", OrderStatus.OPEN, 0);
  const held = create(OrderSnapshotSchema, { ...made, tax: usd(478), includedTax: usd(478) });
  for (const line of held.lines) line.tax = usd(239);
  await tell(OrderChangedSchema, { order: held });
  const { rows } = await servers.admin.query(
    `select o.sub_total::int as sales, o.tax::int, o.total::int, sum(l.gross)::int as gross from reporting.order_fact o
     join reporting.order_line_fact l using (company_id, order_id) where order_id = 40 group by 1, 2, 3`,
  );
  expect(rows).toEqual([{ sales: 2_522, tax: 478, total: 3_000, gross: 2_522 }]);
});

// A bill whose prices hold their tax: each line with what a discount and refunds took off it, by one person or by two.
const heldLine = fc
  .record({
    price: fc.bigInt({ min: 0n, max: 50_000n }),
    rate: fc.constantFrom("19", "8.875", "0", ""),
    left: fc.bigInt({ min: 0n, max: 100n }),
    back: fc.bigInt({ min: 0n, max: 100n }),
    ratios: fc.constantFrom([], [60n, 40n], [1n, 2n]),
  })
  .map(({ price, rate, left, back, ratios }) => {
    const open = (price * left) / 100n;
    const full = containedIn(open, parsePercent(rate) ?? 0n);
    const [tax, net] = [(full * back) / 100n, ((open - full) * back) / 100n];
    const [prices, nets, taxes, opens] = [price, net + tax, tax, open].map((amount) => share(amount, ratios));
    const money = (total: bigint, kept: bigint, taxed: bigint) => ({
      totalPrice: usd(Number(total)),
      discount: usd(Number(total - kept)),
      tax: usd(Number(taxed)),
    });
    const staffShares = ratios.map((_, i) => money(prices![i]!, nets![i]!, taxes![i]!));
    const line = { ...money(price, net + tax, tax), taxRate: rate, staffShares };
    const refunded = {
      ...line,
      refundAdjustment: usd(Number(open - net - tax)),
      staffShares: staffShares.map((one, i) => ({ ...one, refundAdjustment: usd(Number(opens![i]! - nets![i]!)) })),
    };
    return { price, rate, net, tax, line, refunded, discounted: open < price };
  });

test("sales and discounts of prices that hold their tax are without it, whatever was taken off, and lines and people sum to the bill", () => {
  fc.assert(
    fc.property(fc.array(heldLine, { minLength: 1, maxLength: 4 }), (held) => {
      const sum = (of: (one: (typeof held)[number]) => bigint) => held.reduce((so, one) => so + of(one), 0n);
      const bill = create(OrderSnapshotSchema, {
        lines: held.map(({ line }) => line),
        subTotal: usd(Number(sum(({ price }) => price))),
        discount: usd(Number(sum(({ price, net, tax }) => price - net - tax))),
        includedTax: usd(Number(sum(({ tax }) => tax))),
        taxesIncluded: true,
      });
      const sold = bill.lines.map((line) => soldBy(bill, line));
      const total = { gross: 0n, discount: 0n };
      for (const [i, { price, rate, net }] of held.entries()) {
        const line = { gross: 0n, discount: 0n };
        for (const { gross, discount } of sold[i]!) {
          expect(discount >= 0n).toBe(true);
          line.gross += gross;
          line.discount += discount;
        }
        expect(line.gross).toBe(price - containedIn(price, parsePercent(rate) ?? 0n));
        expect(line.gross - line.discount).toBe(net);
        total.gross += line.gross;
        total.discount += line.discount;
      }
      expect(soldWith(bill)).toEqual(total);
    }),
  );
});

test("what a refund took off is no discount: neither it nor its part of the tax stands in sales or in discounts, of a line as of a person", () => {
  fc.assert(
    fc.property(fc.array(heldLine, { minLength: 1, maxLength: 4 }), (held) => {
      const sum = (of: (one: (typeof held)[number]) => bigint) => held.reduce((so, one) => so + of(one), 0n);
      const bill = create(OrderSnapshotSchema, {
        lines: held.map(({ refunded }) => refunded),
        subTotal: usd(Number(sum(({ price }) => price))),
        discount: usd(Number(sum(({ price, net, tax }) => price - net - tax))),
        includedTax: usd(Number(sum(({ tax }) => tax))),
        taxesIncluded: true,
      });
      const total = { gross: 0n, discount: 0n };
      for (const [i, { net, discounted }] of held.entries()) {
        const sold = soldBy(bill, bill.lines[i]!);
        for (const { discount } of sold) expect(discounted ? discount >= 0n : discount === 0n).toBe(true);
        const [gross, discount] = [sold.reduce((so, one) => so + one.gross, 0n), sold.reduce((so, one) => so + one.discount, 0n)];
        expect(gross - discount).toBe(net);
        total.gross += gross;
        total.discount += discount;
      }
      expect(soldWith(bill)).toEqual(total);
    }),
  );
});

test("while an owner is away nothing changes; nobody outside our own services may ask; a token of somebody else is refused", async () => {
  const before = await everything();
  away = true;
  expect(await refusalOf(rebuild())).toMatchObject({ code: 0 });
  expect(await everything()).toEqual(before);
  expect(await refusalOf(servers.client(OperationsService).rebuildProjections({ service: "reporting" }))).toMatchObject({ code: 20019 });
  const asked = servers.client(OperationsService, { via: "operator" }).rebuildProjections({ service: "reporting", pageToken: "clients.1" });
  expect(await refusalOf(asked)).toMatchObject({ code: 400 });
});
