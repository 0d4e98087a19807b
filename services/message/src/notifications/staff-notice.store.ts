import type { Db } from "../db.ts";
import type { Notice } from "./staff-notice.ts";

/** Those of these notices that have not gone out, by their keys. */
export async function untoldOf(db: Db, kind: string, keys: readonly string[]): Promise<Map<string, Notice>> {
  const rows = await db
    .selectFrom("job")
    .select(["key", "payload"])
    .where("companyId", "=", db.companyId)
    .where("kind", "=", kind)
    .where("key", "in", keys)
    .where("state", "=", "due")
    .orderBy("key")
    .forUpdate()
    .execute();
  return new Map(rows.map(({ key, payload }) => [key, payload as unknown as Notice]));
}
