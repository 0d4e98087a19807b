import type { Selectable } from "kysely";
import type { DisputeFile as FileTable } from "../db.gen.ts";
import type { Db } from "../db.ts";
import type { EvidenceKind } from "../provider/provider.ts";

export type FileRow = Omit<Selectable<FileTable>, "kind"> & { kind: EvidenceKind };

/** What is attached to each of these disputes, by dispute. */
export async function filesOf(db: Db, disputeIds: readonly string[]): Promise<Map<string, FileRow[]>> {
  const rows = await db
    .selectFrom("disputeFile")
    .selectAll()
    .where("companyId", "=", db.companyId)
    .where("disputeId", "in", disputeIds.length > 0 ? [...disputeIds] : ["0"])
    .execute();
  return Map.groupBy(rows as FileRow[], ({ disputeId }) => disputeId);
}

export type NewFileRow = Omit<FileRow, "companyId" | "addedAt">;

/** Attaches a file in place of another of its kind. */
export async function keepFile(db: Db, file: NewFileRow): Promise<void> {
  const { disputeId: _, kind: __, ...values } = file;
  await db
    .insertInto("disputeFile")
    .values({ ...file, companyId: db.companyId })
    .onConflict((oc) => oc.columns(["companyId", "disputeId", "kind"]).doUpdateSet({ ...values, addedAt: new Date() }))
    .execute();
}

/** The paths of what was removed. */
export async function removeFile(db: Db, disputeId: string, kind: EvidenceKind): Promise<string[]> {
  const rows = await db
    .deleteFrom("disputeFile")
    .where("companyId", "=", db.companyId)
    .where("disputeId", "=", disputeId)
    .where("kind", "=", kind)
    .returning("path")
    .execute();
  return rows.map(({ path }) => path);
}
