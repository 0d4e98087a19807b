import { useMutation } from "@connectrpc/connect-query";
import { type LinkedBill, PayLinkService } from "@leashline/proto/leashline/payment/v1/pay_link_service_pb.js";
import { feeAsked } from "@leashline/proto/rules/convenience-fee.ts";
import { tipMaximum } from "@leashline/proto/rules/tip-maximum.ts";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { CardField } from "../../ui/card-field/CardField.tsx";
import { useCardField } from "../../ui/card-field/useCardField.ts";
import { messageOf, outcomeUnknown } from "../../ui/feedback/call-errors.ts";
import type { Format } from "../../ui/format/locale.ts";
import { decimalsOf, fromMinor, toMinor } from "../../ui/format/money.ts";
import { TipChoice } from "./TipChoice.tsx";

type Props = { token: string; bill: LinkedBill; format: Format; onBill: (bill: LinkedBill | undefined) => void; onFailed: () => void };

const NOT_KNOWN = "The connection dropped before we got an answer. Check the bill below before you pay again.";

/** Tip, card, and the one button that says what is charged. */
export const PayForm = ({ token, bill, format, onBill, onFailed }: Props) => {
  const [tip, setTip] = useState(0n);
  const [keepCard, setKeepCard] = useState(false);
  const field = useCardField(bill.cardKeys);
  const pay = useMutation(PayLinkService.method.payLinkedBill, { meta: { quiet: true } });
  const asked = toMinor(bill.depositDue) > 0n ? bill.depositDue : bill.due;
  const currency = bill.due?.currencyCode;
  const most = tipMaximum(bill.business?.countryAlpha2Code ?? "", decimalsOf(currency));
  const charged = toMinor(asked) + tip;
  const { name, minor: fee } = feeAsked(charged, bill.convenienceFee, toMinor);
  const send = async () => {
    const paymentMethodToken = await field.read();
    if (paymentMethodToken === undefined || !asked) return;
    try {
      const [tips, onTop] = [fromMinor(tip, currency), fromMinor(fee, currency)];
      const answer = await pay.mutateAsync({ token, paymentMethodToken, due: asked, tips, keepCard, convenienceFee: onTop });
      onBill(answer.bill);
    } catch (error) {
      if (!outcomeUnknown(error)) field.spent();
      onFailed();
    }
  };
  return (
    <>
      <TipChoice bill={bill} format={format} tip={tip} most={most} onTip={setTip} />
      <section aria-label="Card">
        <Typography variant="subtitle1" component="h2" sx={{ mb: 1 }}>
          Pay by card
        </Typography>
        <CardField field={field} testMode={bill.cardKeys?.testMode ?? false} />
        {bill.mayKeepCard && (
          <FormControlLabel
            control={<Checkbox checked={keepCard} onChange={(_, on) => setKeepCard(on)} />}
            sx={{ mt: 1.25, ml: "-7px" }}
            label={`Let ${bill.business?.businessName ?? "the business"} keep this card for next time`}
          />
        )}
      </section>
      {fee > 0n && (
        <Typography role="note">
          {name}: {format.money(fromMinor(fee, currency))} on top for paying by card.
        </Typography>
      )}
      {pay.error && <Alert severity="error">{outcomeUnknown(pay.error) ? NOT_KNOWN : messageOf(pay.error)}</Alert>}
      <Button
        variant="contained"
        color="primary"
        size="large"
        disabled={!field.complete || tip > most}
        loading={field.reading || pay.isPending}
        onClick={() => void send()}
        sx={{ minHeight: 52 }}
      >
        Pay {format.money(fromMinor(charged + fee, currency))}
      </Button>
      <Typography variant="body2" color="textSecondary">
        Your card number goes to the card provider only. A declined card is not charged.
      </Typography>
    </>
  );
};
