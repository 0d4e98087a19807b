import type { Address } from "@leashline/proto/leashline/customer/v1/address_pb.js";
import { addressOf } from "../../../../ui/format/address.ts";

export type Where = { lat: number; lng: number; zipcode: string };

/** A place can be driven to once it is known where it is. */
export const isKnown = ({ lat, lng }: Pick<Address, "lat" | "lng">): boolean => lat !== "" && lng !== "";

/** Whether a time can be looked for there; not while nobody knows where it is, unless it is where the client lives. */
export const isFindable = (addresses: readonly Address[] | undefined, addressId: string): boolean => {
  const at = addresses?.find(({ customerAddressId }) => customerAddressId === addressId);
  return addressId === "0" || (at !== undefined && (at.isPrimary || isKnown(at)));
};

/** Where a visit at one of the client's addresses is; undefined of the primary one, which is where they live. */
export const whereOf = (addresses: readonly Address[], addressId: string): Where | undefined => {
  const at = addressId === "0" ? undefined : addressOf(addresses, addressId);
  return at && !at.isPrimary && isKnown(at) ? { lat: Number(at.lat), lng: Number(at.lng), zipcode: at.zipcode } : undefined;
};
