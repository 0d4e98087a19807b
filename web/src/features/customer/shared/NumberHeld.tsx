import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useEffect, useState } from "react";
import { pathTo } from "../../../app/routes/paths.ts";
import { TextLink } from "../../../ui/links/Link.tsx";
import { type Holder, holderOf } from "./phone-in-use.ts";

type Props = { error: unknown; petName: string; pending: boolean; onTheirs: (client: Holder) => void; onAnyway: () => void };

const placeOf = ({ customerId, isLead }: Holder): string =>
  isLead ? pathTo("/leads/detail/:id", { id: customerId }) : pathTo("/client/:customerId/overview", { customerId });

/** A new client's number is another's: most likely it is them. Families share phones, so one may go on all the same. */
export const NumberHeld = ({ error, petName, pending, onTheirs, onAnyway }: Props) => {
  const [holder, setHolder] = useState<Holder>();
  useEffect(() => void holderOf(error).then(setHolder), [error]);
  return (
    <Alert severity="warning" sx={{ "& .MuiAlert-message": { minWidth: 0 } }}>
      {holder ? <TextLink to={placeOf(holder)}>{holder.name}</TextLink> : "Another client"} has this number. Families share phones.
      {holder && petName && ` If you book for ${holder.name}, add ${petName} there.`}
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, mt: 1 }}>
        {holder && <Button onClick={() => onTheirs(holder)}>Book for {holder.name}</Button>}
        <Button onClick={onAnyway} loading={pending}>
          Add anyway
        </Button>
      </Box>
    </Alert>
  );
};
