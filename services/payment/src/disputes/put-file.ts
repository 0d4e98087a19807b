import type { Tx } from "@leashline/kit";
import { personal } from "../cards/personal-data.ts";
import type { DB } from "../db.ts";
import type { EvidenceKind } from "../provider/provider.ts";
import { keepFile, type NewFileRow, removeFile } from "./dispute-file.store.ts";

/** Takes a file off a dispute; it is deleted in a while, unless something names it then. */
export async function dropFile(tx: Tx<DB>, disputeId: string, kind: EvidenceKind): Promise<void> {
  await personal.discard(tx, await removeFile(tx.db, disputeId, kind));
}

/** Attaches a file; the one of its kind that was there goes. */
export async function putFile(tx: Tx<DB>, file: NewFileRow): Promise<void> {
  await dropFile(tx, file.disputeId, file.kind);
  await keepFile(tx.db, file);
}
