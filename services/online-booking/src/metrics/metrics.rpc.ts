import { fail, fromWireDate, implement, todayIn, toMoney } from "@leashline/kit";
import { BookingMetricsService } from "@leashline/proto/leashline/online_booking/v1/booking_metrics_pb.js";
import { daysOf } from "../abandoned/abandoned.ts";
import { query } from "../db.ts";
import { businessAt } from "../storefront/business.ts";
import { readSent, readVisits } from "./metrics.store.ts";
import { daysWith, sentIn, stepsOf } from "./metrics.ts";

export const metricsRpc = implement(BookingMetricsService, {
  async getBookingMetrics({ businessId, startDate, endDate }, ctx) {
    const { timezoneName: zone, currencyCode } = await businessAt(ctx, businessId);
    const named = { from: startDate && fromWireDate(startDate, "startDate"), to: endDate && fromWireDate(endDate, "endDate") };
    const days = daysOf(named, todayIn(zone));
    if (!days) throw fail("PARAMS_INVALID", { field: "endDate", reason: "on or after the start, at most a year" });
    const asked = { businessId, zone, ...days };
    const { visits, sent } = await query(ctx, async (db) => ({
      visits: await readVisits(db, asked),
      sent: await readSent(db, asked, currencyCode),
    }));
    const [all, accepted, declined] = [sentIn(sent), sentIn(sent, "accepted"), sentIn(sent, "declined")];
    return {
      startDate: days.from,
      endDate: days.to,
      steps: stepsOf(visits),
      requests: all.requests,
      accepted: accepted.requests,
      declined: declined.requests,
      requestedValue: toMoney(all.minor, currencyCode),
      acceptedValue: toMoney(accepted.minor, currencyCode),
      days: daysWith(days, visits, sent),
    };
  },
});
