import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Tx, toMoney } from "@leashline/kit";
import { ServiceChangedSchema } from "@leashline/proto/leashline/offering/v1/events_pb.js";
import type { DB } from "../db.ts";
import type { StoredAddOn } from "./add-on.store.ts";

/** What other services and webhooks get to know of an add-on. */
export const addOnChanged = (addOn: StoredAddOn): MessageInitShape<typeof ServiceChangedSchema> => ({
  serviceId: addOn.id,
  name: addOn.name,
  careType: addOn.careType,
  price: toMoney(addOn.priceMinor, addOn.currency),
  duration: addOn.duration,
  taxId: addOn.taxId,
  inactive: addOn.inactive,
  deleted: addOn.deletedAt !== null,
  colorCode: addOn.colorCode,
  canTip: true,
  requireDedicatedStaff: addOn.isRequiredStaff,
  staffIds: addOn.availability.staffIds ?? [],
  addOn: true,
});

/** Tells other services and open browsers what an add-on is now. */
export function tellAddOn(tx: Tx<DB>, addOn: StoredAddOn): void {
  tx.emit(ServiceChangedSchema, addOnChanged(addOn), { key: `service:${addOn.id}` });
  tx.notify("offering.catalog", { ids: [addOn.id] });
}
