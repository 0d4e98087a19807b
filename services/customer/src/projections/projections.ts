import { fromMoney, fromTimestamp, on, projection, type Tx } from "@leashline/kit";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import {
  AppointmentBookedSchema,
  AppointmentCancelledSchema,
  AppointmentChangedSchema,
  type AppointmentSnapshot,
  AppointmentStatusChangedSchema,
} from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import {
  OrderBalanceChangedSchema,
  OrderCancelledSchema,
  OrderChangedSchema,
  OrderCompletedSchema,
  type OrderSnapshot,
} from "@leashline/proto/leashline/order/v1/events_pb.js";
import { OrderStatus } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import {
  type CardsOnFileChanged,
  CardsOnFileChangedSchema,
  type CreditChanged,
  CreditChangedSchema,
} from "@leashline/proto/leashline/payment/v1/events_pb.js";
import { MoneyRecordService } from "@leashline/proto/leashline/payment/v1/money_record_pb.js";
import { staffOnLines } from "@leashline/proto/rules/line-staff.ts";
import type { DB } from "../db.ts";
import { sumUp } from "./client-sums.ts";

/** Without `noShow` this event does not say: a cancelled appointment keeps what it had, any other has none. */
type Appointment = AppointmentSnapshot & { noShow: number | undefined };
type Told = { appointment?: AppointmentSnapshot; noShow?: number };

const appointmentIn = ({ appointment, noShow }: Told): Appointment[] => (appointment ? [{ ...appointment, noShow }] : []);
const named = (list: readonly string[]): string[] => [...new Set(list)].filter((id) => id !== "0");
const hasClient = ({ customerId }: { customerId: string }): boolean => customerId !== "0";

const MINUTES_OF_DAY = 1440;
/** Midnight after the day on which it begins, where it is. */
function endOfFirstDay({ startAt, startTime }: AppointmentSnapshot): Date | null {
  const start = fromTimestamp(startAt);
  return start ? new Date(start.getTime() + (MINUTES_OF_DAY - startTime) * 60_000) : null;
}

/** Appointments of clients. A deleted one counts as cancelled, but was nowhere and with nobody: it puts its client in no one's reach. */
export const appointmentsWith = (changed: (tx: Tx<DB>, clientIds: readonly string[]) => Promise<void>) =>
  projection<Appointment>({
    table: "visit",
    key: "appointmentId",
    columns: {
      appointmentId: (one) => one.appointmentId,
      clientId: (one) => one.customerId,
      businessId: (one) => (one.deleted ? "0" : one.businessId),
      date: (one) => one.date,
      startTime: (one) => one.startTime,
      careTypes: (one) => [...new Set(one.lines.map((line) => line.careType).filter(Boolean))].sort(),
      endsAt: (one) => fromTimestamp(one.endAt) ?? new Date(`${one.date}T23:59:59Z`),
      dayEndsAt: (one) => endOfFirstDay(one),
      status: (one) => one.status,
      noShow: (one) => (one.status === AppointmentStatus.CANCELLED ? one.noShow : 0),
      petIds: (one) => named(one.lines.map((line) => line.petId)),
      staffIds: (one) => (one.deleted ? [] : named(staffOnLines(one.lines))),
    },
    version: (one) => one.version,
    numbered: true,
    kept: hasClient,
    events: [
      on(AppointmentBookedSchema, appointmentIn),
      on(AppointmentChangedSchema, appointmentIn),
      on(AppointmentStatusChangedSchema, appointmentIn),
      on(AppointmentCancelledSchema, appointmentIn),
    ],
    source: async (ctx, afterAppointmentId, pageSize) =>
      (await ctx.client(AppointmentService).listAppointmentRecords({ afterAppointmentId, pageSize })).records.flatMap(appointmentIn),
    changed: (tx, facts) => {
      for (const { customerId } of facts.filter(hasClient)) tx.together(changed, customerId);
    },
    eager: true,
    apart: true,
  });

const minor = (money: OrderSnapshot["paid"]): bigint => fromMoney(money).minor;

/** What is sold over the counter to nobody in particular has never been a client's. */
const isOfClient = ({ order }: { order?: OrderSnapshot | undefined }): boolean =>
  order !== undefined && (order.customerId !== "0" || order.appointmentId !== "0");

/** What clients paid and owe. Nothing is owed for what was cancelled. */
export const balances = projection<OrderSnapshot>({
  table: "orderBalance",
  key: "orderId",
  columns: {
    orderId: (order) => order.orderId,
    clientId: (order) => order.customerId,
    appointmentId: (order) => order.appointmentId,
    paidMinor: (order) => minor(order.paid),
    refundedMinor: (order) => minor(order.refunded),
    remainMinor: (order) => (order.status === OrderStatus.CANCELLED ? 0n : minor(order.remain)),
    currency: (order) => order.total?.currencyCode || "USD",
  },
  version: (order) => order.version,
  numbered: true,
  kept: hasClient,
  events: [
    on(OrderChangedSchema, ({ order }) => (order ? [order] : []), isOfClient),
    on(OrderBalanceChangedSchema, ({ order }) => (order ? [order] : []), isOfClient),
    on(OrderCompletedSchema, ({ order }) => (order ? [order] : []), isOfClient),
    on(OrderCancelledSchema, ({ order }) => (order ? [{ ...order, status: OrderStatus.CANCELLED }] : []), isOfClient),
  ],
  source: async (ctx, afterOrderId, pageSize) => (await ctx.client(OrderService).listOrderRecords({ afterOrderId, pageSize })).orders,
  changed: (tx, facts) => {
    for (const { customerId } of facts.filter(hasClient)) tx.together(sumAndNotify, customerId);
  },
  eager: true,
  apart: true,
});

/** How many cards clients have on file. */
export const cardsOnFile = projection<CardsOnFileChanged>({
  table: "cardOnFile",
  key: "clientId",
  columns: { clientId: (one) => one.customerId, cards: (one) => one.cards },
  events: [on(CardsOnFileChangedSchema, (event) => [event])],
  source: async (ctx, afterCustomerId, pageSize) =>
    (await ctx.client(MoneyRecordService).listCardRecords({ afterCustomerId, pageSize })).clients,
  changed: (tx, facts) => tx.notify("customer.client", { ids: facts.map(({ customerId }) => customerId) }),
  eager: true,
});

/** How much store credit clients have. */
export const storeCredits = projection<CreditChanged>({
  table: "storeCredit",
  key: "clientId",
  columns: {
    clientId: (one) => one.customerId,
    creditMinor: (one) => minor(one.balance),
    currency: (one) => one.balance?.currencyCode || "USD",
  },
  events: [on(CreditChangedSchema, (event) => [event])],
  source: async (ctx, afterCustomerId, pageSize) =>
    (await ctx.client(MoneyRecordService).listCreditRecords({ afterCustomerId, pageSize })).clients,
  changed: (tx, facts) => tx.notify("customer.client", { ids: facts.map(({ customerId }) => customerId) }),
  eager: true,
});

async function sumAndNotify(tx: Tx<DB>, clientIds: readonly string[]): Promise<void> {
  sumUp(tx, clientIds);
  tx.notify("customer.client", { ids: [...new Set(clientIds)] });
}
