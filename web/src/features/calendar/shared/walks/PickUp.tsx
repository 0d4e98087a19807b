import type { Address } from "@leashline/proto/leashline/customer/v1/address_pb.js";
import Link from "@mui/material/Link";
import { addressOf, addressText } from "../../../../ui/format/address.ts";

const wayTo = (place: string): string =>
  `https://www.google.com/maps/dir/?api=1&travelmode=walking&destination=${encodeURIComponent(place)}`;

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
