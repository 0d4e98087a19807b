import { fail, type Tx } from "@leashline/kit";
import { clearPrimary } from "../clients/client.store.ts";
import type { DB } from "../db.ts";
import { type AddressFields, addressesOf, insertAddress, type StoredAddress } from "./address.store.ts";

export const isEmpty = (a: AddressFields): boolean => ![a.address1, a.address2, a.city, a.state, a.zipcode].some((part) => part.trim());

/** What can be set on an address, trimmed; it must say something. */
export function fieldsOf(a: AddressFields): AddressFields {
  if (isEmpty(a)) throw fail("PARAMS_INVALID", { field: "address.address1", reason: "an address is needed" });
  return {
    address1: a.address1.trim(),
    address2: a.address2.trim(),
    city: a.city.trim(),
    state: a.state.trim(),
    zipcode: a.zipcode.trim(),
    country: a.country.trim(),
    lat: a.lat,
    lng: a.lng,
  };
}

/** Adds an address to a client whose row the command holds; the first one is primary. */
export async function addAddress(tx: Tx<DB>, clientId: string, given: AddressFields, wantPrimary = false): Promise<StoredAddress> {
  const fields = fieldsOf(given);
  const isPrimary = wantPrimary || (await addressesOf(tx.db, clientId)).length === 0;
  if (isPrimary) await clearPrimary(tx.db, "address", clientId);
  const address = { ...fields, clientId, isPrimary };
  const made = { ...address, id: await insertAddress(tx.db, address) };
  tx.log({ entity: "address", id: made.id, action: "create", after: made });
  tx.notify("customer.client", { ids: [clientId] });
  return made;
}
