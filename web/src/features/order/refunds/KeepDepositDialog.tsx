import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Typography from "@mui/material/Typography";
import { useForm, useWatch } from "react-hook-form";
import { FormText } from "../../../ui/form/fields.tsx";
import { amountText, fromMinor, parseMoney, toMinor } from "../../../ui/format/money.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { MoneyField } from "../../../ui/inputs/MoneyField.tsx";

type Amount = ReturnType<typeof fromMinor>;
type Props = {
  /** What the deposits hold, with what is kept of it already. */
  held: Amount;
  kept: bigint;
  reason: string;
  /** The deposit policy has yet to act. */
  ahead: boolean;
  busy: boolean;
  onClose: () => void;
  onKeep: (amount: Amount, reason: string) => Promise<void>;
};

/** How much of the deposit the shop keeps, and why. The rest is due to the client. */
export const KeepDepositDialog = ({ held, kept, reason: known, ahead, busy, onClose, onKeep }: Props) => {
  const format = useFormat();
  const start = kept > 0n ? fromMinor(kept, held.currencyCode) : held;
  const form = useForm({ defaultValues: { amount: amountText(start), reason: known } });
  const amount = useWatch({ control: form.control, name: "amount" });
  const money = parseMoney(amount, held.currencyCode);
  const tooMuch = money !== undefined && toMinor(money) > toMinor(held);
  const ready = money !== undefined && !tooMuch && (toMinor(money) > 0n || kept > 0n);
  const rest = money && !tooMuch ? toMinor(held) - toMinor(money) : 0n;
  const send = form.handleSubmit(async ({ reason }) => {
    if (money) await onKeep(money, reason.trim()).catch(() => undefined);
  });
  return (
    <Dialog open onClose={onClose} aria-labelledby="keep-deposit-title" maxWidth="xs" fullWidth>
      <DialogTitle id="keep-deposit-title">Keep the deposit</DialogTitle>
      <DialogContent sx={{ display: "grid", gap: 1.5, pt: "8px !important" }}>
        <MoneyField
          label="Amount to keep"
          value={amount}
          onChange={(text) => form.setValue("amount", text)}
          error={tooMuch}
          helperText={`${tooMuch ? "At most" : "Of"} ${format.money(held)}`}
          autoFocus
        />
        <FormText
          control={form.control}
          name="reason"
          label="Reason"
          help="Only your staff read it."
          slotProps={{ htmlInput: { maxLength: 500 } }}
        />
        <Typography variant="body2" color="textSecondary">
          {ahead && "Your deposit policy then leaves this deposit to you. "}
          {rest > 0n
            ? `${format.money(fromMinor(rest, held.currencyCode))} stays due to the client until you refund it.`
            : "It counts as your income from today, and the client sees on their page that it stays with you."}
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="contained" color="primary" disabled={!ready} loading={busy} onClick={() => void send()}>
          {money && toMinor(money) === 0n ? "Keep nothing" : `Keep ${money ? format.money(money) : ""}`}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
