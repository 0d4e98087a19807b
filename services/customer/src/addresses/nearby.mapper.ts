import type { MessageInitShape } from "@bufbuild/protobuf";
import { toWireDate } from "@leashline/kit";
import type { NearbyClientSchema } from "@leashline/proto/leashline/customer/v1/address_pb.js";
import type { NearbyRow } from "./nearby.store.ts";

const hidden = { address1: "", address2: "", zipcode: "", lat: "", lng: "" };

/** Who may not see contact data learns that somebody is near, not where they live. */
export function toNearby(row: NearbyRow, mayContact: boolean): MessageInitShape<typeof NearbyClientSchema> {
  const { address1, address2, city, state, zipcode, country, lat, lng, addressId: customerAddressId, clientId: customerId } = row;
  const lines = mayContact ? { address1, address2, zipcode, lat, lng } : hidden;
  const steps = mayContact ? 10 : 2;
  return {
    customerId,
    firstName: row.firstName,
    lastName: row.lastName,
    address: { customerAddressId, customerId, ...lines, city, state, country, isPrimary: true },
    petNames: row.petNames,
    ...(row.lastVisit && { lastServiceDate: toWireDate(row.lastVisit) }),
    distance: Math.round(row.miles * steps) / steps,
  };
}
