import type { Order } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { type Payment, RefundEffect } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import FormControl from "@mui/material/FormControl";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormLabel from "@mui/material/FormLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import Typography from "@mui/material/Typography";
import { fromMinor, type MoneyLike, toMinor } from "../../../ui/format/money.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { owedAfter, surplusWords } from "./refund.ts";

type Props = {
  order: Order;
  payment: Pick<Payment, "isDeposit">;
  lowered: MoneyLike;
  value: RefundEffect;
  onChange: (effect: RefundEffect) => void;
};

/** What a refund does to the bill. What was paid too much goes back without a question. */
export const RefundEffectChoice = ({ order, payment, lowered, value, onChange }: Props) => {
  const format = useFormat();
  const after = fromMinor(toMinor(order.total) - toMinor(lowered), lowered.currencyCode);
  if (toMinor(lowered) <= 0n)
    return (
      <Typography variant="body2" color="textSecondary">
        {surplusWords(order, payment, format.money(order.total))}
      </Typography>
    );
  const words = owedAfter(order, toMinor(lowered), (minor) => format.money(fromMinor(minor, lowered.currencyCode)));
  return (
    <FormControl>
      <FormLabel id="refund-effect">The bill</FormLabel>
      <RadioGroup aria-labelledby="refund-effect" value={value} onChange={(_, next) => onChange(Number(next))}>
        <FormControlLabel
          value={RefundEffect.LOWER_BILL}
          control={<Radio size="small" />}
          label={<Choice title={`Lower it to ${format.money(after)}`} note={words.lowers} />}
        />
        <FormControlLabel
          value={RefundEffect.STILL_OWED}
          control={<Radio size="small" />}
          label={<Choice title="Keep the bill" note={words.keeps} />}
        />
      </RadioGroup>
    </FormControl>
  );
};

const Choice = ({ title, note }: { title: string; note: string }) => (
  <>
    {title}
    <Typography component="span" variant="body2" color="textSecondary" sx={{ display: "block" }}>
      {note}
    </Typography>
  </>
);
