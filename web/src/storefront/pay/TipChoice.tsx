import type { LinkedBill } from "@leashline/proto/leashline/payment/v1/pay_link_service_pb.js";
import Box from "@mui/material/Box";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import type { Format } from "../../ui/format/locale.ts";
import { fromMinor, parseMoney, toMinor } from "../../ui/format/money.ts";
import { MoneyField } from "../../ui/inputs/MoneyField.tsx";

/** most: what a tip can be at the most. */
type Props = { bill: LinkedBill; format: Format; tip: bigint; most: bigint; onTip: (minor: bigint) => void };

/** One of the tips that the business offers, another amount where it takes one, or none. */
export const TipChoice = ({ bill, format, tip, most, onTip }: Props) => {
  const [other, setOther] = useState<string>();
  if (bill.tipOffers.length === 0 && !bill.ownTip) return null;
  const currency = bill.due?.currencyCode ?? "USD";
  const pick = (value: string | null) => {
    setOther(value === "other" ? "" : undefined);
    onTip(value === null || value === "other" ? 0n : BigInt(value));
  };
  return (
    <Box component="section" aria-label="Tip" sx={{ display: "grid", gap: 1 }}>
      <Typography variant="subtitle1" component="h2">
        Add a tip?
      </Typography>
      <ToggleButtonGroup
        exclusive
        fullWidth
        aria-label="Tip"
        value={other === undefined ? (tip > 0n ? String(tip) : null) : "other"}
        onChange={(_, value: string | null) => pick(value)}
        sx={{ bgcolor: "background.paper" }}
      >
        {bill.tipOffers.map(({ label, amount }) => (
          <ToggleButton
            key={`${label}/${toMinor(amount)}`}
            value={String(toMinor(amount))}
            sx={{ display: "block", minHeight: 56, lineHeight: 1.3 }}
          >
            <Box sx={{ fontWeight: 600 }}>{label || format.money(amount)}</Box>
            {label && <Box sx={{ fontSize: "0.85em" }}>{format.money(amount)}</Box>}
          </ToggleButton>
        ))}
        {bill.ownTip && <ToggleButton value="other">Other</ToggleButton>}
      </ToggleButtonGroup>
      {other !== undefined && (
        <MoneyField
          label="Tip"
          value={other}
          onChange={(text) => {
            setOther(text);
            onTip(toMinor(parseMoney(text || "0", currency)));
          }}
          error={tip > most}
          helperText={tip > most ? `The most a tip can be is ${format.money(fromMinor(most, currency))}.` : undefined}
          autoFocus
        />
      )}
    </Box>
  );
};
