import type { Caller } from "@leashline/kit";
import { MetadataOwnerType as T } from "@leashline/proto/leashline/account/v1/metadata_service_pb.js";
import type { MetadataRow, Owner } from "./metadata.store.ts";

const fallback = "0";
/** Who a value may belong to from where the caller stands, the narrowest last. */
export function ownersOf(caller: Pick<Caller, "companyId" | "businessId" | "staffId" | "accountId">): Owner[] {
  const all: Owner[] = [
    { type: T.SYSTEM, id: fallback },
    { type: T.COMPANY, id: caller.companyId },
    { type: T.BUSINESS, id: caller.businessId },
    { type: T.STAFF, id: caller.staffId },
    { type: T.ACCOUNT, id: caller.accountId },
  ];
  return all.filter((owner) => owner.type === T.SYSTEM || owner.id !== "0");
}

/** One value per key: the one of the narrowest owner. */
export function narrowest(rows: readonly MetadataRow[]): MetadataRow[] {
  const best = new Map<string, MetadataRow>();
  for (const row of rows) if ((best.get(row.key)?.ownerType ?? 0) < row.ownerType) best.set(row.key, row);
  return [...best.values()].toSorted((a, b) => a.key.localeCompare(b.key));
}
