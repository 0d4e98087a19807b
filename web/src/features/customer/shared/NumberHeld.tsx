import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useEffect, useState } from "react";
import { pathTo } from "../../../app/routes/paths.ts";
import { TextLink } from "../../../ui/links/Link.tsx";
import { type Holder, holderOf } from "./phone-in-use.ts";

type Props = { error: unknown; pending: boolean; onTheirs: (client: Holder) => void; onAnyway: () => void };

/** A new client's number is another's: most likely it is them. Families share phones, so one may go on all the same. */
export const NumberHeld = ({ error, pending, onTheirs, onAnyway }: Props) => {
  const [holder, setHolder] = useState<Holder>();
  useEffect(() => void holderOf(error).then(setHolder), [error]);
  return (
    <Alert severity="warning" sx={{ "& .MuiAlert-message": { minWidth: 0 } }}>
      {holder ? (
        <TextLink to={pathTo("/client/:customerId/overview", { customerId: holder.customerId })}>{holder.name}</TextLink>
      ) : (
        "Another client"
      )}{" "}
      has this number. Families share phones.
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, mt: 1 }}>
        {holder && <Button onClick={() => onTheirs(holder)}>Book for {holder.name}</Button>}
        <Button onClick={onAnyway} loading={pending}>
          Add anyway
        </Button>
      </Box>
    </Alert>
  );
};
