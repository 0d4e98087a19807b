import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useEffect, useState } from "react";
import { useCan } from "../../../../app/session/session.ts";
import { CardField } from "../../../../ui/card-field/CardField.tsx";
import { useCardField } from "../../../../ui/card-field/useCardField.ts";
import { Icon } from "../../../../ui/icons.tsx";
import { useNewCards } from "./useNewCards.ts";

/** Keeps the card that was typed for a client; throws where it is refused. */
export type KeepCard = (customerId: string) => Promise<void>;
type Props = { onKeeper: (keep: KeepCard | undefined) => void };

/** A card for a client who is not there yet: it is kept once they are. Nothing where the business takes no cards. */
export const NewClientCard = ({ onKeeper }: Props) => {
  const mayTake = useCan("takePayment");
  const { keys, keep: keepNew } = useNewCards(mayTake);
  const [open, setOpen] = useState(false);
  const field = useCardField(open ? keys : undefined);
  const { read } = field;
  useEffect(() => {
    const keep: KeepCard = async (customerId) => {
      const chargeToken = await read();
      if (chargeToken === undefined) throw new Error("the card could not be read");
      await keepNew(customerId, chargeToken);
    };
    onKeeper(open ? keep : undefined);
    return () => onKeeper(undefined);
  }, [open, read, keepNew, onKeeper]);
  if (!mayTake || !keys) return null;
  if (!open)
    return (
      <Button variant="text" startIcon={<Icon name="plus" />} onClick={() => setOpen(true)} sx={{ justifySelf: "start" }}>
        Card on file
      </Button>
    );
  return (
    <Box sx={{ display: "grid", gap: 1 }}>
      <Box sx={{ display: "flex", alignItems: "center" }}>
        <Typography variant="h3" sx={{ flex: 1 }}>
          Card on file
        </Typography>
        <Button size="small" variant="text" onClick={() => setOpen(false)}>
          No card
        </Button>
      </Box>
      <CardField field={field} testMode={keys.testMode} />
      <Typography variant="body2" color="textSecondary">
        Nothing is charged now. The card provider keeps the number; we only see the last four digits.
      </Typography>
    </Box>
  );
};
