import type { BookingPaymentStatus } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import Typography from "@mui/material/Typography";
import { formatOf } from "../format.ts";
import type { Shop } from "../types.ts";
import { paidText } from "./paid-text.ts";

type Props = { paid: BookingPaymentStatus; shop: Shop; isCanceled: boolean };

/** The card that came with the request, and where its money is. */
const PaidLine = ({ paid, shop, isCanceled }: Props) => {
  const text = paidText(paid, shop.businessName, formatOf(shop), isCanceled);
  return text ? <Typography sx={{ mt: 1 }}>{text}</Typography> : null;
};

export default PaidLine;
