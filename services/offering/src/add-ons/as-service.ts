import type { MessageInitShape } from "@bufbuild/protobuf";
import { toMoney } from "@leashline/kit";
import { StayDay } from "@leashline/proto/leashline/offering/v1/additional_service_pb.js";
import { PriceUnit, type ServiceSchema } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { careTypeId } from "../care-types/care-type.ts";
import { at } from "../services/service.ts";
import { availabilityToWire, locationOverridesToWire } from "../services/service.wire.ts";
import type { StoredAddOn } from "./add-on.store.ts";

/** An add-on as whoever books it takes it: a service on top of another one, with what holds at one location. */
export function asService(addOn: StoredAddOn, businessId: string): MessageInitShape<typeof ServiceSchema> {
  const {
    businessOverrides,
    availability,
    priceMinor: _,
    currency,
    isRequiredStaff,
    deletedAt,
    showBasePrice,
    showDuration,
    ...same
  } = addOn;
  const own = at({ ...addOn, locationOverrides: businessOverrides }, businessId);
  return {
    ...same,
    careTypeId: String(careTypeId(addOn.careType)),
    price: toMoney(own.priceMinor, currency),
    // On every day of a stay it costs so much for each.
    priceUnit: addOn.stayDay === StayDay.EVERY ? PriceUnit.PER_DAY : PriceUnit.PER_SESSION,
    duration: own.duration,
    taxId: own.taxId,
    availability: availabilityToWire(availability),
    locationOverrides: locationOverridesToWire(businessOverrides, currency),
    options: { requireDedicatedStaff: isRequiredStaff, showBasePrice, showDuration },
    dedicatedStaff: isRequiredStaff,
    deleted: deletedAt !== null,
    addOn: true,
  };
}
