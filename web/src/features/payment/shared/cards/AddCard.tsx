import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Typography from "@mui/material/Typography";
import { useMutation } from "@tanstack/react-query";
import { CardField } from "../../../../ui/card-field/CardField.tsx";
import { useCardField } from "../../../../ui/card-field/useCardField.ts";
import { messageOf, outcomeUnknown } from "../../../../ui/feedback/call-errors.ts";
import { toast } from "../../../../ui/feedback/toast.ts";
import type { NewCardKeys } from "./useNewCards.ts";

/** `keep` puts the card on the client's file; it throws where the card is refused. */
type Props = { keys: NewCardKeys; keep: (chargeToken: string) => Promise<void>; onClose: () => void; onAdded: () => void };

/** Keeps a card for a client without charging it. */
export const AddCard = ({ keys, keep, onClose, onAdded }: Props) => {
  const field = useCardField(keys);
  const attach = useMutation({ mutationFn: keep, meta: { quiet: true } });
  const add = async () => {
    const chargeToken = await field.read();
    if (chargeToken === undefined) return;
    try {
      await attach.mutateAsync(chargeToken);
      toast.success("Card added");
      onAdded();
      onClose();
    } catch (error) {
      if (!outcomeUnknown(error)) field.spent();
    }
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby="add-card-title" maxWidth="xs" fullWidth>
      <DialogTitle id="add-card-title">Add a card</DialogTitle>
      <DialogContent sx={{ display: "grid", gap: 1.5, pt: "8px !important" }}>
        <CardField field={field} testMode={keys.testMode} />
        <Typography variant="body2" color="textSecondary">
          Nothing is charged now. The card provider keeps the number; we only see the last four digits.
        </Typography>
        {attach.error && <Alert severity="error">{messageOf(attach.error)}</Alert>}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="contained"
          color="primary"
          disabled={!field.complete}
          loading={field.reading || attach.isPending}
          onClick={() => void add()}
        >
          Save card
        </Button>
      </DialogActions>
    </Dialog>
  );
};
