import type { OrderLine } from "@leashline/proto/leashline/order/v1/order_pb.js";
import Typography from "@mui/material/Typography";
import { plural } from "../../../ui/format/text.ts";
import { CARE_TYPES } from "./care-types.ts";

/** "Added automatically to boarding · 2 pets": why a charge is on the bill that nobody put there. */
export const AddedItself = ({ line: { autoCareTypes, quantity } }: { line: OrderLine }) => {
  const to = CARE_TYPES.filter(({ id }) => autoCareTypes.includes(id)).map(({ label }) => label.toLowerCase());
  const why = `Added automatically to ${to.length > 0 ? to.join(", ") : "every visit"}`;
  return (
    <Typography variant="body2" color="textSecondary">
      {quantity > 1 ? `${why} · ${plural(quantity, "pet")}` : why}
    </Typography>
  );
};
