import {
  type Ctx,
  fail,
  fromWireDate,
  implement,
  instantAt,
  listed,
  mustBeCurrent,
  mustBePrivate,
  mustExist,
  type Page,
  type Tx,
  todayIn,
  toTimestamp,
} from "@leashline/kit";
import { csvFile } from "@leashline/kit/csv.ts";
import { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import { IncidentReportedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { type IncidentFilter, IncidentService } from "@leashline/proto/leashline/customer/v1/incident_service_pb.js";
import { reach } from "../clients/visibility.store.ts";
import { command, type DB, query } from "../db.ts";
import { petsById } from "../pets/pet.store.ts";
import { header, petsOf, toIncident, toLine } from "./incident.mapper.ts";
import {
  hasType,
  incidentById,
  insertIncident,
  listIncidents,
  lockIncident,
  type ShownIncident,
  setDeleted,
  updateIncident,
  visitAt,
  type Wanted,
} from "./incident.store.ts";
import { type Report, reportAfter } from "./incident.ts";

const placeOf = (row: ShownIncident): [string, string] => [row.happenedAt.toISOString(), row.id];

export const incidentRpc = implement(IncidentService, {
  async listIncidents(request, ctx) {
    const wanted = wantedOf(request.filter, ctx);
    return await query(ctx, async (db) => {
      const read = (page: Page) => listIncidents(db, wanted, reach(ctx), page);
      const { rows, nextPageToken } = await listed(request, { read, key: placeOf });
      return { incidents: rows.map(toIncident), nextPageToken, total: rows[0]?.total ?? 0 };
    });
  },

  async exportIncidents({ filter }, ctx) {
    const { zone } = ctx.caller;
    const wanted = wantedOf(filter, ctx);
    const line = (row: ShownIncident) => toLine(row, zone);
    return await query(ctx, (db) =>
      csvFile({
        ctx,
        name: "incidents",
        day: todayIn(zone),
        header,
        read: (page) => listIncidents(db, wanted, reach(ctx), page),
        key: placeOf,
        line,
      }),
    );
  },

  async getIncident({ incidentId }, ctx) {
    const found = await query(ctx, (db) => incidentById(db, incidentId, reach(ctx)));
    return { incident: toIncident(mustExist(found, "incidentId")) };
  },

  async createIncident(request, ctx) {
    const report = reportAfter(request.incident!, undefined, undefined, new Date());
    await mustBeStaff(ctx, report.staffIds);
    return await command(ctx, async (tx) => {
      const businessId = await mustFit(tx, report);
      const by = { businessId, createdBy: ctx.caller.staffId, createdByName: ctx.caller.name };
      const id = await insertIncident(tx.db, report, by);
      return { incident: toIncident(await say(tx, id, "create")) };
    });
  },

  async updateIncident(request, ctx) {
    await mustBeStaff(ctx, request.incident!.staffIds);
    return await command(ctx, async (tx) => {
      const before = await mustHave(tx, request.incidentId);
      if (before.deletedAt) throw fail("NOT_FOUND", { field: "incidentId" });
      mustBeCurrent(request.version, before.version);
      const report = reportAfter(request.incident!, request.updateMask, before, new Date());
      await mustFit(tx, report, before);
      await updateIncident(tx.db, before.id, report);
      return { incident: toIncident(await say(tx, before.id, "update", before)) };
    });
  },

  async deleteIncident({ incidentId }, ctx) {
    return await command(ctx, async (tx) => {
      const before = await mustHave(tx, incidentId);
      if (before.deletedAt) return {};
      await setDeleted(tx.db, before.id, true);
      await say(tx, before.id, "delete", before);
      return {};
    });
  },

  async restoreIncident({ incidentId }, ctx) {
    return await command(ctx, async (tx) => {
      const before = await mustHave(tx, incidentId);
      if (!before.deletedAt) return { incident: toIncident(before) };
      await setDeleted(tx.db, before.id, false);
      return { incident: toIncident(await say(tx, before.id, "restore", before)) };
    });
  },
});

function wantedOf(filter: IncidentFilter | undefined, { caller }: Ctx): Wanted {
  const day = (field: "startDate" | "endDate", end: number): Date | null => {
    const date = filter?.[field];
    return date ? instantAt(fromWireDate(date, `filter.${field}`), end, caller.zone) : null;
  };
  return {
    clientId: filter?.customerId ?? "0",
    petId: filter?.petId ?? "0",
    appointmentId: filter?.appointmentId ?? "0",
    typeId: filter?.incidentTypeId ?? "0",
    from: day("startDate", 0),
    until: day("endDate", 1440),
    keyword: filter?.keyword.trim() ?? "",
  };
}

async function mustHave(tx: Tx<DB>, id: string): Promise<ShownIncident> {
  await lockIncident(tx.db, id);
  return mustExist(await incidentById(tx.db, id, reach(tx.ctx)), "incidentId");
}

/** People of the company, also those who have left it. */
async function mustBeStaff(ctx: Ctx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { staff } = await ctx.client(StaffService).batchGetStaff({ ids: [...ids] });
  const known = new Set(staff.map(({ id }) => id));
  if (!ids.every((id) => known.has(id)))
    throw fail("PARAMS_INVALID", { field: "incident.staffIds", reason: "there is nobody of this number on the staff" });
}

/** What a report names is there and belongs together; answers where it was. Pets that stood in it may stay, deleted or out of reach by now. */
async function mustFit(tx: Tx<DB>, report: Report, before?: ShownIncident): Promise<string> {
  if (!(await hasType(tx.db, report.incidentTypeId))) throw fail("NOT_FOUND", { field: "incident.incidentTypeId" });
  for (const path of report.photoPaths)
    if (!before?.photoPaths.includes(path)) mustBePrivate(tx.ctx.companyId, path, "incident.photoPaths");
  const had = new Set(before?.pets.map(({ petId }) => petId));
  const ids = report.pets.map(({ petId }) => petId);
  const known = await petsById(tx.db, ids);
  const reached = await petsById(tx.db, ids, reach(tx.ctx));
  const isOpen = (id: string) => had.has(id) || (reached.has(id) && !reached.get(id)?.deletedAt);
  if (!ids.every(isOpen)) throw fail("PET_NOT_FOUND", { field: "incident.pets" });
  if (report.appointmentId === "0") return before?.businessId ?? tx.ctx.businessId;
  const visit = await visitAt(tx.db, report.appointmentId);
  if (!visit) throw fail("APPOINTMENT_NOT_FOUND", { field: "incident.appointmentId" });
  const theirs = [...known.values()].some(({ clientId }) => clientId === visit.clientId);
  if (!theirs) throw fail("PARAMS_INVALID", { field: "incident.appointmentId", reason: "none of these pets came to that visit" });
  return visit.businessId;
}

/** The report as it is by now: logged, told to other services and to open screens. */
async function say(tx: Tx<DB>, id: string, action: string, before?: ShownIncident): Promise<ShownIncident> {
  const after = mustExist(await incidentById(tx.db, id, reach(tx.ctx)), "incidentId");
  const customerIds = [...new Set([...(before?.pets ?? []), ...after.pets].map(({ customerId }) => customerId))];
  tx.log({ entity: "incident", id, action, ...(before && { before: loggedOf(before) }), after: loggedOf(after) });
  tx.notify("customer.incident", { ids: [id] });
  tx.notify("customer.client", { ids: customerIds });
  const event = {
    incidentId: id,
    businessId: after.businessId,
    incidentTypeName: after.typeName,
    happenedTime: toTimestamp(after.happenedAt),
    petIds: after.pets.map(({ petId }) => petId),
    customerIds,
    appointmentId: after.appointmentId,
    deleted: after.deletedAt !== null,
    version: after.version,
    summary: petsOf(after),
    createdByName: after.createdByName,
  };
  tx.emit(IncidentReportedSchema, { ...event, happenedTime: event.happenedTime! }, { key: `incident:${id}` });
  return after;
}

const loggedOf = ({ total: _, warns: _warns, pets, told, ...row }: ShownIncident) => ({
  ...row,
  pets: pets.map(({ petName }) => petName).join(", "),
  told: told.map(({ who, how }) => [who, how].filter(Boolean).join(" · ")).join("; "),
});
