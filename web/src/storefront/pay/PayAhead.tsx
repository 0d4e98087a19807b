import type { BookingPaymentTerms } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import Typography from "@mui/material/Typography";
import type { Shop } from "../types.ts";
import { askedText } from "./asked-text.ts";

/** What a card is asked for with the request, before it is. */
const PayAhead = ({ terms, shop }: { terms: BookingPaymentTerms; shop: Shop }) => (
  <Typography variant="body2" sx={{ mt: 0.5 }}>
    {askedText(terms, shop)}
  </Typography>
);

export default PayAhead;
