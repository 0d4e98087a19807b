import { useMutation } from "@connectrpc/connect-query";
import { NoShow } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { BatchService } from "@leashline/proto/leashline/calendar/v1/batch_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import FormControlLabel from "@mui/material/FormControlLabel";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useCan } from "../../../app/session/session.ts";
import { toMinor } from "../../../ui/format/money.ts";
import { plural } from "../../../ui/format/text.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { clientName, petNames } from "../shared/card-text.ts";
import { useManyActs } from "../shared/several/useManyActs.ts";
import type { CalendarCard } from "../shared/types.ts";

type Props = { cards: readonly CalendarCard[]; onClose: () => void; onDone: () => void };

/** Several appointments leave the calendar for one reason. */
export const CancelMany = ({ cards, onClose, onDone }: Props) => {
  const format = useFormat();
  const [reason, setReason] = useState("");
  const [refund, setRefund] = useState(false);
  const cancel = useMutation(BatchService.method.batchCancel, { meta: { quiet: true } });
  const run = useManyActs();
  const mayRefund = useCan("refund");
  const paid = cards.some(({ paidAmount }) => toMinor(paidAmount) > 0n);
  const go = async () => {
    const targets = cards.map(({ appointmentId, version }) => ({ appointmentId, version }));
    const asked = { targets, noShow: NoShow.NO_SHOW_CANCEL, cancelReason: reason.trim(), autoRefundOrder: refund };
    const worked = await run(
      () => cancel.mutateAsync(asked),
      (count) => `${plural(count, "appointment")} canceled`,
    );
    if (worked) onDone();
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby="cancel-many-title" maxWidth="xs" fullWidth>
      <DialogTitle id="cancel-many-title">Cancel {plural(cards.length, "appointment")}?</DialogTitle>
      <DialogContent sx={{ display: "grid", gap: 1.5 }}>
        <span>Each client is told once. You can undo this for ten minutes unless someone else books one of the times.</span>
        <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
          {cards.map((card) => (
            <Typography component="li" key={card.appointmentId}>
              {[clientName(card), petNames(card), `${format.shortDay(card.date)}, ${format.minutes(card.startTime)}`]
                .filter(Boolean)
                .join(" · ")}
            </Typography>
          ))}
        </Box>
        <TextField
          label="Reason"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 500 } }}
        />
        {paid && mayRefund && (
          <FormControlLabel control={<Checkbox checked={refund} onChange={(_, on) => setRefund(on)} />} label="Refund what was paid" />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Keep them</Button>
        <Button variant="contained" color="error" loading={cancel.isPending} onClick={() => void go()}>
          Cancel {plural(cards.length, "appointment")}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
