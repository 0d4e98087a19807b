import { type Ctx, implement, type Tx } from "@leashline/kit";
import { type Place, repairOf, walkOf } from "@leashline/kit/rebuild.ts";
import { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { MoneyRecordService } from "@leashline/proto/leashline/payment/v1/money_record_pb.js";
import { ReportFactService } from "@leashline/proto/leashline/reporting/v1/report_fact_service_pb.js";
import { command, type DB, type Db, query } from "../db.ts";
import { dropMovement, keepMovement, keepOrder, keepStaff, keepTips, keepVisit } from "./facts.store.ts";
import { type MoneyFacts, nameOf, orderFacts, paymentFacts, refundFacts, tipFacts, type VisitFacts, visitFacts } from "./facts.ts";
import { dropOrder, dropVisit, movementsKept, namesKept, type OrderKept, ordersKept, visitsKept } from "./rebuild.store.ts";

type Stage = "visits" | "orders" | "payments" | "refunds" | "names";
type Step = { last: string | null; corrected: number };
type Look = (ctx: Ctx, place: Place<Stage>, size: number) => Promise<Step>;

const atOnce = 200;
const { placeOf, tokenAfter } = walkOf<Stage>(["visits", "orders", "payments", "refunds", "names"]);

export const reportFactRpc = implement(ReportFactService, {
  async rebuildReportFacts({ pageToken, pageSize }, ctx) {
    const place = placeOf(pageToken);
    const { last, corrected } = await looks[place.stage](ctx, place, pageSize || atOnce);
    return { nextPageToken: tokenAfter(place, last), corrected };
  },
});

type Kind<T> = {
  kept: (db: Db, after: string, size: number) => Promise<T[]>;
  told: (ctx: Ctx, after: string, size: number) => Promise<T[]>;
  drop: (tx: Tx<DB>, one: T) => Promise<void>;
  keep: (tx: Tx<DB>, one: T) => Promise<void>;
};

const lookAt =
  <T extends { id: string; version: number }>({ kept, told, drop, keep }: Kind<T>): Look =>
  async (ctx, { after }, size) => {
    const here = await query(ctx, (db) => kept(db, after, size));
    const { wrong, right, last } = repairOf(here, await told(ctx, after, size), size, () => true);
    const about = new Set([...wrong, ...right].map(({ id }) => id));
    if (about.size > 0)
      await command(ctx, async (tx) => {
        for (const one of wrong) await drop(tx, one);
        for (const one of right) await keep(tx, one);
        tx.notify("reporting.sales");
      });
    return { last, corrected: about.size };
  };

const visits: Kind<VisitFacts> = {
  kept: visitsKept,
  told: async (ctx, afterAppointmentId, pageSize) => {
    const { records } = await ctx.client(AppointmentService).listAppointmentRecords({ afterAppointmentId, pageSize });
    return records.flatMap(({ appointment, noShow }) => (appointment ? [visitFacts(appointment, noShow)] : []));
  },
  drop: dropVisit,
  keep: async (tx, one) => keepVisit(tx, one),
};

const orders: Kind<OrderKept> = {
  kept: ordersKept,
  told: async (ctx, afterOrderId, pageSize) => {
    const answer = await ctx.client(OrderService).listOrderRecords({ afterOrderId, pageSize });
    const given = new Map(answer.tips.map(({ orderId, tipShares }) => [orderId, tipFacts(tipShares)]));
    return answer.orders.map((order) => ({ ...orderFacts(order), given: given.get(order.orderId) ?? [] }));
  },
  drop: dropOrder,
  keep: async (tx, { given, ...order }) => {
    if (await keepOrder(tx, order)) await keepTips(tx, order.id, given);
  },
};

// Movements carry no version: one that is wrong is dropped, and what its owner says takes its place.
const movements = (kind: MoneyFacts["kind"], told: Kind<MoneyFacts>["told"]): Kind<MoneyFacts> => ({
  kept: (db, after, size) => movementsKept(db, kind, after, size),
  told,
  drop: dropMovement,
  keep: async (tx, movement) => {
    await dropMovement(tx, movement);
    await keepMovement(tx, movement);
  },
});

const payments = movements("payment", async (ctx, afterPaymentId, pageSize) =>
  (await ctx.client(MoneyRecordService).listPaymentRecords({ afterPaymentId, pageSize })).payments.map(paymentFacts),
);

const refunds = movements("refund", async (ctx, afterRefundId, pageSize) =>
  (await ctx.client(MoneyRecordService).listRefundRecords({ afterRefundId, pageSize })).refunds.map(refundFacts),
);

// A refund that is taken back between the question and the writing would come back to life: what was put right is looked at once more.
const refundsTwice: Look = async (ctx, place, size) => {
  const first = await lookAt(refunds)(ctx, place, size);
  if (first.corrected > 0) await lookAt(refunds)(ctx, place, size);
  return first;
};

const names: Look = async (ctx, { after }, size) => {
  const kept = await query(ctx, (db) => namesKept(db, after, size));
  const ids = kept.map(({ staffId }) => staffId);
  const { staff } = ids.length > 0 ? await ctx.client(StaffService).batchGetStaff({ ids }) : { staff: [] };
  const before = new Map(kept.map(({ staffId, name }) => [staffId, name]));
  const wrong = staff.filter((one) => before.get(one.id) !== nameOf(one));
  if (wrong.length > 0)
    await command(ctx, async (tx) => {
      for (const one of wrong) await keepStaff(tx, one.id, nameOf(one));
      tx.notify("reporting.sales");
    });
  return { last: kept.length < size ? null : (ids.at(-1) as string), corrected: wrong.length };
};

const looks: Record<Stage, Look> = {
  visits: lookAt(visits),
  orders: lookAt(orders),
  payments: lookAt(payments),
  refunds: refundsTwice,
  names,
};
