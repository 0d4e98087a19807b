import { fail, type Tx } from "@leashline/kit";
import { ClientsMergedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { type MergeClientsRequest, MergeField } from "@leashline/proto/leashline/customer/v1/merge_service_pb.js";
import { emitClient, emitPet } from "../clients/client.events.ts";
import { whoIs } from "../clients/client.read.ts";
import { clientsById, markConverted, setTags, updateClient } from "../clients/client.store.ts";
import { type ClientColumns, clientTypes, fullName, type StoredClient } from "../clients/client.ts";
import { findStanding, readAgain } from "../clients/client.write.ts";
import { reach } from "../clients/visibility.store.ts";
import { contactsOf, insertContact } from "../contacts/contact.store.ts";
import type { DB } from "../db.ts";
import { takeOver } from "../duplicates/not-the-same.store.ts";
import { petsOf } from "../pets/pet.store.ts";
import type { PetRow } from "../pets/pet.ts";
import { demote, insertMerge, type MergeRow, noteVaccines, petInto, redirect } from "./merge.store.ts";
import { type Kept, type MergedPet, shownOf, takenOver } from "./merge.ts";
import { takePetFields } from "./merge-pets.ts";
import { reachedBesides } from "./other-reach.ts";
import { mergeFollower } from "./places.ts";
import { keepBetterVaccines } from "./vaccines.store.ts";

/** One key for all merges of a company: they are heard in their order. */
export const mergesKey = "merges";

type Sides = { winner: StoredClient; loser: StoredClient };

/** Both under lock, in the order of their ids, so that two merges never wait for each other crosswise. */
async function lockSides(tx: Tx<DB>, { winnerId, loserId }: Pick<MergeClientsRequest, "winnerId" | "loserId">): Promise<Sides> {
  if (winnerId === loserId) throw fail("PARAMS_INVALID", { field: "loserId", reason: "a client cannot be merged with themself" });
  const [first, second] = BigInt(winnerId) < BigInt(loserId) ? [winnerId, loserId] : [loserId, winnerId];
  const found = new Map<string, StoredClient | undefined>();
  for (const id of [first, second]) found.set(id, await findStanding(tx, id));
  // Whichever was locked first: of two who are not there, the one who would stay is named.
  const [winner, loser] = [found.get(winnerId), found.get(loserId)];
  if (winner && loser) return { winner, loser };
  await mustNotBeOne(tx, winnerId, loserId);
  throw fail("CUSTOMER_NOT_FOUND", { field: winner ? "loserId" : "winnerId" });
}

/** Somebody merged them meanwhile, or pressed twice. */
async function mustNotBeOne(tx: Tx<DB>, winnerId: string, loserId: string): Promise<void> {
  const [one, other] = [await whoIs(tx.db, winnerId), await whoIs(tx.db, loserId)];
  const kept = one && one.id === other?.id ? (await clientsById(tx.db, [one.id], reach(tx.ctx))).get(one.id) : undefined;
  if (kept && !kept.deletedAt)
    throw fail("STATE_CONFLICT", { field: "loserId", message: "These two are one client already.", facts: { customerId: kept.id } });
}

export async function mergeClients(tx: Tx<DB>, asked: MergeClientsRequest): Promise<{ merge: MergeRow; client: StoredClient }> {
  const { winner, loser } = await lockSides(tx, asked);
  const all = await petsOf(tx.db, [winner.id, loser.id]);
  const { pets, petChanges } = await takePetFields(tx, asked.pets, all, { winnerId: winner.id, loserId: loser.id });
  const isSame = ({ id }: PetRow): boolean => pets.some(({ petId }) => petId === id);
  const coming = all.filter((pet) => pet.clientId === loser.id && !isSame(pet));
  const next = takenOver(winner, loser, asked.take);
  const kept: Kept = {
    before: Object.fromEntries(Object.keys(next).map((column) => [column, winner[column as keyof StoredClient]])),
    after: { ...next },
    tagIds: loser.tagIds.filter((id) => !winner.tagIds.includes(id)),
    addressIds: await demote(tx.db, "address", mayLead(winner.primaryAddressId, asked.take) ? loser.id : winner.id),
    contactIds: winner.primaryContactId === "0" ? [] : await demote(tx.db, "contact", loser.id),
    earlier: await redirect(tx.db, loser.id, winner.id),
    pets,
    petIds: coming.map(({ id }) => id),
    petChanges,
    besides: await keepReach(tx, { winner, loser }, next),
  };
  const { staffId, name } = tx.ctx.caller;
  const made = { winnerId: winner.id, loserId: loser.id, loserName: fullName(loser), staffId, staffName: name };
  const merge = await insertMerge(tx.db, made, kept);
  await updateClient(tx.db, loser.id, { deletedAt: merge.madeAt, deletedBy: staffId, mergedInto: winner.id });
  for (const { petId, intoPetId } of pets) await petInto(tx.db, petId, intoPetId, staffId);
  await updateClient(tx.db, winner.id, next);
  if (kept.tagIds.length > 0) await setTags(tx.db, winner.id, [...winner.tagIds, ...kept.tagIds]);
  if (next.type === clientTypes.customer) await markConverted(tx.db, winner.id, staffId);
  const client = await tell(tx, { winner, loser }, { merge, pets, same: all.filter(isSame), coming });
  return { merge, client };
}

/** The email and phone number that were not chosen are another contact of the winner. */
async function keepReach({ ctx, db, log }: Tx<DB>, { winner, loser }: Sides, next: ClientColumns): Promise<NonNullable<Kept["besides"]>> {
  const known = [...(await contactsOf(db, winner.id)), ...(await contactsOf(db, loser.id))];
  const made: NonNullable<Kept["besides"]> = [];
  for (const fields of reachedBesides({ ...winner, ...next }, [winner, loser], known, ctx.caller.country)) {
    const id = await insertContact(db, winner.id, fields);
    log({ entity: "contact", id, action: "create", after: { ...fields, id, clientId: winner.id } });
    made.push({ id, email: fields.email, phoneNumber: fields.phoneNumber });
  }
  return made;
}

/** Whether the winner's first address stays first. */
const mayLead = (winnersFirst: string, take: readonly MergeField[]): boolean =>
  winnersFirst !== "0" && !take.includes(MergeField.PRIMARY_ADDRESS);

type Done = { merge: MergeRow; pets: readonly MergedPet[]; same: readonly PetRow[]; coming: readonly PetRow[] };

/** Moves what lies here and tells everybody else. */
async function tell(tx: Tx<DB>, { winner, loser }: Sides, { merge, pets, same, coming }: Done): Promise<StoredClient> {
  const after = await readAgain(tx, winner.id);
  const told = { mergeId: merge.id, winner: shownOf(after), loser: shownOf(loser), pets: [...pets] };
  await mergeFollower.merge(tx, told);
  await takeOver(tx.db, merge);
  await noteVaccines(tx.db, merge, await keepBetterVaccines(tx.db, pets));
  tx.emit(ClientsMergedSchema, told, { key: mergesKey });
  tx.log({ entity: "client", id: winner.id, action: "merge", before: winner, after, note: fullName(loser) });
  tx.log({ entity: "client", id: loser.id, action: "merge", before: loser, note: fullName(after) });
  emitClient(tx, after);
  emitClient(tx, { ...loser, deletedAt: merge.madeAt });
  for (const pet of coming) emitPet(tx, { ...pet, clientId: winner.id, deleted: pet.deletedAt !== null });
  for (const pet of same) emitPet(tx, { ...pet, clientId: winner.id, deleted: true });
  return await readAgain(tx, winner.id);
}
