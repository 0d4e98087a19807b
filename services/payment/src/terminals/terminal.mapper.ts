import type { ProviderReader } from "../provider/terminals.ts";
import type { LocationRow, ReaderRow } from "./terminal.store.ts";

export const toLocation = ({
  locationId,
  businessId,
  displayName,
  line1,
  line2,
  city,
  state,
  postalCode,
  country,
  version,
}: LocationRow) => ({
  id: locationId,
  businessId,
  displayName,
  address: { line1, line2, city, state, postalCode, country },
  version,
});

/** Where the provider does not say how a reader is, its status is empty. */
export const toReader = (row: ReaderRow, now?: ProviderReader) => ({
  id: row.readerId,
  locationId: row.locationId,
  label: row.label,
  deviceType: row.deviceType,
  serialNumber: row.serialNumber,
  status: now?.status ?? "",
});
