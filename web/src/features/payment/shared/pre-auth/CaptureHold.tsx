import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useState } from "react";
import { amountText, fromMinor, parseMoney, toMinor } from "../../../../ui/format/money.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { MoneyField } from "../../../../ui/inputs/MoneyField.tsx";
import { capturePart } from "./capture-part.ts";

/** `held` and `owed` in minor units. */
type Props = { held: bigint; owed: bigint; currency: string; busy: boolean; onCapture: (amount: bigint) => void };

/** Takes what is held, or a part of it. What becomes of the rest stands beside it. */
export const CaptureHold = ({ held, owed, currency, busy, onCapture }: Props) => {
  const format = useFormat();
  const [typed, setTyped] = useState<string>();
  const said = (minor: bigint) => format.money(fromMinor(minor, currency));
  const parsed = typed === undefined ? undefined : toMinor(parseMoney(typed, currency));
  const { amount, most, released, due } = capturePart(parsed, { held, owed });
  const rest = [
    released > 0n ? `${said(released)} of the hold is released.` : "",
    due > 0n ? `${said(due)} stays due on this bill.` : "",
  ].filter(Boolean);
  return (
    <Box sx={{ display: "grid", gap: 1 }}>
      <MoneyField
        size="small"
        label="Amount to capture"
        value={typed ?? amountText(fromMinor(most, currency))}
        onChange={setTyped}
        error={amount === null}
        helperText={amount === null ? `Between ${said(1n)} and ${said(most)}. The rest of the hold is released.` : rest.join(" ")}
      />
      <Button
        variant="contained"
        color="primary"
        disabled={amount === null}
        loading={busy}
        onClick={() => amount !== null && onCapture(amount)}
        sx={{ justifySelf: "start" }}
      >
        Capture {said(amount ?? most)}
      </Button>
    </Box>
  );
};
