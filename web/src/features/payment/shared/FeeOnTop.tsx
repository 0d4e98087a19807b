import Typography from "@mui/material/Typography";
import { fromMinor } from "../../../ui/format/money.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import type { CardFee } from "./card-fee.ts";

type Props = { fee: CardFee; charged: bigint; currency: string | undefined };

/** What paying by card costs the client, and what that comes to, before anything is charged. Nothing where the location bears it. */
export const FeeOnTop = ({ fee, charged, currency }: Props) => {
  const format = useFormat();
  if (fee.minor === 0n) return null;
  const money = (minor: bigint): string => format.money(fromMinor(minor, currency));
  return (
    <Typography role="note" sx={{ mt: 1 }}>
      {fee.name}: {money(fee.minor)} for paying by card. The card is charged {money(charged)}.
    </Typography>
  );
};
