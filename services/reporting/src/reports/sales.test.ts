import { create, type DescMessage, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { type Amount, type Caller, fromMoney, toMoney, toWireDate } from "@leashline/kit";
import { csvOf, decimal } from "@leashline/kit/csv.ts";
import { eventually, refusalOf, startServers, type TestServers } from "@leashline/kit/test";
import type { Money } from "@leashline/proto/google/type/money_pb.js";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentBookedSchema, AppointmentCancelledSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { ErrorCode } from "@leashline/proto/leashline/options/v1/errors_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { OrderBalanceChangedSchema, OrderChangedSchema, OrderCompletedSchema } from "@leashline/proto/leashline/order/v1/events_pb.js";
import {
  DepositKeptSchema,
  PaymentRecordedSchema,
  RefundRecordedSchema,
  RefundReversedSchema,
} from "@leashline/proto/leashline/payment/v1/events_pb.js";
import { ReportService } from "@leashline/proto/leashline/reporting/v1/report_service_pb.js";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { service } from "../main.ts";
import { salesCsv } from "./csv.ts";
import { salesOf } from "./sales.ts";

let servers: TestServers;
beforeAll(async () => {
  servers = await startServers([service]);
});
afterAll(async () => await servers.stop());

const usd = (minor: bigint | number): Money => toMoney(minor, "USD");
const minor = (money: Money | undefined): bigint => (fromMoney(money) as Amount).minor;
const day = "2026-11-20";

/** Puts events on the stream as their owners' outboxes would. */
async function tell<D extends DescMessage>(schema: D, event: MessageInitShape<D>, key: string, companyId = "1"): Promise<void> {
  await servers.admin.query("insert into reporting.outbox (company_id, aggregate, type, payload) values ($1, $2, $3, $4)", [
    companyId,
    key,
    schema.typeName,
    Buffer.from(toBinary(schema, create(schema, event))),
  ]);
}

const order = (
  id: string,
  lines: { staff: string; gross: number; discount: number; tax: number }[],
  tips: number,
  version = 1,
  paid = 0,
) => {
  const sum = (pick: (l: (typeof lines)[number]) => number) => lines.reduce((a, l) => a + pick(l), 0);
  const total = sum((l) => l.gross - l.discount + l.tax) + tips;
  return {
    orderId: id,
    businessId: "1",
    customerId: "9",
    appointmentId: id,
    businessDate: day,
    status: 1,
    version,
    subTotal: usd(sum((l) => l.gross)),
    discount: usd(sum((l) => l.discount)),
    tax: usd(sum((l) => l.tax)),
    tips: usd(tips),
    total: usd(total),
    paid: usd(paid),
    refunded: usd(0),
    remain: usd(total - paid),
    lines: lines.map((l, i) => ({
      orderLineItemId: String(i + 1),
      serviceId: String(100 + i),
      name: `Service ${i}`,
      staffId: l.staff,
      staffName: `Staff ${l.staff}`,
      quantity: 1,
      totalPrice: usd(l.gross),
      discount: usd(l.discount),
      tax: usd(l.tax),
    })),
  };
};

const report = async (caller: Partial<Caller> = {}) =>
  (await servers.client(ReportService, caller).getSalesReport({ startDate: toWireDate(day) })).report;

describe("the day report", () => {
  test("a service that two people did is one service, and each has their part of it", async () => {
    const told = order("500", [{ staff: "1", gross: 10_000, discount: 1_000, tax: 900 }], 0);
    const part = (staffId: string, [totalPrice, discount, tax]: [number, number, number]) => ({
      ...{ staffId, staffName: `Staff ${staffId}` },
      ...{ totalPrice: usd(totalPrice), discount: usd(discount), tax: usd(tax) },
    });
    const staffShares = [part("1", [6_000, 600, 540]), part("2", [4_000, 400, 360])];
    await tell(OrderChangedSchema, { order: { ...told, lines: [{ ...told.lines[0], staffShares }] } }, "500", "4");
    const got = await eventually(async () => {
      const r = await report({ companyId: "4" });
      expect(r?.byService).toHaveLength(1);
      return r;
    });
    expect(got?.byService.map((one) => [one.quantity, minor(one.grossSales)])).toEqual([[1, 10_000n]]);
    expect(got?.byStaff.map((one) => [one.id, one.quantity, minor(one.grossSales), minor(one.netSales)])).toEqual([
      ["1", 1, 6_000n, 5_400n],
      ["2", 1, 4_000n, 3_600n],
    ]);
  });

  test("adds up what the events told, to the cent, and follows later versions only forward", async () => {
    const lines = [
      { staff: "1", gross: 11_800, discount: 580, tax: 1_150 },
      { staff: "2", gross: 5_800, discount: 0, tax: 594 },
    ];
    await tell(OrderBalanceChangedSchema, { order: order("1", lines, 3_404, 3, 10_000) }, "1");
    await tell(OrderChangedSchema, { order: order("1", [{ staff: "1", gross: 1, discount: 0, tax: 0 }], 0, 2) }, "1");
    await tell(
      OrderCompletedSchema,
      {
        order: order("1", lines, 3_404, 3, 10_000),
        tipShares: [
          { staffId: "1", amount: usd(2_404) },
          { staffId: "2", amount: usd(1_000) },
        ],
      },
      "1",
    );
    const late = { order: order("1", lines, 100, 2), tipShares: [{ staffId: "1", amount: usd(100) }] };
    await tell(OrderCompletedSchema, late, "1");
    const paid = { orderId: "1", businessId: "1", customerId: "9", businessDate: day, recordedAt: { seconds: 1_700_000_000n } };
    await tell(PaymentRecordedSchema, { ...paid, paymentId: "1", amount: usd(10_000), method: "card" }, "1");
    await tell(PaymentRecordedSchema, { ...paid, paymentId: "2", amount: usd(2_500), method: "cash" }, "1");
    await tell(RefundRecordedSchema, { ...paid, refundId: "1", paymentId: "2", amount: usd(500), method: "cash" }, "1");
    await tell(RefundRecordedSchema, { ...paid, refundId: "2", paymentId: "1", amount: usd(900), method: "card" }, "1");
    await tell(RefundReversedSchema, { ...paid, refundId: "2", paymentId: "1", amount: usd(900) }, "1");
    const visit = {
      businessId: "1",
      customerId: "9",
      date: day,
      status: AppointmentStatus.UNCONFIRMED,
      version: 1,
      lines: [{ petId: "1" }, { petId: "2" }],
    };
    await tell(AppointmentBookedSchema, { appointment: { ...visit, appointmentId: "1" } }, "a1");
    await tell(AppointmentBookedSchema, { appointment: { ...visit, appointmentId: "2" } }, "a2");
    await tell(
      AppointmentCancelledSchema,
      { appointment: { ...visit, appointmentId: "2", version: 2, status: AppointmentStatus.CANCELLED }, noShow: 1 },
      "a2",
    );

    const got = await eventually(async () => {
      const r = await report();
      expect([r?.totals?.appointments, r?.totals?.cancelledAppointments]).toEqual([1, 1]);
      expect(minor(r?.totals?.due)).toBe(22_168n);
      expect(r?.tipsByStaff).toHaveLength(2);
      expect(minor(r?.totals?.netCollected)).toBe(12_000n);
      return r;
    });
    const { totals } = got ?? {};
    expect(
      [totals?.grossSales, totals?.discount, totals?.netSales, totals?.tax, totals?.tips, totals?.due, totals?.outstanding].map(minor),
    ).toEqual([17_600n, 580n, 17_020n, 1_744n, 3_404n, 22_168n, 12_168n]);
    expect(got?.byStaff.map((r) => [r.name, minor(r.netSales)])).toEqual([
      ["Staff 1", 11_220n],
      ["Staff 2", 5_800n],
    ]);
    expect(got?.byMethod.map((m) => [m.method, minor(m.collected), minor(m.refunded)])).toEqual([
      ["card", 10_000n, 0n],
      ["cash", 2_500n, 500n],
    ]);
    expect([totals?.appointments, totals?.pets, totals?.noShows]).toEqual([1, 2, 1]);
  });

  test("what is booked is sold when it is finished, its bill is completed, or its day is over; until then it is to come", async () => {
    const today = Temporal.Now.plainDateISO("America/Los_Angeles");
    const [yesterday, tomorrow] = [today.subtract({ days: 1 }).toString(), today.add({ days: 1 }).toString()];
    const visit = async (id: string, date: string, cents: number, states: { status?: AppointmentStatus; bill?: number } = {}) => {
      const { status = AppointmentStatus.CONFIRMED, bill = 1 } = states;
      const appointment = { appointmentId: id, businessId: "1", customerId: "9", date, status, version: 1 };
      await tell(AppointmentBookedSchema, { appointment }, id, "6");
      const told = order(id, [{ staff: "1", gross: cents, discount: 0, tax: 0 }], 0);
      await tell(OrderChangedSchema, { order: { ...told, businessDate: date, status: bill } }, id, "6");
    };
    await visit("61", yesterday, 100);
    await visit("62", today.toString(), 2_000);
    await visit("63", today.toString(), 30_000, { status: AppointmentStatus.FINISHED });
    await visit("64", today.toString(), 400_000, { bill: 2 });
    await visit("65", tomorrow, 5_000_000, { bill: 2 });
    await visit("66", tomorrow, 1);
    const retail = { ...order("67", [{ staff: "1", gross: 7, discount: 0, tax: 0 }], 0), appointmentId: "0", businessDate: tomorrow };
    await tell(OrderChangedSchema, { order: retail }, "67", "6");
    const span = { startDate: toWireDate(yesterday), endDate: toWireDate(tomorrow) };
    const api = servers.client(ReportService, { companyId: "6" });
    const got = await eventually(async () => {
      const { report } = await api.getSalesReport(span);
      expect([minor(report?.totals?.netSales), minor(report?.toCome?.netSales)]).toEqual([430_107n, 5_002_001n]);
      return report;
    });
    expect([got?.totals?.due, got?.totals?.outstanding, got?.toCome?.outstanding].map(minor)).toEqual([430_107n, 430_107n, 5_002_001n]);
    expect([got?.byService, got?.byStaff].map((rows) => rows?.map(({ netSales }) => minor(netSales)))).toEqual([[430_107n], [430_107n]]);
    const { days } = await api.listDayTotals(span);
    expect(days.map(({ netSales }) => minor(netSales))).toEqual([100n, 430_000n, 7n]);
    const { csv } = await api.exportSalesReport(span);
    expect(csv).toContain("Still to come,,,50020.01,0.00,50020.01,0.00,0.00,,,50020.01");
    const own = await servers
      .client(ReportService, { companyId: "6", permissions: [Permission.VIEW_REPORTS], staffId: "1", employeeCategory: 0 })
      .getSalesReport(span);
    expect(minor(own.report?.totals?.netSales)).toBe(430_107n);
  });

  test("credit that is spent is not collected once more, and what went back as credit is not refunded: both are told apart, day by day too", async () => {
    const [first, second] = ["2026-10-07", "2026-10-08"];
    const moved = (id: string, businessDate: string, amount: number, method: string) => ({
      ...{ orderId: "1", businessId: "1", customerId: "9", businessDate, method, amount: usd(amount) },
      ...{ paymentId: id, recordedAt: { seconds: 1_700_000_000n } },
    });
    const at = async <D extends DescMessage>(schema: D, event: object) => tell(schema, event as never, "81", "8");
    await at(PaymentRecordedSchema, moved("81", first, 10_000, "card"));
    await at(RefundRecordedSchema, { ...moved("81", first, 6_000, "store credit"), refundId: "81" });
    await at(RefundRecordedSchema, { ...moved("81", first, 1_000, "cash"), refundId: "82" });
    await at(PaymentRecordedSchema, moved("82", second, 6_000, "store credit"));
    const api = servers.client(ReportService, { companyId: "8" });
    const span = { startDate: toWireDate(first), endDate: toWireDate(second) };
    const got = await eventually(async () => {
      const { report } = await api.getSalesReport(span);
      expect(minor(report?.totals?.paidWithCredit)).toBe(6_000n);
      return report;
    });
    const { collected, refunded, netCollected, refundedAsCredit } = got?.totals ?? {};
    expect([collected, refunded, netCollected, refundedAsCredit].map(minor)).toEqual([10_000n, 1_000n, 9_000n, 6_000n]);
    expect(got?.byMethod.map((one) => [one.method, minor(one.collected), minor(one.refunded)])).toEqual([
      ["card", 10_000n, 0n],
      ["cash", 0n, 1_000n],
    ]);
    const { days } = await api.listDayTotals(span);
    expect(days.map((one) => minor(one.collected))).toEqual([10_000n, 0n]);
    expect((await api.exportSalesReport(span)).csv).toContain("Store credit,,,,,,,,60.00,60.00,");
  });

  test("permission-scope-levels: own counts only the caller's lines and tips and shows no money in or out", async () => {
    const own = await report({ permissions: [Permission.VIEW_REPORTS], staffId: "2", employeeCategory: 0 });
    expect(own?.byStaff.map((r) => r.name)).toEqual(["Staff 2"]);
    expect(minor(own?.totals?.netSales)).toBe(5_800n);
    expect(minor(own?.totals?.tips)).toBe(1_000n);
    const { netSales, tax, tips, due, outstanding } = own?.totals ?? {};
    expect(minor(tax)).toBeGreaterThan(0n);
    expect([minor(due), minor(outstanding)]).toEqual([minor(netSales) + minor(tax) + minor(tips), 0n]);
    expect(own?.byMethod).toEqual([]);
    const nobodys = await report({ permissions: [Permission.VIEW_REPORTS], staffId: "3", employeeCategory: 0 });
    const counts = [own, nobodys].map((r) => [r?.totals?.appointments, r?.totals?.pets, r?.totals?.cancelledAppointments]);
    expect(counts).toEqual([
      [1, 2, 0],
      [0, 0, 0],
    ]);
  });

  test("no-permission-code: without a report permission the answer is 20019", async () => {
    expect((await refusalOf(report({ permissions: [] }))).code).toBe(ErrorCode.NO_PERMISSION);
  });

  test("another company sees nothing of it", async () => {
    const theirs = await report({ companyId: "2" });
    expect(minor(theirs?.totals?.due)).toBe(0n);
    expect(theirs?.byMethod).toEqual([]);
  });

  test("what is kept of deposits is income of the day it was kept on, in a line of its own, less what is given up again on another", async () => {
    const entry = { orderId: "1", businessId: "1", customerId: "9", recordedAt: { seconds: 1_700_000_000n } };
    const tellKept = async (entryId: string, cents: number, businessDate: string) =>
      await tell(
        DepositKeptSchema,
        { orderId: "1", businessId: "1", amount: usd(1), entry: { ...entry, entryId, change: usd(cents), businessDate } },
        "1",
      );
    await tellKept("1", 2_000, day);
    await tellKept("2", -500, day);
    await tellKept("3", -700, "2026-11-21");
    const keptOn = async (date: string, caller: Partial<Caller> = {}) =>
      (await servers.client(ReportService, caller).getSalesReport({ startDate: toWireDate(date) })).report;
    const next = await eventually(async () => {
      const found = await keptOn("2026-11-21");
      expect(minor(found?.totals?.depositsKept)).toBe(-700n);
      return found;
    });
    expect([next?.byMethod, minor(next?.totals?.netSales)]).toEqual([[], 0n]);
    const { totals, byMethod } = (await keptOn(day)) ?? {};
    expect([totals?.depositsKept, totals?.netSales, totals?.collected].map(minor)).toEqual([1_500n, 17_020n, 12_500n]);
    expect(byMethod?.map((m) => m.method)).toEqual(["card", "cash"]);
    const { csv } = await servers.client(ReportService).exportSalesReport({ startDate: toWireDate(day) });
    expect(csv).toContain("Deposits kept,,,,,,,,,,15.00");
    const own = await keptOn(day, { permissions: [Permission.VIEW_REPORTS], staffId: "2", employeeCategory: 0 });
    expect(minor(own?.totals?.depositsKept)).toBe(0n);
  });

  test("what clients paid on top for paying by card is a figure of its own, less what of it went back, and in no other", async () => {
    const other = "2026-10-05";
    const fed = {
      orderId: "1",
      businessId: "1",
      customerId: "9",
      method: "card",
      businessDate: other,
      recordedAt: { seconds: 1_700_000_000n },
    };
    await tell(PaymentRecordedSchema, { ...fed, paymentId: "71", amount: usd(10_000), convenienceFee: usd(320) }, "1");
    await tell(RefundRecordedSchema, { ...fed, refundId: "71", paymentId: "71", amount: usd(2_500), convenienceFee: usd(80) }, "1");
    const reportOf = async (caller: Partial<Caller> = {}) =>
      (await servers.client(ReportService, caller).getSalesReport({ startDate: toWireDate(other) })).report?.totals;
    await eventually(async () => expect(minor((await reportOf())?.cardFees)).toBe(240n));
    const totals = await reportOf();
    expect([totals?.collected, totals?.netCollected, totals?.netSales].map(minor)).toEqual([10_000n, 7_500n, 0n]);
    const { csv } = await servers.client(ReportService).exportSalesReport({ startDate: toWireDate(other) });
    expect(csv).toContain("Card fees paid by clients,,,,,,,,,,2.40");
    const own = await reportOf({ permissions: [Permission.VIEW_REPORTS], staffId: "2", employeeCategory: 0 });
    expect(minor(own?.cardFees)).toBe(0n);
  });

  test("a span that ends before it starts, or is longer than a year, is refused with the field", async () => {
    const client = servers.client(ReportService);
    for (const endDate of ["2026-11-19", "2027-11-22"]) {
      const refusal = await refusalOf(client.getSalesReport({ startDate: toWireDate(day), endDate: toWireDate(endDate) }));
      expect(refusal.options.fields?.[0]?.field).toBe("endDate");
    }
  });

  test("the trend has every day of the span and agrees with the report", async () => {
    const { days } = await servers
      .client(ReportService)
      .listDayTotals({ startDate: toWireDate("2026-11-19"), endDate: toWireDate("2026-11-21") });
    expect(days.map((d) => d.date)).toEqual(["2026-11-19", day, "2026-11-21"]);
    expect(days.map((d) => minor(d.netSales))).toEqual([0n, 17_020n, 0n]);
  });

  test("the file holds the same totals", async () => {
    const { csv, fileName } = await servers.client(ReportService).exportSalesReport({ startDate: toWireDate(day) });
    expect(fileName).toBe(`sales-${day}.csv`);
    const total = csv.split("\r\n").find((row) => row.startsWith("Total"));
    expect(total).toBe(`Total,${day} to ${day} (USD),1,176.00,5.80,170.20,17.44,34.04,125.00,5.00,`);
  });
});

describe("the file", () => {
  test.each([
    ["plain", "plain"],
    ['say "hi", then', '"say ""hi"", then"'],
    ["=1+1", "'=1+1"],
    ["@cmd", "'@cmd"],
    ["-5.00", "-5.00"],
  ])("cell %s", (value, expected) => {
    expect(csvOf([[value]])).toBe(`${expected}\r\n`);
  });

  test("a decimal reads back as the minor units it came from", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), fc.constantFrom("USD", "JPY", "KWD"), (value, currency) => {
        const text = decimal(value, currency);
        expect(BigInt(text.replace(".", ""))).toBe(value);
      }),
    );
  });

  test.each([
    { given: ["300", "200"], rows: ["3.00", "2.00"] },
    { given: ["300"], rows: ["3.00", "2.00"], last: "Not given to staff" },
    { given: [], rows: ["5.00"], last: "Not given to staff" },
  ])("tips given as $given of 500 add up to the total", ({ given, rows, last = "Staff" }) => {
    const zero = { gross: "0", discount: "0", tax: "0", outstanding: "0" };
    const facts = {
      totals: { ...zero, tips: "500", due: "500" },
      visits: { booked: 0, finished: 0, cancelled: 0, noShows: 0, pets: 0 },
      services: [],
      ahead: { ...zero, tips: "0" },
      staff: [],
      methods: [],
      tips: given.map((tips, i) => ({ staffId: String(i + 1), name: "Staff", tips })),
      currency: "USD",
      kept: "0",
      cardFees: "0",
    };
    const csv = salesCsv(salesOf(facts, { startDate: day, endDate: day, currency: "USD" }, { ownOnly: false }));
    const shown = csv.split("\r\n").filter((row) => row.startsWith("Tips,"));
    expect(shown.map((row) => row.split(",")[7])).toEqual(rows);
    expect(shown.at(-1)?.split(",")[1]).toBe(last);
  });

  test("is made of a report without losing a cent", () => {
    const cents = fc.integer({ min: 0, max: 10_000_000 }).map(String);
    const rows = fc.array(
      fc.record({
        id: fc.nat().map(String),
        name: fc.string(),
        quantity: fc.nat(20),
        gross: cents,
        discount: fc.constant("0"),
        tax: cents,
      }),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(rows, (services) => {
        const gross = services.reduce((a, s) => a + BigInt(s.gross), 0n);
        const facts = {
          totals: { gross: gross.toString(), discount: "0", tax: "0", tips: "0", due: gross.toString(), outstanding: "0" },
          ahead: { gross: "0", discount: "0", tax: "0", tips: "0", outstanding: "0" },
          visits: { booked: 0, finished: 0, cancelled: 0, noShows: 0, pets: 0 },
          services,
          staff: [],
          methods: [],
          tips: [],
          currency: "USD",
          kept: "0",
          cardFees: "0",
        };
        const sales = salesOf(facts, { startDate: day, endDate: day, currency: "USD" }, { ownOnly: false });
        expect(sales.services.reduce((a, s) => a + s.net, 0n)).toBe(sales.totals.net);
        expect(salesCsv(sales)).toContain(decimal(gross, "USD"));
      }),
    );
  });
});
