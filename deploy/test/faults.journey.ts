import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { ClosedDateService } from "@leashline/proto/leashline/account/v1/closed_date_service_pb.js";
import { PaymentStatus as Shown } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { ServiceChargeService } from "@leashline/proto/leashline/offering/v1/service_charge_service_pb.js";
import { BookingFlowService, BookingStep } from "@leashline/proto/leashline/online_booking/v1/booking_flow_pb.js";
import { OnlineBookingSettingService } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { CardService } from "@leashline/proto/leashline/payment/v1/card_pb.js";
import { CreditService } from "@leashline/proto/leashline/payment/v1/credit_service_pb.js";
import { LedgerService } from "@leashline/proto/leashline/payment/v1/ledger_pb.js";
import { ReportService } from "@leashline/proto/leashline/reporting/v1/report_service_pb.js";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { services } from "../constellation.ts";
import { rebuild } from "../rebuild.ts";
import { type Api, openApi, withHands } from "../seed/api.ts";
import { openHotel } from "../seed/hotel.ts";
import { openShop, signIn, zone } from "../seed/shop.ts";
import { type App, startApp } from "./app.ts";
import { type Checkout, checkOut, mailOf, receiptOf } from "./faults/checkout.ts";
import { killAll, victims } from "./faults/killing.ts";
import { balances, capturedOf, ledgerEntries, offBalance } from "./faults/ledger.ts";
import { countRows, type Merged, mergeAll, untilAgreed } from "./faults/merges.ts";
import { projectionTables } from "./faults/projections.ts";
import { openBooks, untilQuiet } from "./faults/quiet.ts";
import { type Stubborn, stubborn } from "./faults/stubborn.ts";
import { bookVisits, cents, firstRoomyDay, remindSoon, tomorrow, type Visit } from "./faults/visits.ts";
import { charges, mails, texts } from "./faults/witness.ts";
import { wireDay } from "./wire.ts";

// Every process, PostgreSQL, Redis and NATS killed in the middle of checkouts. Afterwards the providers, the ledger, the orders, the calendar, the
// clients and the report must tell one story, to the cent.

const many = Number(process.env.LEASHLINE_FAULT_CHECKOUTS ?? 250);
const merges = Number(process.env.LEASHLINE_FAULT_MERGES ?? 6);
const mergeSeed = Number(process.env.LEASHLINE_FAULT_SEED ?? Math.floor(Math.random() * 1_000_000));
const reminded = 40;
const hands = 8;
const reminderInMinutes = 2;

let app: App;
let books: pg.Pool;
let api: Api;
let web: Stubborn;
let visits: Visit[] = [];
let waiting: Visit[] = [];
let checkouts: Checkout[] = [];

beforeAll(async () => {
  app = await startApp({ demo: false });
  books = openBooks(app);
  api = openApi(app.url);
  await signIn(api, app.owner.email, app.owner.password);
  const shop = await openShop(api);
  web = stubborn(app.url, api.identity());
  const day = firstRoomyDay(shop, reminded);
  waiting = await bookVisits(web, shop, day, 0, reminded);
  visits = await bookVisits(web, shop, day.add({ days: 2 }), reminded, many);
  await remindSoon(web, day, reminderInMinutes);
  await web.call(ClosedDateService.method.addClosedDate, { startDate: wireDay(day.add({ days: 60 })), description: "Stocktaking" });
  await web.call(CardService.method.attachCard, { customerId: waiting[0]?.customerId ?? "0", chargeToken: "pm_card_visa" });
});
afterAll(async () => {
  await books?.end();
  await app?.stop();
});

/** Row by row, what was found and what it should be, where they differ. */
const differing = (found: readonly object[], told: readonly object[]) =>
  told.flatMap((should, index) => (isDeepStrictEqual(found[index], should) ? [] : [{ found: found[index], should }]));

test(`${many} checkouts while everything is killed in turn: each ends, and all comes to rest`, { timeout: 480_000 }, async () => {
  const done: Checkout[] = [];
  let over = false;
  const killing = killAll(app, { done: () => done.length, all: many, over: () => over });
  try {
    await withHands(visits, hands, async (visit) => void done.push(await checkOut(web, visit)));
  } finally {
    over = true;
  }
  expect(await killing).toHaveLength(victims.length);
  expect(web.again(), "calls that had to be made again").toBeGreaterThan(0);
  checkouts = done.sort((a, b) => a.visit.n - b.visit.n);
  await untilQuiet(app, books, 150_000);
});

test("whoever called was told to try again, or what was wrong; never of a fault of ours", () => {
  expect(web.improper).toEqual([]);
  const faults = services.flatMap((name) =>
    readFileSync(join(app.data, "logs", `${name}.log`), "utf8")
      .split("\n")
      .filter((line) => line.includes("a call failed through a fault of ours"))
      .map((line) => `${name}: ${line.slice(0, 400)}`),
  );
  expect(faults).toEqual([]);
});

test("ledger, provider and orders agree on every payment, to the cent", async () => {
  const entries = await ledgerEntries(web);
  expect(offBalance(entries)).toEqual([]);
  const captured = capturedOf(entries);
  const taken = (await charges(app)).filter(({ kind, captured }) => kind === "charge" && captured);
  const { orders } = await web.call(OrderService.method.batchGetOrders, { orderIds: checkouts.map(({ orderId }) => orderId) });
  const told = checkouts.map(({ orderId, total, cash, tips }) => ({
    orderId,
    total,
    tips,
    cash,
    card: total - cash,
    charged: [total - cash],
  }));
  const found = checkouts.map(({ orderId }) => {
    const order = orders.find(({ id }) => id === orderId);
    const { cash = 0, card = 0, payments = [] } = captured.get(orderId) ?? {};
    const charged = taken.filter(({ metadata }) => metadata.order_id === orderId);
    expect(payments, `payments of order ${orderId}`).toEqual(order?.paymentSummary?.payments.map(({ paymentId }) => paymentId).sort());
    expect([order?.paymentStatus, cents(order?.remain), cents(order?.overpaid)], `order ${orderId}`).toEqual(["paid", 0, 0]);
    return { orderId, total: cents(order?.paid), tips: cents(order?.tips), cash, card, charged: charged.map(({ amount }) => amount) };
  });
  expect(differing(found, told)).toEqual([]);
  expect(taken).toHaveLength(many);
  expect((await web.call(LedgerService.method.runSweep, {})).differences).toEqual([]);
  const sums = await balances(web);
  expect(Object.values(sums).reduce((all, one) => all + one, 0)).toBe(0);
  expect(sums.card_clearing).toBe(taken.reduce((all, { amount }) => all + amount, 0));
});

test("every message that was asked for or due went out exactly once", async () => {
  const sent = await texts(app);
  const about = (visit: Visit) => {
    const bodies = sent.filter(({ to }) => to === visit.phone).map(({ body }) => body);
    const like = (words: RegExp) => bodies.filter((body) => words.test(body)).length;
    const counts = {
      booked: like(/is booked for/),
      ready: like(/ready for pick-up/),
      receipt: like(/Receipt INV/),
      reminder: like(/Reply Y/),
    };
    return { visit: visit.n, ...counts, all: bodies.length };
  };
  const checkedOut = visits.map((visit) => {
    const receipt = receiptOf(visit) === "text" ? 1 : 0;
    return { visit: visit.n, booked: 1, ready: 1, receipt, reminder: 0, all: 2 + receipt };
  });
  expect(differing(visits.map(about), checkedOut)).toEqual([]);
  const reminded = waiting.map(({ n }) => ({ visit: n, booked: 1, ready: 0, receipt: 0, reminder: 1, all: 2 }));
  expect(differing(waiting.map(about), reminded)).toEqual([]);
  const letters = await mails(app);
  const asked = visits.filter((visit) => receiptOf(visit) === "mail").map(mailOf);
  expect(
    letters
      .flatMap(({ recipients }) => recipients)
      .filter((to) => to.endsWith("@faults.test"))
      .sort(),
  ).toEqual(asked.sort());
});

test("the report agrees with the ledger, the calendar and the clients' pages with the orders", async () => {
  const last = visits
    .map(({ date }) => date)
    .sort(Temporal.PlainDate.compare)
    .at(-1);
  if (!last) throw new Error("nobody came");
  const span = { startDate: wireDay(Temporal.Now.plainDateISO(zone).subtract({ days: 1 })), endDate: wireDay(last) };
  const { report } = await web.call(ReportService.method.getSalesReport, span);
  const sums = await balances(web);
  const byMethod = Object.fromEntries((report?.byMethod ?? []).map((row) => [row.method, [row.payments, cents(row.collected)]]));
  expect(byMethod).toEqual({ cash: [many, sums.cash_outside], card: [many, sums.card_clearing] });
  const { totals } = report ?? {};
  const tips = checkouts.reduce((all, one) => all + one.tips, 0);
  expect([totals?.appointments, totals?.finishedAppointments, cents(totals?.tips)]).toEqual([many + reminded, many, tips]);
  expect(-(sums.tips_payable ?? 0)).toBe(tips);

  const { appointments } = await web.call(AppointmentService.method.batchGetAppointments, { ids: visits.map(({ id }) => id) });
  const shown = appointments.map(({ id, paymentStatus, paidAmount, outstandingBalance }) => [
    id,
    paymentStatus,
    cents(paidAmount),
    cents(outstandingBalance),
  ]);
  expect(
    differing(
      shown,
      checkouts.map(({ visit, total }) => [visit.id, Shown.PAID, total, 0]),
    ),
  ).toEqual([]);

  const known = await withHands(checkouts, hands, async ({ visit }) => {
    const { overview } = await web.call(ClientService.method.getClientOverview, { customerId: visit.customerId });
    return [visit.n, overview?.finishedCount, cents(overview?.totalPaid), cents(overview?.totalOutstandingBalance)];
  });
  expect(
    differing(
      known,
      checkouts.map(({ visit, total }) => [visit.n, 1, total, 0]),
    ),
  ).toEqual([]);
});

const kept = projectionTables();

/** Rooms, somebody who stays in one next week and has store credit, a charge to put on bills, and a service that is the work of its own people. */
async function openRooms(): Promise<void> {
  await openHotel(api, [], tomorrow().toString());
  const price = { currencyCode: "USD", units: 5n };
  await api.client(ServiceChargeService).createServiceCharge({ name: "Cleaning", price, isActive: true });
  const show = { name: "Show groom", careType: "GROOMING", price, duration: 60, options: { requireDedicatedStaff: true } };
  await api.client(CatalogService).createService({ service: show });
  const { services: sold } = await api.client(CatalogService).listServices({ careType: "BOARDING", pageSize: 1 });
  const made = await web.call(ClientService.method.createClientWithPets, {
    client: { firstName: "Guest", lastName: "Overnight", phoneNumber: "+12065559001" },
    pets: [{ petName: "Sleeper", petType: "Dog" }],
  });
  const from = tomorrow().add({ days: 7 });
  await web.call(AppointmentService.method.bookAppointment, {
    customerId: made.client?.customerId ?? "0",
    staffId: "-10",
    ...{ appointmentDate: wireDay(from), startTime: 840, endDate: wireDay(from.add({ days: 2 })), endTime: 660 },
    petServices: [{ petId: made.pets[0]?.petId ?? "0", services: [{ serviceId: sold[0]?.id ?? "0" }] }],
  });
  await web.call(CreditService.method.giveCredit, { customerId: made.client?.customerId ?? "0", amount: price, reason: "Waited long" });
  await leaveBooking();
  await untilQuiet(app, books, 60_000);
}

/** The guest begins a booking online and does not send it. */
async function leaveBooking(): Promise<void> {
  const { setting } = await api.client(OnlineBookingSettingService).updateOnlineBookingSetting({ isEnable: true });
  await web.call(BookingFlowService.method.saveBookingProgress, {
    ...{ bookOnlineName: setting?.bookOnlineName ?? "", bookingFlowId: "left-by-the-guest", step: BookingStep.PERSONAL_INFO },
    customer: { firstName: "Guest", lastName: "Overnight", phoneNumber: "+12065559001" },
  });
}

test("what services keep of others needs nothing put right after all that; emptied or spoilt, it is read again to the same", async () => {
  const asked = { env: { LEASHLINE_PORT: String(app.port), LEASHLINE_DATA: app.data }, companies: [], say: () => undefined };
  // How many changes there were, when reminders were planned, where an appointment moved from and what finished it is nothing that an owner says.
  const own =
    "'{version,event_number,planned_at,previous_date,previous_start,moved_at,moved_version,untold_version,own_move_version,finished_by_payment}'::text[]";
  const everything = async () =>
    await Promise.all(
      kept.map(async (name) => (await books.query(`select (to_jsonb(t) - ${own})::text as row from ${name} t order by 1`)).rows),
    );
  await openRooms();
  const before = await everything();
  const corrected = await rebuild(asked);
  expect(await everything()).toEqual(before);
  expect(corrected).toBe(0);
  expect(kept.filter((_, index) => before[index]?.length === 0)).toEqual([]);

  for (const table of kept) await books.query(`delete from ${table}`);
  expect(await rebuild(asked)).toBeGreaterThan(2 * many);
  expect(await everything()).toEqual(before);

  for (const spoil of [
    "delete from customer.visit where appointment_id % 3 = 0",
    "update customer.visit set status = 3, ends_at = ends_at - interval '1 day', version = version + 5 where appointment_id % 3 = 1",
    "update customer.order_balance set remain_minor = remain_minor + 100",
    "delete from customer.order_balance where order_id % 5 = 0",
    "update customer.client_fact set finished_count = 9, outstanding_minor = 1",
    "delete from reporting.appointment_fact where appointment_id % 3 = 0",
    "update reporting.order_fact set remain = remain + 100, version = version + 5 where order_id % 3 = 1",
    "delete from reporting.order_line_fact where order_id % 5 = 0",
    "delete from reporting.tip_fact where order_id % 5 = 1",
    "update reporting.money_fact set amount = amount + 1",
    "delete from reporting.staff_fact",
    "update \"order\".business set name = ''",
  ])
    await books.query(spoil);
  expect(await rebuild(asked)).toBeGreaterThan(many / 2);
  expect(await everything()).toEqual(before);
  expect(await rebuild(asked)).toBe(0);
});

test(`${merges} merges, each with somebody killed at a random point (seed ${mergeSeed}): all services agree, and nothing is lost`, {
  timeout: 60_000 + merges * 25_000,
}, async () => {
  const losers = visits.slice(0, 2 * merges).filter((_, nth) => nth % 2 === 1);
  const ids = losers.map(({ customerId }) => customerId);
  const before = await countRows(books, ids);
  // What is theirs lies in every service that keeps something of clients who were here and paid.
  expect(Object.entries(before).filter(([, { theirs }]) => theirs > 0).length).toBeGreaterThan(8);
  const done: Merged[] = await mergeAll(app, web, visits, merges, mergeSeed);
  expect(await untilAgreed(books, ids), `after ${done.map(({ killed }) => killed).join(", ")}`).toEqual({});
  const after = await countRows(books, ids);
  const lost = Object.entries(before).filter(([place, { all }]) => (after[place]?.all ?? 0) < all);
  expect(lost).toEqual([]);
  for (const { winner, loser } of done) {
    const [one, other] = [
      await web.call(ClientService.method.getClient, { customerId: winner.customerId }),
      await web.call(ClientService.method.getClient, { customerId: loser.customerId }),
    ];
    expect(other.client?.customerId).toBe(one.client?.customerId);
    const { appointments } = await web.call(AppointmentService.method.listCustomerAppointments, { customerId: winner.customerId });
    expect(appointments.map(({ id }) => id)).toEqual(expect.arrayContaining([winner.id, loser.id]));
  }
  expect(web.improper).toEqual([]);
});
