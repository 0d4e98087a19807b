import type { Address } from "@leashline/proto/leashline/customer/v1/address_pb.js";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { addressOf, addressText } from "../../../../ui/format/address.ts";
import { isKnown } from "./where.ts";

type Props = { addresses: readonly Address[]; addressId: string; onChange: (addressId: string) => void };

/** Which of several addresses is driven to; the primary one goes without its number, so that the visit goes along when the client moves. */
export const WhereField = ({ addresses, addressId, onChange }: Props) =>
  addresses.length > 1 && (
    <TextField
      select
      label="Address"
      value={addressOf(addresses, addressId)?.customerAddressId ?? ""}
      onChange={({ target }) => onChange(addresses.find((one) => one.customerAddressId === target.value)?.isPrimary ? "0" : target.value)}
    >
      {addresses.map((one) => (
        <MenuItem key={one.customerAddressId} value={one.customerAddressId} disabled={!isKnown(one) && !one.isPrimary}>
          {addressText(one)}
          {!isKnown(one) && " (not on the map)"}
        </MenuItem>
      ))}
    </TextField>
  );
