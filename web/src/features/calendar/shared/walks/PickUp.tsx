import type { Address } from "@leashline/proto/leashline/customer/v1/address_pb.js";
import Link from "@mui/material/Link";
import { addressText } from "../../../../ui/format/address.ts";
import { addressOf, wayTo } from "./address.ts";

/** Where a visit is, and the way there; nothing while no address is known. */
export const PickUp = ({ addresses, addressId }: { addresses: readonly Address[]; addressId: string }) => {
  const address = addressOf(addresses, addressId);
  const place = address ? addressText(address) : "";
  return (
    place && (
      <Link href={wayTo(place)} target="_blank" rel="noreferrer" aria-label={`Directions to ${place}`}>
        {place}
      </Link>
    )
  );
};
