import { sql } from "kysely";
import type { Db } from "../db.ts";
import type { Result } from "./evaluation.ts";

export type StoredResult = Result & { readonly evaluationName: string; readonly createTime: Date };

const MOST = 1000;

/** The results of pets, newest first. */
export async function resultsOf(db: Db, petIds: readonly string[]): Promise<StoredResult[]> {
  if (petIds.length === 0) return [];
  const { rows } = await sql<StoredResult>`
    select e.id, e.pet_id, e.evaluation_service_id, e.result, e.notes, e.evaluated_on::text as evaluated_on, e.valid_until::text as valid_until,
      e.staff_id, e.appointment_id, e.create_time, coalesce(s.name, '') as evaluation_name
    from pet_evaluation e
    left join service s on s.company_id = e.company_id and s.id = e.evaluation_service_id
    where e.company_id = ${db.companyId} and e.pet_id = any(${petIds}::bigint[])
    order by e.evaluated_on desc, e.id desc limit ${MOST}`.execute(db);
  return rows;
}

/** For each pet and evaluation the result that counts. */
export async function standingOf(db: Db, petIds: readonly string[], evaluationIds: readonly string[]): Promise<Result[]> {
  if (petIds.length === 0 || evaluationIds.length === 0) return [];
  const { rows } = await sql<Result>`
    select distinct on (pet_id, evaluation_service_id) id, pet_id, evaluation_service_id, result, notes,
      evaluated_on::text as evaluated_on, valid_until::text as valid_until, staff_id, appointment_id
    from pet_evaluation
    where company_id = ${db.companyId} and pet_id = any(${petIds}::bigint[]) and evaluation_service_id = any(${evaluationIds}::bigint[])
    order by pet_id, evaluation_service_id, evaluated_on desc, id desc`.execute(db);
  return rows;
}

/** The pet of a result; another one than at first when two records of the pet became one. */
export async function petOfResult(db: Db, id: string): Promise<string | undefined> {
  const found = db.selectFrom("petEvaluation").select("petId").where("companyId", "=", db.companyId).where("id", "=", id);
  return (await found.executeTakeFirst())?.petId;
}

export async function insertResult(db: Db, fields: Omit<Result, "id">): Promise<{ id: string; createTime: Date }> {
  return await db
    .insertInto("petEvaluation")
    .values({ companyId: db.companyId, ...fields })
    .returning(["id", "createTime"])
    .executeTakeFirstOrThrow();
}

export async function deleteResult(db: Db, petId: string, id: string): Promise<object | undefined> {
  return await db
    .deleteFrom("petEvaluation")
    .where("companyId", "=", db.companyId)
    .where("petId", "=", petId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
}
