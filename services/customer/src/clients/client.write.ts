import { changesNothing, fail, mustBeOwnFile, mustExist, reachesBusiness, type Tx } from "@leashline/kit";
import type { DB } from "../db.ts";
import { mustHaveTags } from "../tags/known-tags.ts";
import { emitClient, emitPet } from "./client.events.ts";
import {
  clientIdOf,
  clientsById,
  hasUpcoming,
  holderOfPhone,
  insertClient,
  lockClient,
  markConverted,
  markLead,
  movePets,
  type OfClient,
  setTags,
  updateClient,
} from "./client.store.ts";
import { type ClientColumns, clientTypes, type StoredClient, tidyNames } from "./client.ts";
import { refreshTokens } from "./search-token.store.ts";
import { reach } from "./visibility.store.ts";

export type ClientPatch = { columns: ClientColumns; tagIds: string[] | null };
type Policy = { allowDuplicatePhone: boolean };

/** Locks a client that stands and that the caller may see. */
export async function findStanding(tx: Tx<DB>, id: string): Promise<StoredClient | undefined> {
  const client = await lockClient(tx.db, id, reach(tx.ctx));
  return client?.deletedAt ? undefined : client;
}

const ERASED = "This client was erased. Nothing can be added or changed.";

/** The same; 30003 where there is none, and for one who was erased in words that say so. */
export async function mustHaveClient(tx: Tx<DB>, id: string, field = "customerId"): Promise<StoredClient> {
  const client = await lockClient(tx.db, id, reach(tx.ctx));
  if (client?.erasedAt) throw fail("CUSTOMER_NOT_FOUND", { field, message: ERASED, facts: { erased: "true" } });
  if (!client || client.deletedAt) throw fail("CUSTOMER_NOT_FOUND", { field });
  return client;
}

/**
 * Locks the client of something before the thing itself is locked: everybody takes the two in this order, so that nobody waits crosswise. Something
 * that does not exist has no client; whoever locks it next finds that out.
 */
export async function lockClientOf(tx: Tx<DB>, table: OfClient, id: string): Promise<void> {
  const clientId = await clientIdOf(tx.db, table, id);
  if (clientId) await mustHaveClient(tx, clientId);
}

/** One number, one living client (30002), unless the caller knows better. Two commands with one number go one after the other. */
async function mustBeFree(tx: Tx<DB>, key: string, exceptId: string): Promise<void> {
  if (!key) return;
  tx.lock([`phone:${key}`]);
  const holder = await holderOfPhone(tx.db, key, exceptId);
  if (holder) throw fail("PHONE_NUMBER_IN_USE", { field: "client.phoneNumber", facts: { customerId: holder.id } });
}

/** 20019 for a location at which the caller does not work; the one a client has already may stay. */
function mustReachLocation({ ctx }: Tx<DB>, wanted: unknown = "0", before = "0"): void {
  const chosen = String(wanted);
  if (chosen !== "0" && chosen !== before && !reachesBusiness(ctx, chosen))
    throw fail("NO_PERMISSION", { field: "client.preferredBusinessId" });
}

/** A picture is a file of the company's own; the one that is there already may stay. */
export function mustBeOwnPicture({ ctx }: Tx<DB>, wanted: string | undefined, before: string, of: string): void {
  if (wanted && wanted !== before) mustBeOwnFile(ctx.companyId, wanted, `${of}.avatarPath`);
}

export async function createClient(tx: Tx<DB>, patch: ClientPatch, policy: Policy): Promise<StoredClient> {
  const { ctx } = tx;
  const columns = tidyNames(patch.columns);
  mustReachLocation(tx, patch.columns.preferredBusinessId);
  mustBeOwnPicture(tx, columns.avatarPath, "", "client");
  await mustHaveTags(tx.db, patch.tagIds ?? [], "client.customerTagIdList");
  if (!policy.allowDuplicatePhone) await mustBeFree(tx, columns.phoneKey ?? "", "0");
  const placed = { preferredBusinessId: ctx.businessId, ...columns, createdBy: ctx.caller.staffId };
  const fresh = await insertClient(tx.db, placed);
  const { id } = fresh;
  if (patch.tagIds?.length) await setTags(tx.db, id, patch.tagIds);
  refreshTokens(tx, [id], { isNew: true });
  const made = patch.tagIds?.length ? await readAgain(tx, id) : fresh;
  tx.log({ entity: "client", id, action: "create", after: made });
  emitClient(tx, made, { created: true });
  return made;
}

export async function saveClient(tx: Tx<DB>, before: StoredClient, patch: ClientPatch, policy: Policy): Promise<StoredClient> {
  const columns = tidyNames(patch.columns, before);
  mustReachLocation(tx, patch.columns.preferredBusinessId, before.preferredBusinessId);
  mustBeOwnPicture(tx, columns.avatarPath, before.avatarPath, "client");
  await mustHaveTags(tx.db, patch.tagIds ?? [], "client.customerTagIdList");
  const key = columns.phoneKey;
  if (!policy.allowDuplicatePhone && key && key !== before.phoneKey) await mustBeFree(tx, key, before.id);
  if (changesNothing<StoredClient>(before, columns) && hasTags(before, patch.tagIds ?? before.tagIds)) return before;
  await updateClient(tx.db, before.id, columns);
  if (patch.tagIds) await setTags(tx.db, before.id, patch.tagIds);
  refreshTokens(tx, [before.id]);
  const after = await readAgain(tx, before.id);
  if (after.type !== before.type) await noteType(tx, after);
  tx.log({ entity: "client", id: before.id, action: "update", before, after });
  emitClient(tx, after);
  return after;
}

const hasTags = ({ tagIds }: StoredClient, wanted: readonly string[]): boolean =>
  new Set(wanted).size === tagIds.length && tagIds.every((id) => wanted.includes(id));

/** When a lead became a client and by whom is kept; in a listener nobody did it. */
async function noteType(tx: Tx<DB>, { id, type }: StoredClient): Promise<void> {
  if (type === clientTypes.lead) await markLead(tx.db, id);
  else await markConverted(tx.db, id, tx.ctx.caller.staffId);
}

/** Takes a client and the pets away, softly. 30006 while one of the pets is expected. */
export async function removeClient(tx: Tx<DB>, before: StoredClient): Promise<Date> {
  if (await hasUpcoming(tx.db, { clientId: before.id })) throw fail("PET_HAS_APPOINTMENT", { field: "customerId" });
  const deletedAt = new Date();
  const { staffId } = tx.ctx.caller;
  await updateClient(tx.db, before.id, { deletedAt, deletedBy: staffId });
  const pets = await movePets(tx.db, before.id, { deletedAt, staffId });
  refreshTokens(tx, [before.id]);
  tx.log({ entity: "client", id: before.id, action: "delete", before: { ...before, petIds: pets.map((p) => p.id) } });
  emitClient(tx, { ...before, deletedAt });
  for (const pet of pets) emitPet(tx, { ...pet, clientId: before.id, deleted: true });
  return deletedAt;
}

/** Undoes removeClient: the client and the pets that went with it. */
export async function restoreClient(tx: Tx<DB>, id: string): Promise<StoredClient> {
  const before = mustExist(await lockClient(tx.db, id, reach(tx.ctx)), "customerId", "CUSTOMER_NOT_FOUND");
  if (!before.deletedAt) return before;
  if (before.mergedInto !== "0")
    throw fail("STATE_CONFLICT", { field: "customerId", reason: "this client was merged into another: undo that instead" });
  if (before.erasedAt) throw fail("UNDO_EXPIRED", { field: "customerId", message: "This client was erased. That cannot be undone." });
  await mustBeFree(tx, before.phoneKey, id);
  await updateClient(tx.db, id, { deletedAt: null, deletedBy: null });
  const pets = await movePets(tx.db, id, { back: before.deletedAt });
  refreshTokens(tx, [id]);
  const after = await readAgain(tx, id);
  tx.log({ entity: "client", id, action: "restore", after: { ...after, petIds: pets.map((p) => p.id) } });
  emitClient(tx, after);
  for (const pet of pets) emitPet(tx, { ...pet, clientId: id, deleted: false });
  return after;
}

export async function readAgain(tx: Tx<DB>, id: string): Promise<StoredClient> {
  return (await clientsById(tx.db, [id])).get(id)!;
}
