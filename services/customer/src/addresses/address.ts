import { fail, type Tx } from "@leashline/kit";
import type { DB } from "../db.ts";
import { type AddressFields, addressesOf, clearPrimary, insertAddress, type StoredAddress } from "./address.store.ts";

/** What can be set on an address, trimmed. */
export const fieldsOf = (a: AddressFields): AddressFields => ({
  address1: a.address1.trim(),
  address2: a.address2.trim(),
  city: a.city.trim(),
  state: a.state.trim(),
  zipcode: a.zipcode.trim(),
  country: a.country.trim(),
  lat: a.lat,
  lng: a.lng,
});

export const isEmpty = (a: AddressFields): boolean => !(a.address1 || a.address2 || a.city || a.state || a.zipcode);
/** Adds an address to a client whose row the command holds; the first one is primary. */
export async function addAddress(tx: Tx<DB>, clientId: string, given: AddressFields, wantPrimary = false): Promise<StoredAddress> {
  const fields = fieldsOf(given);
  if (isEmpty(fields)) throw fail("PARAMS_INVALID", { field: "address.address1", reason: "an address is needed" });
  const isPrimary = wantPrimary || (await addressesOf(tx.db, clientId)).length === 0;
  if (isPrimary) await clearPrimary(tx.db, "address", clientId);
  const id = await insertAddress(tx.db, tx.ctx.companyId, clientId, fields, isPrimary);
  const made = { ...fields, customerAddressId: id, customerId: clientId, isPrimary };
  tx.log({ entity: "address", id, action: "create", after: made });
  tx.notify("customer.client", { ids: [clientId] });
  return made;
}
