import { lockRow, type Page } from "@leashline/kit";
import { type RawBuilder, type Selectable, sql } from "kysely";
import type { Condition } from "../clients/visibility.store.ts";
import type { VaccineProof } from "../db.gen.ts";
import type { Db } from "../db.ts";
import { PENDING, REPLACED } from "./proof.ts";

export type ProofRow = Selectable<VaccineProof>;
export type ShownProof = ProofRow & {
  petName: string;
  clientId: string;
  clientName: string;
  vaccineName: string;
  recordedUntil: string | null;
  total: number;
};
export type Wanted = { readonly state: number; readonly petId: string };

const joined = sql`vaccine_proof f join vaccine v on v.company_id = f.company_id and v.id = f.vaccine_id
  join pet p on p.company_id = f.company_id and p.id = f.pet_id
  join client c on c.company_id = p.company_id and c.id = p.client_id
  left join pet_vaccine r on r.company_id = f.company_id and r.pet_id = f.pet_id and r.vaccine_id = f.vaccine_id`;
const stands = sql`p.deleted_at is null and c.deleted_at is null`;
const shown = sql`f.*, p.pet_name, p.client_id, trim(c.first_name || ' ' || c.last_name) as client_name, v.name as vaccine_name,
  r.expiration_date as recorded_until`;

function fits({ state, petId }: Wanted): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [stands];
  if (state > 0) all.push(sql`f.state = ${state}`);
  if (petId !== "0") all.push(sql`f.pet_id = ${petId}::bigint`);
  return sql.join(all, sql` and `);
}

/** Of what waits the oldest first, else the newest first. */
export async function listProofs(db: Db, wanted: Wanted, reach: Condition, page: Page): Promise<ShownProof[]> {
  const way = wanted.state === PENDING ? { order: sql`asc`, after: sql`>` } : { order: sql`desc`, after: sql`<` };
  const beyond = page.after ? sql`where id ${way.after} ${page.after[0] ?? "0"}::bigint` : sql``;
  const { rows } = await sql<ShownProof>`with fit as (select ${shown} from ${joined}
      where f.company_id = ${db.companyId} and ${fits(wanted)} and ${reach})
    select *, (select count(*)::int from fit) as total from fit ${beyond}
    order by id ${way.order} limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows;
}

export async function proofById(db: Db, id: string, reach: Condition): Promise<ShownProof | undefined> {
  const { rows } = await sql<ShownProof>`select ${shown}, 1 as total from ${joined}
    where f.company_id = ${db.companyId} and f.id = ${id}::bigint and ${stands} and ${reach}`.execute(db);
  return rows[0];
}

export const lockProof = async (db: Db, id: string): Promise<unknown> => await lockRow(db, "vaccineProof", id);

/** What waited for the same vaccine of the pet makes room. */
export async function replaceWaiting(db: Db, petId: string, vaccineId: string): Promise<void> {
  await db
    .updateTable("vaccineProof")
    .set({ state: REPLACED, decidedAt: sql<Date>`clock_timestamp()` })
    .where("companyId", "=", db.companyId)
    .where("petId", "=", petId)
    .where("vaccineId", "=", vaccineId)
    .where("state", "=", PENDING)
    .execute();
}

type Sent = Pick<
  ProofRow,
  "petId" | "vaccineId" | "businessId" | "state" | "documentPath" | "expirationDate" | "fromClient" | "submittedByName"
>;
export async function insertProof(db: Db, sent: Sent): Promise<string> {
  const decidedAt = sent.state === PENDING ? null : sql<Date>`clock_timestamp()`;
  const { id } = await db
    .insertInto("vaccineProof")
    .values({ companyId: db.companyId, ...sent, decidedAt })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

type Decision = Pick<ProofRow, "state" | "decidedByName"> & Partial<Pick<ProofRow, "expirationDate" | "reason">>;
export async function decideProof(db: Db, id: string, decision: Decision): Promise<void> {
  await db
    .updateTable("vaccineProof")
    .set({ ...decision, decidedAt: sql<Date>`clock_timestamp()` })
    .where("companyId", "=", db.companyId)
    .where("id", "=", id)
    .execute();
}
