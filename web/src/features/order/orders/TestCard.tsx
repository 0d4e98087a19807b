import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import type { Way } from "./Ways.tsx";

/** Cards that the provider's test mode knows; their numbers and behaviours are in its documentation. */
export const testCards = [
  { token: "pm_card_visa", label: "Visa ·· 4242, goes through" },
  { token: "pm_card_mastercard", label: "Mastercard ·· 4444, goes through" },
  { token: "pm_card_chargeDeclined", label: "Visa ·· 0002, declined" },
  { token: "pm_card_visa_chargeDeclinedInsufficientFunds", label: "Visa ·· 9995, not enough money" },
  { token: "pm_card_chargeDeclinedExpiredCard", label: "Visa ·· 0069, expired" },
];

export const KeepOnFile = ({ way, onPick }: { way: Way; onPick: (way: Way) => void }) => (
  <FormControlLabel
    control={<Checkbox size="small" checked={way.save ?? false} onChange={(_, on) => onPick({ ...way, save: on })} />}
    label="Keep on file"
  />
);

export const TestCard = ({ way, onPick }: { way: Way; onPick: (way: Way) => void }) => {
  const [own, setOwn] = useState(false);
  return (
    <Box sx={{ display: "grid", gap: 1, mt: 1 }}>
      {own ? (
        <TextField
          label="Test card’s ID at Stripe"
          value={way.token}
          onChange={(event) => onPick({ ...way, token: event.target.value.trim() })}
          size="small"
        />
      ) : (
        <TextField
          select
          label="Test card"
          value={way.token}
          onChange={(event) => onPick({ ...way, token: event.target.value })}
          size="small"
        >
          {testCards.map((card) => (
            <MenuItem key={card.token} value={card.token}>
              {card.label}
            </MenuItem>
          ))}
        </TextField>
      )}
      <Box sx={{ display: "flex", justifyContent: "space-between" }}>
        <KeepOnFile way={way} onPick={onPick} />
        <Button size="small" onClick={() => setOwn(!own)}>
          {own ? "Choose a test card" : "Another test card"}
        </Button>
      </Box>
    </Box>
  );
};
