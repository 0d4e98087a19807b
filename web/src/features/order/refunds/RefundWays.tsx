import type { Order } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { type Payment, RefundWay } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import Box from "@mui/material/Box";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { fromMinor } from "../../../ui/format/money.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { MoneyField } from "../../../ui/inputs/MoneyField.tsx";
import { wayOf } from "../shared/way-of.ts";
import { type Back, partsOf, waysBack } from "./refund.ts";

const { ORIGINAL, STORE_CREDIT, CASH } = RefundWay;

/** What the ways are called, the one it came by its own name. */
export const wayBackName = (way: RefundWay, payment: Payment): string =>
  way === STORE_CREDIT ? "Store credit" : way === CASH ? "Cash" : wayOf(payment);

type Props = { order: Order; payment: Payment; total: bigint; back: Back; onChange: (back: Back) => void };

/** By which way the money goes back; in parts, what is not given another way goes the way it came. */
export const RefundWays = ({ order, payment, total, back, onChange }: Props) => {
  const format = useFormat();
  const currency = payment.amount?.currencyCode ?? "USD";
  const ways = waysBack(order, payment);
  const pick = (value: string) => onChange({ ...back, way: value === "parts" ? "parts" : (Number(value) as RefundWay) });
  const parts = partsOf(total, back, currency);
  const rest = parts?.find(({ way }) => way === ORIGINAL)?.minor ?? 0n;
  return (
    <>
      {ways.length > 1 && (
        <TextField select label="Goes back by" value={String(back.way)} onChange={(event) => pick(event.target.value)}>
          {ways.map((way) => (
            <MenuItem key={way} value={String(way)}>
              {wayBackName(way, payment)}
            </MenuItem>
          ))}
          <MenuItem value="parts">Several ways</MenuItem>
        </TextField>
      )}
      {back.way === "parts" && (
        <Box sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 1.25 }}>
          {ways.includes(STORE_CREDIT) && (
            <MoneyField label="As store credit" value={back.credit} onChange={(credit) => onChange({ ...back, credit })} error={!parts} />
          )}
          {ways.includes(CASH) && (
            <MoneyField label="In cash" value={back.cash} onChange={(cash) => onChange({ ...back, cash })} error={!parts} />
          )}
          <Typography variant="body2" color={parts ? "textSecondary" : "error"} sx={{ gridColumn: "1 / -1" }}>
            {parts
              ? `${wayOf(payment)}: ${format.money(fromMinor(rest, currency))}`
              : `Together this is more than ${format.money(fromMinor(total, currency))}.`}
          </Typography>
        </Box>
      )}
    </>
  );
};
