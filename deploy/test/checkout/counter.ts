import { fromMoney } from "@leashline/kit/money/money.ts";
import type { Money } from "@leashline/proto/google/type/money_pb.js";
import { TaxService } from "@leashline/proto/leashline/account/v1/tax_service_pb.js";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { StaffScheduleService } from "@leashline/proto/leashline/calendar/v1/staff_schedule_service_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { type Order, OrderStatus } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { LedgerService } from "@leashline/proto/leashline/payment/v1/ledger_pb.js";
import { PaymentService } from "@leashline/proto/leashline/payment/v1/payment_service_pb.js";
import { ReportService } from "@leashline/proto/leashline/reporting/v1/report_service_pb.js";
import type { Browser, Page } from "playwright-core";
import { expect, vi } from "vitest";
import type { Api } from "../../seed/api.ts";
import { type App, sharedApp } from "../app.ts";
import { openBrowser } from "../browser.ts";
import { type Desk, deskOf, foundCompany, type Person, signedUp } from "../small-shop.ts";
import { usd, wireDay } from "../wire.ts";
import { workday } from "../workday.ts";

// A shop's counter for journeys: two services with a tax each, visits to check out, and what must agree about the money afterwards.

export const cents = (money: Money | undefined): number => Number(fromMoney(money).minor);
const { CHECKED_IN, READY_FOR_PICKUP, FINISHED } = AppointmentStatus;

export type Counter = {
  owner: Person;
  date: string;
  /** A visit with the first service for 50.00, taxed 10.25 percent, and the second for 30.00, taxed 3.5 percent; its bill is there. */
  visit: (lastName: string, hour: number) => Promise<{ appointmentId: string; orderId: string }>;
  /** Another such visit of the client whose bill this is. */
  again: (orderId: string, hour: number) => Promise<{ appointmentId: string; orderId: string }>;
  /** Checked in, ready, finished. */
  finish: (appointmentId: string) => Promise<void>;
  order: (orderId: string) => Promise<Order>;
  payments: (orderId: string) => Promise<{ id: string; method: string; amount: number; refunded: number; failed: boolean }[]>;
  /** Orders, ledger and report say the same of every cent, once all have heard. */
  agree: () => Promise<void>;
};

export type AtCounter = { app: Omit<App, "stop">; browser: Browser; counter: Counter; staff: Desk; page: Page };

/** A shop of its own, and its owner at the counter in a browser. */
export async function standAtCounter(): Promise<AtCounter> {
  const app = await sharedApp();
  const browser = await openBrowser();
  const counter = await openCounter(app.url);
  const staff = await deskOf(browser, app.url, counter.owner);
  return { app, browser, counter, staff, page: staff.page };
}

export async function openCounter(url: string): Promise<Counter> {
  const owner = await signedUp(url, "counter.test", "Olive", "Owner");
  await foundCompany(owner, "Two Taxes Grooming");
  const { api } = owner;
  const taxes = [];
  for (const [taxName, taxRate] of [
    ["State", "10.25"],
    ["City", "3.5"],
  ] as const)
    taxes.push((await api.client(TaxService).addTaxRule({ taxName, taxRate })).taxRule?.id ?? "0");
  const services = await pricedServices(api, taxes);
  const { staff } = await api.client(StaffScheduleService).listCalendarStaff({});
  const staffId = staff.find((one) => one.staffId !== "-10")?.staffId ?? "0";
  const day = workday("America/New_York");
  return {
    owner,
    date: day.toString(),
    visit: async (lastName, hour) => bookedVisit(api, { ...(await newClient(api, lastName)), start: hour * 60, services, staffId, day }),
    again: async (orderId, hour) => {
      const { order } = await api.client(OrderService).getOrder({ orderId });
      const client = { customerId: order?.customerId ?? "0", petId: order?.items[0]?.petId ?? "0" };
      return await bookedVisit(api, { ...client, start: hour * 60, services, staffId, day });
    },
    finish: async (id) => {
      for (const status of [CHECKED_IN, READY_FOR_PICKUP, FINISHED]) await api.client(AppointmentService).updateStatus({ id, status });
    },
    order: async (orderId) => (await api.client(OrderService).getOrder({ orderId })).order as Order,
    payments: async (orderId) =>
      (await api.client(PaymentService).listPayments({ orderId, pageSize: 50 })).payments.map(
        ({ id, method, amount, refunded, failureMessage }) => ({
          id,
          method,
          amount: cents(amount),
          refunded: cents(refunded),
          failed: failureMessage !== "",
        }),
      ),
    agree: () => vi.waitFor(() => allAgree(api, day), { timeout: 30_000, interval: 200 }),
  };
}

async function pricedServices(api: Api, taxes: string[]): Promise<string[]> {
  const catalog = api.client(CatalogService);
  await catalog.createStarterCatalog({ careTypes: ["GROOMING"] });
  const { services } = await catalog.listServices({ careType: "GROOMING", pageSize: 10 });
  const ids = services.slice(0, 2).map(({ id }) => id);
  for (const [n, id] of ids.entries())
    await catalog.updateService({
      id,
      service: { price: usd([50, 30][n] ?? 0), taxId: taxes[n] ?? "0", duration: 30 },
      updateMask: { paths: ["price", "tax_id", "duration"] },
    });
  return ids;
}

async function newClient(api: Api, lastName: string) {
  const { client, pets } = await api
    .client(ClientService)
    .createClientWithPets({ client: { firstName: "Robin", lastName }, pets: [{ petName: "Moss", petType: "Dog" }] });
  return { customerId: client?.customerId ?? "0", petId: pets[0]?.petId ?? "0" };
}

type Booking = { customerId: string; petId: string; start: number; services: string[]; staffId: string; day: Temporal.PlainDate };

async function bookedVisit(api: Api, { customerId, petId, start, services, staffId, day }: Booking) {
  const { appointment } = await api.client(AppointmentService).bookAppointment({
    customerId,
    staffId,
    appointmentDate: wireDay(day),
    startTime: start,
    petServices: [{ petId, services: services.map((serviceId) => ({ serviceId })) }],
  });
  const appointmentId = appointment?.id ?? "0";
  return await vi.waitFor(
    async () => {
      const { order } = await api.client(OrderService).getOrderByAppointment({ appointmentId });
      // 50.00 and 5.12 tax, 30.00 and 1.05 tax, once the taxes are known.
      expect(cents(order?.total)).toBe(8_617);
      return { appointmentId, orderId: order?.id ?? "0" };
    },
    { timeout: 30_000, interval: 100 },
  );
}

async function allAgree(api: Api, day: Temporal.PlainDate): Promise<void> {
  const { orders } = await api.client(OrderService).listOrders({ pageSize: 100 });
  const billed = orders.filter((order) => order.status !== OrderStatus.CANCELLED);
  const sum = (of: (order: Order) => number) => billed.reduce((all, order) => all + of(order), 0);
  const said = {
    sales: sum((o) => cents(o.subTotal) - cents(o.discount)),
    tax: sum((o) => cents(o.tax)),
    tips: sum((o) => cents(o.tips)),
    in: orders.reduce((all, o) => all + cents(o.paid) - cents(o.refunded), 0),
    open: orders.reduce((all, o) => all + cents(o.remain) - cents(o.overpaid), 0),
  };
  for (const order of billed)
    expect(cents(order.total), `order ${order.id}`).toBe(
      cents(order.paid) - cents(order.refunded) + cents(order.remain) - cents(order.overpaid),
    );
  const { balances } = await api.client(LedgerService).listAccountBalances({});
  const at = (name: string) => cents(balances.find(({ account }) => account === name)?.amount);
  const ledger = {
    sales: 0 - at("sales"),
    tax: 0 - at("tax_payable"),
    tips: 0 - at("tips_payable"),
    // What clients paid on top for paying by card is no part of a bill. Store credit pays bills, and what was given of it by hand came from no bill.
    in: at("cash_drawer") + at("cash_outside") + at("card_clearing") + at("convenience_fees") + at("client_credit") + at("credit_given"),
    open: at("client_receivable") + at("client_deposits"),
  };
  expect(ledger).toEqual(said);
  const today = Temporal.Now.plainDateISO("America/New_York");
  const span = { startDate: wireDay(today), endDate: wireDay(day) };
  const { report } = await api.client(ReportService).getSalesReport(span);
  const [t, ahead] = [report?.totals, report?.toCome];
  const [sales, tax, tips] = [
    cents(t?.netSales) + cents(ahead?.netSales),
    cents(t?.tax) + cents(ahead?.tax),
    cents(t?.tips) + cents(ahead?.tips),
  ];
  const came = cents(t?.netCollected) + cents(t?.paidWithCredit) - cents(t?.refundedAsCredit);
  expect({
    ...{ sales, tax, tips },
    in: came,
    open: sales + tax + tips + cents(t?.depositsKept) - came,
  }).toEqual(said);
}
