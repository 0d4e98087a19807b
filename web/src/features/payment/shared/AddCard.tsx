import { useMutation } from "@connectrpc/connect-query";
import { CardService } from "@leashline/proto/leashline/payment/v1/card_pb.js";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Typography from "@mui/material/Typography";
import { CardField } from "../../../ui/card-field/CardField.tsx";
import { useCardField } from "../../../ui/card-field/useCardField.ts";
import type { CardKeys } from "../../../ui/card-field/vendor.ts";
import { messageOf, outcomeUnknown } from "../../../ui/feedback/call-errors.ts";

type Props = { customerId: string; setting: CardKeys & { testMode: boolean }; onClose: () => void; onAdded: () => void };

/** Keeps a card for a client without charging it. */
export const AddCard = ({ customerId, setting, onClose, onAdded }: Props) => {
  const field = useCardField(setting);
  const attach = useMutation(CardService.method.attachCard, { meta: { quiet: true, success: "Card added" } });
  const add = async () => {
    const chargeToken = await field.read();
    if (chargeToken === undefined) return;
    try {
      await attach.mutateAsync({ customerId, chargeToken });
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
        <CardField field={field} testMode={setting.testMode} />
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
