import { type RawBuilder, sql } from "kysely";
import { namesOf, recordsOf } from "../columns.ts";
import type { CalendarTx } from "../db.ts";
import { type Occupancy, type Resource, Source } from "./resource.ts";
import { resourceLock } from "./resource-lock.ts";

const columns = [
  "companyId",
  "sourceKind",
  "sourceId",
  "resourceKind",
  "resourceId",
  "day",
  "part",
  "fromUtc",
  "toUtc",
  "businessId",
  "exclusive",
  "seats",
  "serviceIds",
  "pets",
  "slotStart",
  "slotPets",
  "slotCapacity",
] as const;
const names = namesOf(columns);

/** Who takes time. */
export type Taker = { readonly companyId: string; readonly sourceKind: Source; readonly sourceId: string };

/** Part of a statement that stores what a source takes and took nothing of before. */
export const take = (taker: Taker, taken: readonly Occupancy[]): RawBuilder<unknown> =>
  sql`insert into occupancy (${names}) select ${names} from ${rows(taker, taken)}`;

/** Part of a statement: all that a source takes is given back. Answers a row for each. */
export const giveBack = ({ companyId, sourceKind, sourceId }: Taker, when = true): RawBuilder<unknown> =>
  sql`delete from occupancy where company_id = ${companyId} and source_kind = ${sourceKind} and source_id = ${sourceId} and ${when} returning day`;

/** Part of a statement that stores what a source takes, once what it took (the part called `freed`) has been given back. */
export const takeAfter = (freed: string, taker: Taker, taken: readonly Occupancy[]): RawBuilder<unknown> =>
  sql`insert into occupancy (${names}) select ${names} from ${rows(taker, taken)} where (select count(*) from ${sql.raw(freed)}) >= 0`;

const rows = (taker: Taker, taken: readonly Occupancy[]): RawBuilder<unknown> =>
  recordsOf(
    "occupancy",
    taken.map((one) => ({ part: 0, pets: [], slotPets: 0, ...taker, ...one })),
  );

/** A resource of many, on one day. */
export type SharedDay = { readonly kind: Exclude<Resource, 1>; readonly id: string; readonly day: string };

/** States how many seats there are; refused by the database while more are taken. */
export async function stateSeats(tx: CalendarTx, { kind, id, day }: SharedDay, seats: number): Promise<void> {
  tx.lock([resourceLock(kind, id, day)]);
  await sql`insert into capacity (company_id, resource_kind, resource_id, day, seats) values (${tx.ctx.companyId}, ${kind}, ${id}, ${day}, ${seats})
    on conflict (company_id, resource_kind, resource_id, day) do update set seats = excluded.seats`.execute(tx.db);
}

/** Locks the days of the resources, all at once and in one order for everybody, and answers how many seats are left of each. */
export async function lockedSeats(tx: CalendarTx, shared: readonly SharedDay[]): Promise<number[]> {
  tx.lock(shared.map(({ kind, id, day }) => resourceLock(kind, id, day)));
  const wanted = sql`unnest(${shared.map(({ kind }) => kind)}::int[], ${shared.map(({ id }) => id)}::bigint[], ${shared.map(({ day }) => day)}::date[])`;
  const { rows: found } = await sql<{ left: number }>`select coalesce(c.seats - c.used, 0) as left
    from ${wanted} with ordinality as w(kind, id, day, n) left join capacity c
      on c.company_id = ${tx.ctx.companyId} and c.resource_kind = w.kind and c.resource_id = w.id and c.day = w.day order by w.n`.execute(
    tx.db,
  );
  return found.map(({ left }) => left);
}

export const takenByAppointment = (companyId: string, sourceId: string): Taker => ({ companyId, sourceKind: Source.APPOINTMENT, sourceId });

/** All that these appointments take is given back, to be taken anew before the command ends. */
export async function giveBackTimeOf(tx: CalendarTx, appointmentIds: readonly string[]): Promise<void> {
  if (appointmentIds.length === 0) return;
  await sql`delete from occupancy where company_id = ${tx.ctx.companyId} and source_kind = ${sql.lit(Source.APPOINTMENT)}
    and source_id = any(${appointmentIds}::bigint[])`.execute(tx.db);
}
