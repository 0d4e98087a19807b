import type { Db } from "../db.ts";
import { careTypeFacts, careTypeId, careTypeNames, careTypeOf } from "./care-type.ts";

export type CareTypeRow = { id: number; name: string; sort: number };

/** All six in order; those a company never touched stand as the specification names them. */
export async function listCareTypes(db: Db): Promise<CareTypeRow[]> {
  const stored = new Map(
    (await db.selectFrom("careType").select(["id", "name", "sort"]).where("companyId", "=", db.companyId).execute()).map((row) => [
      row.id,
      row,
    ]),
  );
  return careTypeNames
    .map((name) => stored.get(careTypeId(name)) ?? { id: careTypeId(name), name: careTypeFacts[name].label, sort: careTypeId(name) })
    .sort((a, b) => a.sort - b.sort || a.id - b.id);
}

export async function saveCareType(db: Db, row: CareTypeRow): Promise<void> {
  await db
    .insertInto("careType")
    .values({ companyId: db.companyId, ...row })
    .onConflict((oc) => oc.columns(["companyId", "id"]).doUpdateSet({ name: row.name, sort: row.sort }))
    .execute();
}

export { careTypeOf };
