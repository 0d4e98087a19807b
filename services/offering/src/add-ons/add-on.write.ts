import { fail, type Tx } from "@leashline/kit";
import type { DB } from "../db.ts";
import { categoryExists } from "../services/service.store.ts";
import { tellAddOn } from "./add-on.events.ts";
import { addOnNameTaken, addOnsById, insertAddOn, type StoredAddOn, updateAddOn } from "./add-on.store.ts";
import { type AddOnFields, changedAddOn, newAddOn } from "./add-on.ts";

async function mustHaveCategory(tx: Tx<DB>, fields: AddOnFields): Promise<void> {
  if (fields.categoryId !== "0" && !(await categoryExists(tx.db, fields.categoryId, fields.careType, true)))
    throw fail("NOT_FOUND", { field: "addOn.categoryId", reason: "no such category of add-ons" });
}

/** Creates an add-on. With skipTaken a name in use is no error and nothing is made. */
export async function saveAddOn(
  tx: Tx<DB>,
  patch: Partial<AddOnFields>,
  source: string,
  { skipTaken = false } = {},
): Promise<StoredAddOn | null> {
  const fields = changedAddOn(newAddOn(tx.ctx.caller.currency), patch, true);
  await mustHaveCategory(tx, fields);
  const id = await insertAddOn(tx.db, fields, source);
  if (!id && skipTaken) return null;
  if (!id) throw fail("SERVICE_NAME_IN_USE", { field: "addOn.name" });
  tx.log({ entity: "add-on", id, action: "create", after: fields });
  return told(tx, id);
}

export async function changeAddOn(tx: Tx<DB>, before: StoredAddOn, patch: Partial<AddOnFields>): Promise<StoredAddOn> {
  const fields = changedAddOn(before, patch, false);
  tx.lock([`add-on-name:${fields.name.toLowerCase()}`]);
  if (await addOnNameTaken(tx.db, fields.name, before.id)) throw fail("SERVICE_NAME_IN_USE", { field: "addOn.name" });
  await mustHaveCategory(tx, fields);
  await updateAddOn(tx.db, before.id, fields);
  tx.log({ entity: "add-on", id: before.id, action: "update", before, after: fields });
  return told(tx, before.id);
}

async function told(tx: Tx<DB>, id: string): Promise<StoredAddOn> {
  const addOn = (await addOnsById(tx.db, [id])).get(id)!;
  tellAddOn(tx, addOn);
  return addOn;
}
