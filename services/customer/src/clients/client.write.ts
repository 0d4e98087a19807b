import { type Ctx, fail, type Tx } from "@leashline/kit";
import type { DB } from "../db.ts";
import { refreshTokens } from "../search/token.store.ts";
import { tellClient, tellPet } from "./client.events.ts";
import { clientsById, hasUpcoming, holderOfPhone, insertClient, lockClient, movePets, setTags, updateClient } from "./client.store.ts";
import { type ClientColumns, type StoredClient, tidyNames } from "./client.ts";
import { reach } from "./visibility.ts";

export type ClientPatch = { columns: ClientColumns; tagIds: string[] | null };
type Policy = { allowDuplicatePhone: boolean };

/** A client that stands and that the caller may see; 30003 otherwise. */
export async function mustHaveClient(tx: Tx<DB>, id: string): Promise<StoredClient> {
  const client = await lockClient(tx.db, id, reach(tx.ctx));
  if (!client || client.deleted_at) throw fail("CUSTOMER_NOT_FOUND", { field: "customerId" });
  return client;
}

/**
 * Locks the client of something before the thing itself is locked: everybody takes the two in this order, so that nobody waits crosswise. Something
 * that does not exist has no client; whoever locks it next finds that out.
 */
export async function lockClientOf(tx: Tx<DB>, table: "contact" | "address" | "note" | "pet", id: string): Promise<void> {
  const row = await tx.db.selectFrom(table).select("client_id").where("id", "=", id).executeTakeFirst();
  if (row) await mustHaveClient(tx, row.client_id);
}

/** One number, one living client (30002), unless the caller knows better. Two commands with one number go one after the other. */
async function mustBeFree(tx: Tx<DB>, key: string, exceptId: string): Promise<void> {
  if (!key) return;
  tx.lock([`phone:${key}`]);
  const holder = await holderOfPhone(tx.db, key, exceptId);
  if (holder) throw fail("PHONE_NUMBER_IN_USE", { field: "client.phoneNumber", facts: { customerId: holder.id } });
}

export async function createClient(tx: Tx<DB>, patch: ClientPatch, policy: Policy): Promise<StoredClient> {
  const { ctx } = tx;
  const columns = tidyNames(patch.columns);
  if (!policy.allowDuplicatePhone) await mustBeFree(tx, columns.phone_key ?? "", "0");
  const placed = { preferred_business_id: ctx.businessId, ...columns, created_by: ctx.caller.staffId };
  const id = await insertClient(tx.db, ctx.companyId, placed);
  if (patch.tagIds?.length) await setTags(tx.db, ctx.companyId, id, patch.tagIds);
  await refreshTokens(tx.db, ctx.companyId, [id]);
  const made = await reread(tx, id);
  tx.log({ entity: "client", id, action: "create", after: made });
  tellClient(tx, made, { created: true });
  return made;
}

export async function saveClient(tx: Tx<DB>, before: StoredClient, patch: ClientPatch, policy: Policy): Promise<StoredClient> {
  const columns = tidyNames(patch.columns, before);
  const key = columns.phone_key;
  if (!policy.allowDuplicatePhone && key && key !== before.phone_key) await mustBeFree(tx, key, before.id);
  await updateClient(tx.db, before.id, columns);
  if (patch.tagIds) await setTags(tx.db, tx.ctx.companyId, before.id, patch.tagIds);
  await refreshTokens(tx.db, tx.ctx.companyId, [before.id]);
  const after = await reread(tx, before.id);
  tx.log({ entity: "client", id: before.id, action: "update", before, after });
  tellClient(tx, after);
  return after;
}

/** Takes a client and the pets away, softly. 30006 while one of the pets is expected. */
export async function removeClient(tx: Tx<DB>, before: StoredClient): Promise<Date> {
  if (await hasUpcoming(tx.db, { clientId: before.id })) throw fail("PET_HAS_APPOINTMENT", { field: "customerId" });
  const deletedAt = new Date();
  const { staffId } = tx.ctx.caller;
  await updateClient(tx.db, before.id, { deleted_at: deletedAt, deleted_by: staffId });
  const pets = await movePets(tx.db, before.id, { deletedAt, staffId });
  await refreshTokens(tx.db, tx.ctx.companyId, [before.id]);
  tx.log({ entity: "client", id: before.id, action: "delete", before: { ...before, petIds: pets.map((p) => p.id) } });
  tellClient(tx, { ...before, deleted_at: deletedAt });
  for (const pet of pets) tellPet(tx, { ...pet, client_id: before.id, deleted: true });
  return deletedAt;
}

/** Undoes removeClient: the client and the pets that went with it. */
export async function restoreClient(tx: Tx<DB>, id: string): Promise<StoredClient> {
  const before = await lockClient(tx.db, id, reach(tx.ctx));
  if (!before) throw fail("CUSTOMER_NOT_FOUND", { field: "customerId" });
  if (!before.deleted_at) return before;
  await mustBeFree(tx, before.phone_key, id);
  await updateClient(tx.db, id, { deleted_at: null, deleted_by: null });
  const pets = await movePets(tx.db, id, { back: before.deleted_at });
  await refreshTokens(tx.db, tx.ctx.companyId, [id]);
  const after = await reread(tx, id);
  tx.log({ entity: "client", id, action: "restore", after: { ...after, petIds: pets.map((p) => p.id) } });
  tellClient(tx, after);
  for (const pet of pets) tellPet(tx, { ...pet, client_id: id, deleted: false });
  return after;
}

async function reread(tx: Tx<DB>, id: string): Promise<StoredClient> {
  return (await clientsById(tx.db, [id])).get(id)!;
}

export type { Ctx };
