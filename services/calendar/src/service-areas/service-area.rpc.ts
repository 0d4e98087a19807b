import { type Ctx, fail, implement, listed, mustBeCurrent, mustExistFor, named, type Page, unlessTaken } from "@leashline/kit";
import {
  type QueryServiceAreasRequest,
  type SaveServiceAreaRequest,
  SaveServiceAreaRequestSchema,
  ServiceAreaService,
} from "@leashline/proto/leashline/calendar/v1/service_area_service_pb.js";
import { AddressService } from "@leashline/proto/leashline/customer/v1/address_pb.js";
import { type CalendarTx, command, query } from "../db.ts";
import { calendarDay } from "../scheduling/asked-days.ts";
import { atItsPlace, circleOf } from "./circles.ts";
import { changedArea, toArea, toStaffAreas, zipcodeInfos } from "./service-area.mapper.ts";
import {
  type AreaRow,
  areasOf,
  countAreas,
  deleteArea,
  findArea,
  insertArea,
  listAreas,
  lockArea,
  staffDays,
  updateArea,
} from "./service-area.store.ts";
import { coverage, type Point, zipcodeOf } from "./service-area.ts";
import { shiftsOf } from "./shifts.ts";
import { mustGoToClients, saveStaffAreas, undoStaffAreas } from "./staff-week.ts";

const ENTITY = "service area";

export const serviceAreaRpc = implement(ServiceAreaService, {
  async listServiceAreas(request, ctx) {
    const { businessId } = request;
    return await query(ctx, async (db) => {
      const read = (page: Page) => listAreas(db, businessId, page);
      const { rows, nextPageToken } = await listed(request, { standard: 200, key: (row: AreaRow) => [row.id], read });
      return { areas: rows.map(toArea), nextPageToken, total: await countAreas(db, businessId) };
    });
  },

  async saveServiceArea(request, ctx) {
    const saved = async (tx: CalendarTx, here?: Point) => ({ area: toArea(await save(tx, request, here)) });
    return request.circle?.atLocation
      ? await atItsPlace(ctx, await businessOf(ctx, request), saved)
      : await command(ctx, (tx) => saved(tx));
  },

  deleteServiceArea: ({ areaId }, ctx) =>
    command(ctx, async (tx) => {
      const before = await lockArea(tx.db, areaId);
      if (!before) return {};
      mustExistFor(ctx, before, "areaId");
      await deleteArea(tx.db, areaId);
      tx.log({ entity: ENTITY, id: areaId, action: "deleted", before, businessId: before.businessId });
      told(tx, before.businessId, [areaId]);
      return {};
    }),

  queryServiceAreas: (request, ctx) =>
    query(ctx, async (db) => where(request, await areasOf(db, request.businessId), await staffDays(db, request.businessId))),

  listStaffAreas: ({ businessId }, ctx) => query(ctx, async (db) => ({ staff: toStaffAreas(await staffDays(db, businessId)) })),

  saveStaffAreas: (request, ctx) => saveStaffAreas(ctx, request),
  undoStaffAreas: (request, ctx) => undoStaffAreas(ctx, request),

  queryShifts: (request, ctx) => shiftsOf(ctx, request),

  async searchZipcodes({ businessId, keyword }, ctx) {
    const prefix = zipcodeOf(keyword);
    const areas = await query(ctx, (db) => areasOf(db, businessId));
    const { zipcodes: lived } = await ctx.client(AddressService).listZipcodes({ prefix, zipcodes: [] });
    const own = areas.flatMap((area) => (area.kind === "zipcodes" ? area.zipcodes.filter((code) => code.startsWith(prefix)) : []));
    const codes = [...new Set([...lived.map((one) => one.zipcode), ...own])].sort().slice(0, MOST_FOUND);
    return { zipcodes: zipcodeInfos(codes, lived, areas) };
  },

  async getZipcodeDetails({ businessId, zipcodes }, ctx) {
    const codes = zipcodes.map(zipcodeOf);
    const areas = await query(ctx, (db) => areasOf(db, businessId));
    const { zipcodes: lived } = await ctx.client(AddressService).listZipcodes({ prefix: "", zipcodes: [...new Set(codes)] });
    return { zipcodes: zipcodeInfos(codes, lived, areas) };
  },
});

const MOST_FOUND = 50;

const told = (tx: CalendarTx, businessId: string, ids: string[]): void => tx.notify("calendar.serviceArea", { businessId, ids });

const nameTaken = { service_area_name: ["NAME_IN_USE", "areaName"] } as const;

/** Whose area it is, or is to be. */
const businessOf = async (ctx: Ctx, { areaId, businessId }: SaveServiceAreaRequest): Promise<string> =>
  areaId === "0" ? businessId : ((await query(ctx, (db) => findArea(db, areaId)))?.businessId ?? businessId);

async function save(tx: CalendarTx, request: SaveServiceAreaRequest, here: Point | undefined): Promise<AreaRow> {
  const { areaId, businessId, version } = request;
  const before = areaId === "0" ? null : mustExistFor(tx.ctx, await lockArea(tx.db, areaId), "areaId");
  if (before) mustBeCurrent(version, before.version);
  const fields = named(SaveServiceAreaRequestSchema, request, request.updateMask);
  await mustGoToClients(tx, before?.businessId ?? businessId);
  const circle = fields.has("circle") && request.circle ? circleOf(request.circle, here) : null;
  const wanted = changedArea(before, request, fields, circle);
  const after = await unlessTaken(before ? updateArea(tx.db, areaId, wanted) : insertArea(tx.db, businessId, wanted), nameTaken);
  tx.log({
    entity: ENTITY,
    id: after.id,
    action: before ? "updated" : "created",
    ...(before && { before }),
    after,
    businessId: after.businessId,
  });
  told(tx, after.businessId, [after.id]);
  return after;
}

function where(request: QueryServiceAreasRequest, areas: AreaRow[], days: Awaited<ReturnType<typeof staffDays>>) {
  const { staffId, date, locations } = request;
  if (staffId !== "0" && !date) throw fail("PARAMS_INVALID", { field: "date", reason: "is needed with a staff member" });
  const weekday = date && Temporal.PlainDate.from(calendarDay(date, "date")).dayOfWeek;
  const ids = days.find((one) => one.staffId === staffId && one.weekday === weekday)?.areaIds ?? [];
  const staffAreas = areas.filter((area) => ids.includes(area.id));
  const found = locations.map((place) => coverage(areas, staffAreas, place));
  return {
    locations: found.map((one) => ({ areas: one.areas.map(toArea), covered: one.covered })),
    hasAreas: areas.length > 0,
    staffAreas: staffAreas.map(toArea),
  };
}
