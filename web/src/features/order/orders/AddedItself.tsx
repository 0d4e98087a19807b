import type { OrderLine } from "@leashline/proto/leashline/order/v1/order_pb.js";
import Typography from "@mui/material/Typography";
import { plural } from "../../../ui/format/text.ts";
import { CARE_TYPES } from "../../offering/shared/care-types.ts";

/** "Added by itself to boarding". */
export const AddedItself = ({ line: { autoCareTypes, quantity } }: { line: OrderLine }) => {
  const to = CARE_TYPES.filter(({ id }) => autoCareTypes.includes(id)).map(({ label }) => label.toLowerCase());
  return (
    <Typography variant="body2" color="textSecondary">
      {[`Added by itself to ${to.length > 0 ? to.join(", ") : "every visit"}`, quantity > 1 && plural(quantity, "pet")]
        .filter(Boolean)
        .join(" · ")}
    </Typography>
  );
};
