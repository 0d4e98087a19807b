import Alert from "@mui/material/Alert";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { ErrorState } from "../../../../ui/feedback/ErrorState.tsx";
import { addressOf, addressText, namedAs } from "../../../../ui/format/address.ts";
import type { Whereabouts } from "./useWhere.ts";
import { isKnown } from "./where.ts";

type Props = { where: Whereabouts; onChange: (addressId: string) => void };

/** Which of several addresses is driven to, and what keeps from looking for a time there. */
export const WhereField = ({ where: { addresses, error, refetch, isFetching, id, findable }, onChange }: Props) => {
  if (!addresses) return !findable && error ? <ErrorState compact error={error} onRetry={() => void refetch()} /> : null;
  return (
    <>
      {addresses.length > 1 && (
        <TextField
          select
          label="Address"
          value={addressOf(addresses, id)?.customerAddressId ?? ""}
          onChange={({ target }) => onChange(namedAs(addresses, target.value))}
        >
          {addresses.map((one) => (
            <MenuItem key={one.customerAddressId} value={one.customerAddressId} disabled={!isKnown(one) && !one.isPrimary}>
              {addressText(one)}
              {!isKnown(one) && " (not on the map)"}
            </MenuItem>
          ))}
        </TextField>
      )}
      {!findable && !isFetching && <Alert severity="warning">This address is not on the map</Alert>}
    </>
  );
};
