import { fromTimestamp, on, projection } from "@leashline/kit";
import { AbandonedRecordService } from "@leashline/proto/leashline/online_booking/v1/abandoned_record_pb.js";
import { type AbandonedBookingChanged, AbandonedBookingChangedSchema } from "@leashline/proto/leashline/online_booking/v1/events_pb.js";
import { abandonStatuses, abandonSteps } from "@leashline/proto/rules/client-filter.ts";

/** What clients began to book online and did not send. */
export const abandonedBookings = projection<AbandonedBookingChanged>({
  table: "abandonedBooking",
  key: "bookingId",
  columns: {
    bookingId: (one) => one.abandonedBookingId,
    clientId: (one) => one.customerId,
    businessId: (one) => one.businessId,
    status: (one) => abandonStatuses[one.status] ?? "",
    step: (one) => abandonSteps[one.step] ?? "",
    seenAt: (one) => fromTimestamp(one.seenAt),
    leftAt: (one) => fromTimestamp(one.leftAt),
  },
  version: (one) => one.version,
  kept: (one) => !one.deleted && one.customerId !== "0",
  events: [on(AbandonedBookingChangedSchema, (event) => [event])],
  source: async (ctx, afterAbandonedBookingId, pageSize) =>
    (await ctx.client(AbandonedRecordService).listAbandonedBookingRecords({ afterAbandonedBookingId, pageSize })).records,
});
