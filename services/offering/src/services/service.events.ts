import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Tx, toMoney } from "@leashline/kit";
import { CatalogSortedSchema, ServiceChangedSchema } from "@leashline/proto/leashline/offering/v1/events_pb.js";
import type { DB } from "../db.ts";
import type { StoredService } from "./service.store.ts";

/** What other services and webhooks get to know of a service. */
export const serviceChanged = (service: StoredService): MessageInitShape<typeof ServiceChangedSchema> => ({
  serviceId: service.id,
  name: service.name,
  careType: service.careType,
  price: toMoney(service.priceMinor, service.currency),
  duration: service.duration,
  taxId: service.taxId,
  inactive: service.inactive,
  deleted: service.deletedAt !== null,
  colorCode: service.colorCode,
  categoryName: service.categoryName,
  canTip: service.options.canTip !== false,
  requireDedicatedLodging: service.options.requireDedicatedLodging === true,
  requireDedicatedStaff: service.options.requireDedicatedStaff === true,
  staffIds: service.availability.staffIds ?? [],
});

/** Tells other services and open browsers what a service is now. */
export function tellChanged(tx: Tx<DB>, service: StoredService): void {
  tx.emit(ServiceChangedSchema, serviceChanged(service), { key: `service:${service.id}` });
  tx.notify("offering.catalog", { ids: [service.id] });
}

/** Tells other services and open browsers that the catalogue stands in another order. */
export function tellSorted(tx: Tx<DB>): void {
  tx.emit(CatalogSortedSchema, {}, { key: "catalog" });
  tx.notify("offering.catalog");
}
