import { fail, fromWireDate, implement, mustExist, type Tx, todayIn } from "@leashline/kit";
import { type ClosedDate, ClosedDateService, type HolidayEdit } from "@leashline/proto/leashline/account/v1/closed_date_service_pb.js";
import { ClosedDateChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import { command, type DB, type Db, query } from "../db.ts";
import { toClosed, toHoliday } from "./closed-date.mapper.ts";
import {
  closedHoliday,
  closeHoliday,
  countryAt,
  deleteClosed,
  insertClosed,
  listClosed,
  lockClosed,
  openHoliday,
  updateClosed,
} from "./closed-date.store.ts";
import { type ClosedRow, type HolidayRow, holidayList, publicHolidays } from "./holidays.ts";

type Span = { startDate: string; endDate: string };

/** Whole days, both ends included, at most a year. */
function spanOf(startDate: string, endDate: string): Span {
  if (endDate < startDate) throw fail("PARAMS_INVALID", { field: "endDate", reason: "must not be before the start" });
  if (Temporal.PlainDate.from(startDate).until(endDate).days > 366)
    throw fail("PARAMS_INVALID", { field: "endDate", reason: "at most 366 days" });
  return { startDate, endDate };
}

type Wire = Parameters<typeof fromWireDate>[0];

const spanIn = (start: Wire, end: Wire): Span => {
  const first = fromWireDate(start, "startDate");
  return spanOf(first, end ? fromWireDate(end, "endDate") : first);
};

type Given = { businessId: string; startDate?: Wire; endDate?: Wire; description?: string };

/** The fields of a request, beside or inside its closedDate. */
function fieldsIn(request: Given & { closedDate?: ClosedDate }): Given {
  const { businessId, closedDate } = request;
  const startDate = request.startDate ?? closedDate?.startDate;
  const endDate = request.endDate ?? closedDate?.endDate;
  const description = request.description || closedDate?.description || request.description;
  return { businessId, startDate, endDate, description };
}

/** The same days are closed once; two that add them at once are one after the other here. */
async function mustBeNew(tx: Tx<DB>, businessId: string, span: Span, but = "0"): Promise<void> {
  tx.lock([`closed-dates:${businessId}`]);
  const touching = await listClosed(tx.db, businessId, span.startDate, span.endDate);
  const same = (row: ClosedRow) => row.type === "closed_date" && row.startDate === span.startDate && row.endDate === span.endDate;
  if (touching.some((row) => row.id !== but && same(row)))
    throw fail("STATE_CONFLICT", { message: "These days are closed already.", field: "startDate" });
}

export const closedDateRpc = implement(ClosedDateService, {
  async addClosedDate(request, ctx) {
    const { businessId, startDate, endDate, description } = fieldsIn(request);
    const span = spanIn(startDate, endDate);
    return await command(ctx, async (tx) => {
      await mustBeNew(tx, businessId, span);
      const row = await insertClosed(tx.db, { ...span, businessId, description: description ?? "", type: "closed_date" });
      announce(tx, row, "created");
      return { closedDate: toClosed(row) };
    });
  },

  async getClosedDates({ businessId, startDate, endDate }, ctx) {
    const from = startDate ? fromWireDate(startDate, "startDate") : todayIn(ctx.caller.zone);
    const to = endDate ? fromWireDate(endDate, "endDate") : null;
    return { closedDates: (await query(ctx, (db) => listClosed(db, businessId, from, to))).map(toClosed) };
  },

  async updateClosedDate(request, ctx) {
    const { businessId, startDate, endDate, description } = fieldsIn(request);
    const id = request.id === "0" ? (request.closedDate?.id ?? "0") : request.id;
    return await command(ctx, async (tx) => {
      const before = mustExist(await lockClosed(tx.db, businessId, id), "id");
      const start = startDate ? fromWireDate(startDate, "startDate") : before.startDate;
      const span = spanOf(start, endDate ? fromWireDate(endDate, "endDate") : before.endDate);
      if (before.type === "closed_date") await mustBeNew(tx, businessId, span, id);
      const row = await updateClosed(tx.db, id, { ...span, ...(description === undefined ? {} : { description }) });
      announce(tx, row, "updated", before);
      return { closedDate: toClosed(row) };
    });
  },

  async deleteClosedDate({ businessId, id }, ctx) {
    return await command(ctx, async (tx) => {
      const row = await deleteClosed(tx.db, businessId, id);
      if (row) announce(tx, row, "deleted", row);
      return {};
    });
  },

  async listHolidays({ businessId, year }, ctx) {
    const wanted = year || Temporal.PlainDate.from(todayIn(ctx.caller.zone)).year;
    if (wanted < 1900) throw fail("PARAMS_INVALID", { field: "year", reason: "1900 to 2200" });
    const text = String(wanted);
    const [country, closed] = await query(
      ctx,
      async (db) => [await countryAt(db), await listClosed(db, businessId, `${text}-01-01`, `${text}-12-31`)] as const,
    );
    return { holidays: holidayList(country, wanted, businessId, closed).map(toHoliday) };
  },

  async massEditHolidays({ businessId, holidays }, ctx) {
    return await command(ctx, async (tx) => {
      const rows: HolidayRow[] = [];
      for (const edit of holidays) rows.push(await setHoliday(tx, businessId, edit));
      return { holidays: rows.map(toHoliday) };
    });
  },

  async editHoliday({ businessId, ...edit }, ctx) {
    return await command(ctx, async (tx) => ({ holiday: toHoliday(await setHoliday(tx, businessId, edit)) }));
  },
});

type Edit = Pick<HolidayEdit, "startDate" | "endDate" | "isClosed" | "description">;

async function setHoliday(tx: Tx<DB>, businessId: string, edit: Edit): Promise<HolidayRow> {
  const { db } = tx;
  const span = spanIn(edit.startDate, edit.endDate);
  const known = edit.description ?? (await closedHoliday(db, businessId, span.startDate, span.endDate))?.description;
  const description = known || (await nameOf(db, span));
  const blank = { ...span, businessId, description, type: "holiday" };
  if (edit.isClosed) {
    const row = await closeHoliday(db, blank);
    announce(tx, row, "closed");
    return { ...row, isClosed: true };
  }
  const row = await openHoliday(db, businessId, span.startDate, span.endDate);
  if (row) announce(tx, row, "deleted", row);
  return { ...blank, id: "0", isClosed: false };
}

async function nameOf(db: Db, span: Span): Promise<string> {
  const country = await countryAt(db);
  return publicHolidays(country, Number(span.startDate.slice(0, 4))).find((h) => h.date === span.startDate)?.name ?? "Holiday";
}

function announce(tx: Tx<DB>, row: ClosedRow, action: string, before?: ClosedRow): void {
  const deleted = action === "deleted";
  const { id, businessId, startDate, endDate, description } = row;
  tx.emit(ClosedDateChangedSchema, { closedDateId: id, businessId, startDate, endDate, description, deleted }, { key: businessId });
  tx.log({ entity: "closed_date", id, action, businessId, ...(before ? { before } : {}), ...(deleted ? {} : { after: row }) });
  tx.notify("account.closedDates", { businessId, ids: [id] });
}
