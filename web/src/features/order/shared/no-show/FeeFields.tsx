import Box from "@mui/material/Box";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { parseMoney, toMinor } from "../../../../ui/format/money.ts";
import { MoneyField } from "../../../../ui/inputs/MoneyField.tsx";
import { cardFeeOn, noCardFee } from "../../../payment/shared/card-fee.ts";
import { FeeOnTop } from "../../../payment/shared/FeeOnTop.tsx";
import { usePaymentSetting } from "../../../payment/shared/useWays.ts";
import { type Fee, type FeeWay, HELD, LATER } from "./useNoShowFee.ts";

export type FeeDraft = { amount: string; way: string };
export const noFee: FeeDraft = { amount: "", way: "" };

const wayOf = ({ way }: FeeDraft, ways: readonly FeeWay[]): FeeWay | undefined => ways.find(({ value }) => value === way) ?? ways[0];

/** The fee as it stands; nothing while the amount cannot be taken. */
export const feeOf = (draft: FeeDraft, ways: readonly FeeWay[], currency: string): Fee | undefined => {
  const amount = parseMoney(draft.amount, currency);
  const way = wayOf(draft, ways);
  if (!amount || !way || toMinor(amount) <= 0n || (way.most !== undefined && toMinor(amount) > way.most)) return undefined;
  return { amount, way: way.value };
};

/** The location is the visit's, whose setting says what paying by card costs. */
type Props = { draft: FeeDraft; ways: readonly FeeWay[]; currency: string; businessId: string; onChange: (draft: FeeDraft) => void };

export const FeeFields = ({ draft, ways, currency, businessId, onChange }: Props) => {
  const way = wayOf(draft, ways);
  const amount = parseMoney(draft.amount, currency);
  const setting = usePaymentSetting(businessId);
  const minor = toMinor(amount);
  const fee = way && way.value !== HELD && way.value !== LATER ? cardFeeOn(setting, minor, false) : noCardFee;
  const tooMuch = amount !== undefined && way?.most !== undefined && toMinor(amount) > way.most;
  return (
    <Box sx={{ display: "grid", gap: 1.5 }}>
      <MoneyField
        label="Fee"
        value={draft.amount}
        onChange={(next) => onChange({ ...draft, amount: next })}
        error={tooMuch}
        helperText={tooMuch ? "More than the card holds." : undefined}
      />
      <TextField select label="Take it from" value={way?.value ?? ""} onChange={(event) => onChange({ ...draft, way: event.target.value })}>
        {ways.map(({ value, label }) => (
          <MenuItem key={value} value={value}>
            {label}
          </MenuItem>
        ))}
      </TextField>
      <FeeOnTop fee={fee} charged={minor + fee.minor} currency={currency} />
    </Box>
  );
};
