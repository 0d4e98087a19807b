import { type Ctx, implement, ownStaffId, scopeLevel, todayIn, toMoney } from "@leashline/kit";
import { ScopeKind, ScopeLevel } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { ReportService } from "@leashline/proto/leashline/reporting/v1/report_service_pb.js";
import { query } from "../db.ts";
import { salesCsv } from "./csv.ts";
import { readDays, readSales } from "./sales.store.ts";
import { type Sales, type SalesLine, salesOf } from "./sales.ts";
import { type Asked, spanOf } from "./span.ts";

async function salesFor(request: Asked, ctx: Ctx): Promise<Sales> {
  const span = spanOf(request);
  const ownOnly = scopeLevel(ctx, ScopeKind.REPORTS) === ScopeLevel.OWN;
  const facts = await query(ctx, (db) =>
    readSales(db, { ...span, today: todayIn(ctx.caller.zone), staffId: ownOnly ? ownStaffId(ctx) : null }),
  );
  return salesOf(facts, { startDate: span.from, endDate: span.to, currency: ctx.caller.currency }, { ownOnly });
}

export const reportRpc = implement(ReportService, {
  async getSalesReport(request, ctx) {
    return { report: reportOf(await salesFor(request, ctx)) };
  },

  async exportSalesReport(request, ctx) {
    const sales = await salesFor(request, ctx);
    const days = sales.startDate === sales.endDate ? sales.startDate : `${sales.startDate}-to-${sales.endDate}`;
    return { fileName: `sales-${days}.csv`, csv: salesCsv(sales) };
  },

  async listDayTotals(request, ctx) {
    const span = spanOf(request);
    const days = await query(ctx, (db) => readDays(db, { ...span, today: todayIn(ctx.caller.zone) }));
    const money = (minor: string) => toMoney(minor, ctx.caller.currency);
    return {
      days: days.map((day) => ({
        date: day.date,
        netSales: money(day.net),
        collected: money(day.collected),
        tips: money(day.tips),
        appointments: day.appointments,
      })),
    };
  },
});

function reportOf(sales: Sales) {
  const money = (minor: bigint) => toMoney(minor, sales.currency);
  const row = (l: SalesLine) => ({
    id: l.id,
    name: l.name,
    quantity: l.quantity,
    grossSales: money(l.gross),
    discount: money(l.discount),
    netSales: money(l.net),
    tax: money(l.tax),
  });
  const { totals, visits, ahead } = sales;
  return {
    startDate: sales.startDate,
    endDate: sales.endDate,
    totals: {
      grossSales: money(totals.gross),
      discount: money(totals.discount),
      netSales: money(totals.net),
      tax: money(totals.tax),
      tips: money(totals.tips),
      due: money(totals.due),
      outstanding: money(totals.outstanding),
      collected: money(totals.collected),
      refunded: money(totals.refunded),
      netCollected: money(totals.netCollected),
      paidWithCredit: money(totals.paidWithCredit),
      refundedAsCredit: money(totals.refundedAsCredit),
      depositsKept: money(totals.depositsKept),
      cardFees: money(totals.cardFees),
      appointments: visits.booked,
      finishedAppointments: visits.finished,
      cancelledAppointments: visits.cancelled,
      noShows: visits.noShows,
      pets: visits.pets,
    },
    toCome: { netSales: money(ahead.net), tax: money(ahead.tax), tips: money(ahead.tips), outstanding: money(ahead.outstanding) },
    byService: sales.services.map(row),
    byStaff: sales.staff.map(row),
    byMethod: sales.methods.map((m) => ({ ...m, collected: money(m.collected), refunded: money(m.refunded) })),
    tipsByStaff: sales.tips.map((t) => ({ staffId: t.staffId, staffName: t.name, tips: money(t.tips) })),
  };
}
