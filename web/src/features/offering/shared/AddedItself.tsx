import type { OrderLine } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { MEDICATION } from "@leashline/proto/rules/auto-charges.ts";
import Typography from "@mui/material/Typography";
import { plural } from "../../../ui/format/text.ts";
import { CARE_TYPES } from "./care-types.ts";

/** "Added automatically to boarding · 2 pets", "Medication given 3 times": why a charge is on the bill that nobody put there. */
export const AddedItself = ({ line }: { line: OrderLine }) => (
  <Typography variant="body2" color="textSecondary">
    {line.autoCareKind === 0 ? visitWords(line) : careWords(line)}
  </Typography>
);

const visitWords = ({ autoCareTypes, quantity }: OrderLine): string => {
  const to = CARE_TYPES.filter(({ id }) => autoCareTypes.includes(id)).map(({ label }) => label.toLowerCase());
  const why = `Added automatically to ${to.length > 0 ? to.join(", ") : "every visit"}`;
  return quantity > 1 ? `${why} · ${plural(quantity, "pet")}` : why;
};

const careWords = ({ autoCareKind, autoEachTime, quantity }: OrderLine): string => {
  const given = autoCareKind === MEDICATION ? "Medication given" : "Fed";
  if (autoEachTime) return `${given} ${quantity === 1 ? "once" : `${quantity} times`}`;
  return quantity > 1 ? `${given} · ${plural(quantity, "pet")}` : given;
};
