import { lockRow, type Page } from "@leashline/kit";
import { type RawBuilder, type Selectable, sql } from "kysely";
import type { Condition } from "../clients/visibility.store.ts";
import type { Incident } from "../db.gen.ts";
import type { Db } from "../db.ts";
import type { Part, Report, Told } from "./incident.ts";

export type IncidentRow = Omit<Selectable<Incident>, "told"> & { told: Told[] };
export type ShownPet = Part & { petName: string; customerId: string; customerName: string };
export type ShownIncident = IncidentRow & { typeName: string; warns: boolean; pets: ShownPet[]; total: number };

export type Wanted = {
  readonly clientId: string;
  readonly petId: string;
  readonly appointmentId: string;
  readonly typeId: string;
  readonly from: Date | null;
  /** The instant at which the last day is over. */
  readonly until: Date | null;
  readonly keyword: string;
};

/** Pets of the report `i`, with their clients. */
const partsOf = sql`incident_pet ip join pet p on p.company_id = ip.company_id and p.id = ip.pet_id
  join client c on c.company_id = p.company_id and c.id = p.client_id where ip.company_id = i.company_id and ip.incident_id = i.id`;

const shown = (reach: Condition): RawBuilder<unknown> => sql`i.*, t.name as type_name, t.warns,
  (select coalesce(json_agg(json_build_object('petId', ip.pet_id::text, 'part', ip.part, 'petName', p.pet_name, 'customerId', p.client_id::text,
    'customerName', case when ${reach} then trim(c.first_name || ' ' || c.last_name) else '' end) order by ip.place, ip.id), '[]') from ${partsOf}) as pets`;
const joined = sql`incident i join incident_type t on t.company_id = i.company_id and t.id = i.incident_type_id`;

const escaped = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

function fits({ clientId, petId, appointmentId, typeId, from, until, keyword }: Wanted): RawBuilder<unknown> {
  const some = (condition: RawBuilder<unknown>) => sql`exists (select 1 from ${partsOf} and ${condition})`;
  const all: RawBuilder<unknown>[] = [sql`i.deleted_at is null`];
  if (clientId !== "0") all.push(some(sql`p.client_id = ${clientId}::bigint`));
  if (petId !== "0")
    all.push(sql`i.id in (select incident_id from incident_pet o where o.company_id = i.company_id and o.pet_id = ${petId}::bigint)`);
  if (appointmentId !== "0") all.push(sql`i.appointment_id = ${appointmentId}::bigint`);
  if (typeId !== "0") all.push(sql`i.incident_type_id = ${typeId}::bigint`);
  if (from) all.push(sql`i.happened_at >= ${from}`);
  if (until) all.push(sql`i.happened_at < ${until}`);
  const like = escaped(keyword);
  if (keyword) all.push(sql`(i.description ilike ${like} or i.place ilike ${like} or ${some(sql`p.pet_name ilike ${like}`)})`);
  return sql.join(all, sql` and `);
}

/** Reports in reach, the last one first. */
export async function listIncidents(db: Db, wanted: Wanted, reach: Condition, page: Page): Promise<ShownIncident[]> {
  const [at = "infinity", id = "0"] = page.after ?? [];
  const beyond = page.after ? sql`where (happened_at, id) < (${at}::timestamptz, ${id}::bigint)` : sql``;
  const { rows } = await sql<ShownIncident>`with fit as materialized (
      select i.id, i.happened_at from ${joined} where i.company_id = ${db.companyId} and ${fits(wanted)} and exists (select 1 from ${partsOf} and ${reach})),
    page as (select id from fit ${beyond} order by happened_at desc, id desc limit ${page.limit} offset ${page.offset})
    select ${shown(reach)}, (select count(*)::int from fit) as total from ${joined}
    where i.company_id = ${db.companyId} and i.id in (select id from page) order by i.happened_at desc, i.id desc`.execute(db);
  return rows;
}

/** One report, also a deleted one, of which a pet is in reach. */
export async function incidentById(db: Db, id: string, reach: Condition): Promise<ShownIncident | undefined> {
  const { rows } = await sql<ShownIncident>`select ${shown(reach)}, 1 as total from ${joined}
    where i.company_id = ${db.companyId} and i.id = ${id}::bigint and exists (select 1 from ${partsOf} and ${reach})`.execute(db);
  return rows[0];
}

export const lockIncident = async (db: Db, id: string): Promise<unknown> => await lockRow(db, "incident", id);

const columnsOf = ({ pets: _, told, staffIds, photoPaths, ...rest }: Report) => ({
  ...rest,
  told: JSON.stringify(told),
  staffIds: [...staffIds],
  photoPaths: [...photoPaths],
});

type By = { businessId: string; createdBy: string; createdByName: string };
export async function insertIncident(db: Db, report: Report, by: By): Promise<string> {
  const row = { companyId: db.companyId, ...by, ...columnsOf(report) };
  const { id } = await db.insertInto("incident").values(row).returning("id").executeTakeFirstOrThrow();
  await putParts(db, id, report.pets);
  return id;
}

export async function updateIncident(db: Db, id: string, report: Report): Promise<void> {
  await db
    .updateTable("incident")
    .set((eb) => ({ ...columnsOf(report), version: eb("version", "+", 1), updatedAt: sql`now()` }))
    .where("companyId", "=", db.companyId)
    .where("id", "=", id)
    .execute();
  await db.deleteFrom("incidentPet").where("companyId", "=", db.companyId).where("incidentId", "=", id).execute();
  await putParts(db, id, report.pets);
}

async function putParts(db: Db, incidentId: string, parts: readonly Part[]): Promise<void> {
  const rows = parts.map(({ petId, part }, place) => ({ companyId: db.companyId, incidentId, petId, part, place }));
  await db.insertInto("incidentPet").values(rows).execute();
}

export async function setDeleted(db: Db, id: string, deleted: boolean): Promise<void> {
  await db
    .updateTable("incident")
    .set((eb) => ({ deletedAt: deleted ? sql<Date>`now()` : null, version: eb("version", "+", 1) }))
    .where("companyId", "=", db.companyId)
    .where("id", "=", id)
    .execute();
}

export async function hasType(db: Db, id: string): Promise<boolean> {
  return (
    (await db.selectFrom("incidentType").select("id").where("companyId", "=", db.companyId).where("id", "=", id).executeTakeFirst()) !==
    undefined
  );
}

/** Where a visit is, and whose. */
export async function visitAt(db: Db, appointmentId: string): Promise<{ businessId: string; clientId: string } | undefined> {
  return await db
    .selectFrom("visit")
    .select(["businessId", "clientId"])
    .where("companyId", "=", db.companyId)
    .where("appointmentId", "=", appointmentId)
    .executeTakeFirst();
}
