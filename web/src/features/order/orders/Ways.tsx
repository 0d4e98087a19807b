import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import MenuItem from "@mui/material/MenuItem";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { CardField } from "../../../ui/card-field/CardField.tsx";
import type { CardFieldState } from "../../../ui/card-field/useCardField.ts";
import type { useWaysToPay } from "./useCheckout.ts";

/** `entered`: the card is typed into the vendor's field, which names it when it is charged. */
export type Way = {
  kind: string;
  label: string;
  cardId?: string;
  methodId?: string;
  token?: string;
  entered?: boolean;
  save?: boolean;
  /** The reader that asks for the card. */
  readerId?: string;
};

/** Cards that the provider's test mode knows; their numbers and behaviours are in its documentation. */
const testCards = [
  { token: "pm_card_visa", label: "Visa ·· 4242, goes through" },
  { token: "pm_card_mastercard", label: "Mastercard ·· 4444, goes through" },
  { token: "pm_card_chargeDeclined", label: "Visa ·· 0002, declined" },
  { token: "pm_card_visa_chargeDeclinedInsufficientFunds", label: "Visa ·· 9995, not enough money" },
  { token: "pm_card_chargeDeclinedExpiredCard", label: "Visa ·· 0069, expired" },
];

type Props = { ways: ReturnType<typeof useWaysToPay>; way: Way | undefined; onPick: (way: Way) => void; field: CardFieldState };

/** Cards on file first, then everything else the shop takes. */
export const Ways = ({ ways, way, onPick, field }: Props) => {
  const value = way?.cardId
    ? `card-${way.cardId}`
    : way?.readerId
      ? `reader-${way.readerId}`
      : way?.entered
        ? "entered"
        : way?.token
          ? "new"
          : way
            ? `method-${way.methodId}`
            : "";
  const byName = new Map<string, Way>([
    ...ways.cards.map((card): [string, Way] => [
      `card-${card.cardId}`,
      { kind: "card", label: `${brandOf(card.brand)} ·· ${card.last4}`, cardId: card.cardId },
    ]),
    ...ways.readers.map((reader): [string, Way] => [
      `reader-${reader.id}`,
      {
        kind: "card",
        label: `Card reader · ${reader.label}${reader.status === "offline" ? " · offline" : ""}`,
        readerId: reader.id,
      },
    ]),
    ...ways.methods
      .filter((one) => one.kind !== "card")
      .map((one): [string, Way] => [`method-${one.id}`, { kind: one.kind, label: one.name, methodId: one.id }]),
  ]);
  const pick = (name: string) => {
    const found = byName.get(name);
    if (found) onPick(found);
    else if (name === "entered") onPick({ kind: "card", label: "card", entered: true });
    else if (name === "new") onPick({ kind: "card", label: "card", token: testCards[0]?.token ?? "" });
  };
  return (
    <>
      <Typography variant="overline" color="textSecondary" id="pay-with">
        Pay with
      </Typography>
      <RadioGroup aria-labelledby="pay-with" value={value} onChange={(_, name) => pick(name)}>
        {[...byName].map(([name, one]) => (
          <FormControlLabel
            key={name}
            value={name}
            control={<Radio size="small" />}
            label={one.cardId ? `${one.label} on file` : one.label}
          />
        ))}
        {ways.takesNewCards && <FormControlLabel value="entered" control={<Radio size="small" />} label="New card" />}
        {ways.testMode && <FormControlLabel value="new" control={<Radio size="small" />} label="Test card" />}
      </RadioGroup>
      {!ways.takesNewCards && ways.cardsMissing && (
        <Typography variant="body2" color="textSecondary">
          New cards cannot be entered yet: card payments are not set up. See Settings, Payments, Take cards.
        </Typography>
      )}
      {way?.entered && (
        <Box sx={{ display: "grid", gap: 0.5, mt: 1 }}>
          <CardField field={field} testMode={ways.testMode} />
          {ways.mayKeep && <KeepOnFile way={way} onPick={onPick} />}
        </Box>
      )}
      {way?.token && <TestCard way={way} onPick={onPick} />}
    </>
  );
};

const KeepOnFile = ({ way, onPick }: { way: Way; onPick: (way: Way) => void }) => (
  <FormControlLabel
    control={<Checkbox size="small" checked={way.save ?? false} onChange={(_, on) => onPick({ ...way, save: on })} />}
    label="Keep on file"
  />
);

const brandOf = (brand: string): string => brand.charAt(0).toUpperCase() + brand.slice(1);

const TestCard = ({ way, onPick }: { way: Way; onPick: (way: Way) => void }) => {
  const [own, setOwn] = useState(false);
  return (
    <Box sx={{ display: "grid", gap: 1, mt: 1 }}>
      {own ? (
        <TextField
          label="Payment method id"
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
          {own ? "Choose a test card" : "Another id"}
        </Button>
      </Box>
    </Box>
  );
};
