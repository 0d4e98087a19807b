import type { ProviderReader } from "../provider/terminals.ts";
import type { LocationRow, ReaderRow } from "./terminal.store.ts";

/** The account that a location's cards are charged on now; null where none are taken. */
type Account = string | null;

const isElsewhere = ({ providerAccount }: { providerAccount: string }, account: Account): boolean =>
  account !== null && providerAccount !== account;

export function toLocation(row: LocationRow, account: Account) {
  const { locationId, businessId, displayName, line1, line2, city, state, postalCode, country, version } = row;
  const address = { line1, line2, city, state, postalCode, country };
  return { id: locationId, businessId, displayName, address, version, elsewhere: isElsewhere(row, account) };
}

/** Where the provider does not say how a reader is, its status is empty. */
export const toReader = (row: ReaderRow, account: Account, now?: ProviderReader) => ({
  id: row.readerId,
  locationId: row.locationId,
  label: row.label,
  deviceType: row.deviceType,
  serialNumber: row.serialNumber,
  status: now?.status ?? "",
  elsewhere: isElsewhere(row, account),
});
