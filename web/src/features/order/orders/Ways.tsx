import Box from "@mui/material/Box";
import FormControlLabel from "@mui/material/FormControlLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import Typography from "@mui/material/Typography";
import { CardField } from "../../../ui/card-field/CardField.tsx";
import type { CardFieldState } from "../../../ui/card-field/useCardField.ts";
import { fromMinor } from "../../../ui/format/money.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { BankForm } from "../../payment/shared/ach/BankForm.tsx";
import type { BankAccountState } from "../../payment/shared/ach/useBankAccount.ts";
import { KeepOnFile, TestCard, testCards } from "./TestCard.tsx";
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
  /** The Square Terminal that does. */
  terminalId?: string;
};

const creditWay: Way = { kind: "credit", label: "store credit" };

/** The most that a way pays of what is owed: of store credit no more than there is. */
export const mostBy = (way: Way | undefined, { credit }: Pick<ReturnType<typeof useWaysToPay>, "credit">, owed: bigint): bigint =>
  way?.kind === "credit" && credit < owed ? credit : owed;

type Props = {
  currency: string;
  ways: ReturnType<typeof useWaysToPay>;
  way: Way | undefined;
  onPick: (way: Way) => void;
  field: CardFieldState;
  bank: BankAccountState;
};

/** What the shop takes, in the order that it chose; where cards stand in it, the cards on file stand first. */
export const Ways = ({ currency, ways, way, onPick, field, bank }: Props) => {
  const format = useFormat();
  const value = nameOf(way);
  const byCard: [string, Way][] = [
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
    ...ways.terminals.map((one): [string, Way] => [
      `terminal-${one.deviceId}`,
      { kind: "card", label: `Square Terminal · ${one.name || one.deviceId}`, terminalId: one.deviceId },
    ]),
    ...(ways.takesNewCards ? [["entered", { kind: "card", label: "card", entered: true }] as [string, Way]] : []),
  ];
  const byName = new Map(
    ways.methods.flatMap((one): [string, Way][] =>
      one.kind === "card" ? byCard : [[`method-${one.id}`, { kind: one.kind, label: one.name, methodId: one.id }]],
    ),
  );
  const pick = (name: string) => {
    const found = byName.get(name);
    if (found) onPick(found);
    else if (name === "credit") onPick(creditWay);
    else if (name === "bank") onPick({ kind: "bank", label: "bank debit" });
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
            label={one.cardId ? `${one.label} on file` : one.entered ? "New card" : one.label}
          />
        ))}
        {ways.credit > 0n && (
          <FormControlLabel
            value="credit"
            control={<Radio size="small" />}
            label={`Store credit ${format.money(fromMinor(ways.credit, currency))}`}
          />
        )}
        {ways.bankDebits && <FormControlLabel value="bank" control={<Radio size="small" />} label="Bank account" />}
        {ways.testMode && <FormControlLabel value="new" control={<Radio size="small" />} label="Test card" />}
      </RadioGroup>
      {!ways.takesNewCards && ways.cardsMissing && (
        <Typography variant="body2" color="textSecondary">
          New cards cannot be entered yet: card payments are not set up. See Settings, Payments, Take cards.
        </Typography>
      )}
      {ways.noTerminal && (
        <Typography variant="body2" color="textSecondary">
          Cards go through Square here, but no Square Terminal can be used. See Settings, Payments, Card account.
        </Typography>
      )}
      {way?.entered && (
        <Box sx={{ display: "grid", gap: 0.5, mt: 1 }}>
          <CardField field={field} testMode={ways.testMode} />
          {ways.mayKeep && <KeepOnFile way={way} onPick={onPick} />}
        </Box>
      )}
      {way?.kind === "bank" && <BankForm bank={bank} testMode={ways.testMode} />}
      {way?.token && <TestCard way={way} onPick={onPick} />}
    </>
  );
};

/** Which of the buttons stands for it. */
function nameOf(way: Way | undefined): string {
  if (!way) return "";
  if (way.cardId) return `card-${way.cardId}`;
  if (way.readerId) return `reader-${way.readerId}`;
  if (way.terminalId) return `terminal-${way.terminalId}`;
  if (way.entered) return "entered";
  if (way.token) return "new";
  return way.kind === "bank" || way.kind === "credit" ? way.kind : `method-${way.methodId}`;
}

const brandOf = (brand: string): string => brand.charAt(0).toUpperCase() + brand.slice(1);

/** What is chosen until another way is picked. */
export const firstWay = ({ cards, methods }: ReturnType<typeof useWaysToPay>): Way | undefined => {
  const [card] = cards;
  if (card) return { kind: "card", label: `${card.brand} ·· ${card.last4}`, cardId: card.cardId };
  const [method] = methods.filter((one) => one.kind !== "card");
  return method && { kind: method.kind, label: method.name, methodId: method.id };
};
