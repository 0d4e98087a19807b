import { fail, mustExist, type Tx } from "@leashline/kit";
import { ClientsUnmergedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { emitClient, emitPet } from "../clients/client.events.ts";
import { lockClient, markLead, setTags, updateClient } from "../clients/client.store.ts";
import { clientTypes, type StoredClient } from "../clients/client.ts";
import { readAgain } from "../clients/client.write.ts";
import { reach } from "../clients/visibility.store.ts";
import { lockContact, removeContact } from "../contacts/contact.store.ts";
import type { DB } from "../db.ts";
import { giveBack } from "../duplicates/not-the-same.store.ts";
import { petsOf } from "../pets/pet.store.ts";
import { mergesKey } from "./make-merge.ts";
import { findMerge, lockMerge, type MergeRow, noteUndone, petInto, promote, redirect } from "./merge.store.ts";
import { shownOf, undoUntil, untouched } from "./merge.ts";
import { givePetFieldsBack } from "./merge-pets.ts";
import { mergeFollower } from "./places.ts";
import { giveVaccinesBack } from "./vaccines.store.ts";

export type Undone = { merge: MergeRow; winner: StoredClient; loser: StoredClient };

async function lockAll(tx: Tx<DB>, mergeId: string): Promise<Undone> {
  const { winnerId, loserId } = mustExist(await findMerge(tx.db, mergeId), "mergeId");
  const ids = BigInt(winnerId) < BigInt(loserId) ? [winnerId, loserId] : [loserId, winnerId];
  const found: (StoredClient | undefined)[] = [];
  for (const id of ids) found.push(await lockClient(tx.db, id, id === winnerId ? reach(tx.ctx) : undefined));
  const winner = mustExist(
    found.find((one) => one?.id === winnerId),
    "mergeId",
    "CUSTOMER_NOT_FOUND",
  );
  const loser = mustExist(
    found.find((one) => one?.id === loserId),
    "mergeId",
    "CUSTOMER_NOT_FOUND",
  );
  return { merge: await lockMerge(tx.db, mergeId), winner, loser };
}

export async function undoMerge(tx: Tx<DB>, mergeId: string, now: Date): Promise<Undone> {
  const { merge, winner, loser } = await lockAll(tx, mergeId);
  if (merge.undoneAt) return { merge, winner, loser };
  if (now > undoUntil(merge.madeAt)) throw fail("UNDO_EXPIRED", { field: "mergeId" });
  if (winner.mergedInto !== "0")
    throw fail("STATE_CONFLICT", { field: "mergeId", reason: "they were merged into somebody else since: undo that first" });
  if (winner.deletedAt) throw fail("CUSTOMER_NOT_FOUND", { field: "mergeId" });
  const { kept } = merge;
  const back = untouched(winner, kept);
  await updateClient(tx.db, winner.id, back);
  if (back.type === clientTypes.lead) await markLead(tx.db, winner.id);
  if (kept.tagIds.length > 0)
    await setTags(
      tx.db,
      winner.id,
      winner.tagIds.filter((id) => !kept.tagIds.includes(id)),
    );
  await updateClient(tx.db, loser.id, { deletedAt: null, deletedBy: null, mergedInto: "0" });
  await redirect(tx.db, winner.id, loser.id, kept.earlier);
  for (const { petId } of kept.pets) await petInto(tx.db, petId, "0", "0");
  await givePetFieldsBack(tx, kept.petChanges ?? []);
  await dropReach(tx, kept.besides ?? []);
  await giveBack(tx.db, merge.id);
  await giveVaccinesBack(tx.db, kept.vaccines ?? []);
  await noteUndone(tx.db, merge.id, now);
  return await tell(tx, { merge: { ...merge, undoneAt: now }, winner, loser });
}

/** What was kept of the other's reach is theirs again; what somebody changed since stays. */
async function dropReach(tx: Tx<DB>, besides: NonNullable<MergeRow["kept"]["besides"]>): Promise<void> {
  for (const { id, email, phoneNumber } of besides) {
    const before = await lockContact(tx.db, id);
    if (before?.email !== email || before.phoneNumber !== phoneNumber) continue;
    await removeContact(tx.db, id);
    tx.log({ entity: "contact", id, action: "delete", before });
  }
}

async function tell(tx: Tx<DB>, { merge, winner, loser }: Undone): Promise<Undone> {
  const { kept } = merge;
  const told = { mergeId: merge.id, winner: shownOf(winner), loser: shownOf(loser), pets: kept.pets };
  const [after, again] = [await readAgain(tx, winner.id), await readAgain(tx, loser.id)];
  await mergeFollower.unmerge(tx, { ...told, winner: shownOf(after) });
  await promote(tx.db, "address", kept.addressIds);
  await promote(tx.db, "contact", kept.contactIds);
  tx.emit(ClientsUnmergedSchema, { ...told, winner: shownOf(after) }, { key: mergesKey });
  for (const [before, one] of [
    [winner, after],
    [loser, again],
  ] as const) {
    tx.log({ entity: "client", id: one.id, action: "unmerge", before, after: one });
    emitClient(tx, one);
  }
  const mine = new Set([...kept.petIds, ...kept.pets.map(({ petId }) => petId)]);
  for (const pet of await petsOf(tx.db, [loser.id])) if (mine.has(pet.id)) emitPet(tx, { ...pet, deleted: false });
  return { merge, winner: await readAgain(tx, winner.id), loser: await readAgain(tx, loser.id) };
}
