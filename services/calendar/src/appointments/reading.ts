import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Ctx, cut, fromWireDate, pageOf, toTimestamp } from "@leashline/kit";
import type { AppointmentLogEntrySchema } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import type { ListCustomerAppointmentsRequest } from "@leashline/proto/leashline/calendar/v1/appointment_reading_pb.js";
import { sql } from "kysely";
import { query } from "../db.ts";
import { placeOf, todayAt } from "../staff/place.ts";
import { visitOf } from "./edit.ts";
import { kinds } from "./log.ts";
import { isUndoable, type LogRow, readLog } from "./undo.ts";
import { type AppointmentRow, toVisit } from "./visit.rows.ts";
import { visitSql, visitsWhere } from "./visit.store.ts";
import type { Visit } from "./visit.ts";

/** What of a client's visits a caller is shown: those at locations they may name. */
const atReachedPlaces = ({ caller }: Ctx) => (caller.via === "" ? sql`and a.business_id = any(${caller.businessIds}::bigint[])` : sql``);

export async function visitsOfCustomer(ctx: Ctx, request: ListCustomerAppointmentsRequest) {
  const page = pageOf(request);
  const from = request.startDate ? fromWireDate(request.startDate, "startDate") : "0001-01-01";
  const to = request.endDate ? fromWireDate(request.endDate, "endDate") : "9999-12-31";
  const [date = "9999-12-31", id = "9223372036854775807"] = page.after ?? [];
  const { statuses, customerId } = request;
  const mine = sql`a.company_id = ${ctx.companyId} and a.customer_id = ${customerId} and a.deleted_at is null ${atReachedPlaces(ctx)} and a.date between ${from}::date and ${to}::date
    and (cardinality(${statuses}::int[]) = 0 or a.status = any(${statuses}::int[]))`;
  return await query(ctx, async (db) => {
    const found = await visitsWhere(
      db,
      sql`where ${mine} and (a.date, a.id) < (${date}::date, ${id}::bigint) order by a.date desc, a.id desc limit ${page.size + 1} offset ${page.offset}`,
    );
    const { rows } = await sql<{ total: number }>`select count(*)::int as total from appointment a where ${mine}`.execute(db);
    const { rows: visits, nextPageToken } = cut(found, page.size, (visit: Visit) => [visit.date, visit.id]);
    return { visits, nextPageToken, total: rows[0]?.total ?? 0 };
  });
}

const recordsAtOnce = 200;

/** Every visit after an id, deleted ones too: those were told as cancelled, and that is what they are to others. */
export async function recordsAfter(ctx: Ctx, id: string, size: number): Promise<{ visit: Visit; deleted: boolean }[]> {
  const { rows } = await query(ctx, (db) =>
    sql<AppointmentRow>`${visitSql} where a.company_id = ${ctx.companyId} and a.id > ${id}::bigint order by a.id limit ${size || recordsAtOnce}`.execute(
      db,
    ),
  );
  return rows.map((row) => ({ visit: toVisit(row), deleted: row.deleted_at !== null }));
}

export type Counts = { upcoming: number; finished: number; cancelled: number; noShow: number; total: number };

export async function countsOfCustomer(ctx: Ctx, customerId: string): Promise<Counts> {
  const today = todayAt(await placeOf(ctx, ctx.businessId), Date.now());
  const { rows } = await query(ctx, (db) =>
    sql<Counts>`select count(*) filter (where status in (1, 2) and date >= ${today}::date)::int as upcoming,
      count(*) filter (where status = 3)::int as finished, count(*) filter (where status = 4)::int as cancelled,
      count(*) filter (where no_show = 1)::int as "noShow", count(*)::int as total
      from appointment a where company_id = ${ctx.companyId} and customer_id = ${customerId} and deleted_at is null ${atReachedPlaces(ctx)}`.execute(
      db,
    ),
  );
  return rows[0] as Counts;
}

export type PastComment = { id: string; date: string; ticket_comments: string };
const SHOWN_BEFORE = 3;

/** What was said at the visits before this one. */
export async function commentsBefore(ctx: Ctx, visit: Visit): Promise<PastComment[]> {
  const { rows } = await query(ctx, (db) =>
    sql<PastComment>`select id, date, ticket_comments from appointment a where company_id = ${ctx.companyId} and customer_id = ${visit.customerId}
      and (date, id) < (${visit.date}::date, ${visit.id}::bigint) and ticket_comments <> '' and deleted_at is null ${atReachedPlaces(ctx)}
      order by date desc, id desc limit ${SHOWN_BEFORE}`.execute(db),
  );
  return rows;
}

type Entry = MessageInitShape<typeof AppointmentLogEntrySchema>;

export async function logOf(
  ctx: Ctx,
  request: { id: string; pageSize: number; pageToken: string },
): Promise<{ entries: Entry[]; nextPageToken: string }> {
  const visit = await visitOf(ctx, request.id);
  const page = pageOf({ ...request, pageNum: 0 }, { standard: 50 });
  const found = await query(ctx, (db) => readLog(db, ctx.companyId, visit.id, page.size + 1, page.after?.[0] ?? null));
  const { rows, nextPageToken } = cut(found, page.size, (row) => [row.id]);
  return {
    entries: rows.map((row, index) => toEntry(row, index === 0 && page.after === null && isUndoable(row, visit.version, Date.now()))),
    nextPageToken,
  };
}

const toEntry = (row: LogRow, undoable: boolean): Entry => ({
  id: row.id,
  kind: kinds[row.action],
  time: toTimestamp(row.at),
  staffId: row.actor_staff_id,
  operatorName: row.actor_name || (row.source === "apiKey" ? "Integration" : row.source === "anonymous" ? "Client" : "System"),
  detail: row.note,
  undoable,
});
