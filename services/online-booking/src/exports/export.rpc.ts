import { can, implement, type Page, todayIn } from "@leashline/kit";
import { csvOf } from "@leashline/kit/csv.ts";
import { BookingExportService } from "@leashline/proto/leashline/online_booking/v1/booking_export_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { staffNames } from "../projections/staff-names.store.ts";
import { requestsOf } from "../requests/request.rpc.ts";
import { businessAt } from "../storefront/business.ts";
import { everybodyWaiting } from "../waitlist/list.ts";
import { phonesOf } from "../waitlist/show.ts";
import { requestHeader, requestLine, waitHeader, waitLine } from "./lines.ts";

const MOST_ROWS = 5_000;
/** So many clients' phones are asked for at once. */
const AT_ONCE = 200;
const whole: Page = { size: MOST_ROWS, limit: MOST_ROWS, offset: 0, after: null };

const fileOf = (name: string, day: string, rows: string[][]) => ({ fileName: `${name}-${day}.csv`, csv: `\uFEFF${csvOf(rows)}` });

export const exportRpc = implement(BookingExportService, {
  async exportWaitlist(request, ctx) {
    const { businessId } = request;
    const { timezoneName: zone } = await businessAt(ctx, businessId);
    const rows = await everybodyWaiting(ctx, request, whole);
    const names = await staffNames(
      ctx,
      rows.flatMap(({ staffIds }) => staffIds),
    );
    const phones = new Map<string, string>();
    for (let at = 0; at < rows.length; at += AT_ONCE)
      for (const [id, phone] of await phonesOf(ctx, rows.slice(at, at + AT_ONCE))) phones.set(id, phone);
    const lines = rows.map((row) => waitLine(row, { names, zone, phone: phones.get(row.customerId) ?? "" }));
    return fileOf("waitlist", todayIn(zone), [waitHeader, ...lines]);
  },

  async exportBookingRequests({ businessId, status }, ctx) {
    const { timezoneName: zone } = await businessAt(ctx, businessId);
    const { rows } = await requestsOf(ctx, { businessId, status, byDate: false }, whole);
    const contact = can(ctx, Permission.VIEW_CLIENT_CONTACT);
    return fileOf("booking-requests", todayIn(zone), [requestHeader, ...rows.map((row) => requestLine(row, { zone, contact }))]);
  },
});
