import type { BookingBill } from "@leashline/proto/leashline/online_booking/v1/booking_bill_pb.js";
import type { BookingPaymentStatus } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { formatOf } from "../format.ts";
import type { Shop } from "../types.ts";
import { BillRows } from "./BillRows.tsx";
import { depositText, toldRows } from "./told-rows.ts";

type Props = { bill: BookingBill; payment: BookingPaymentStatus | undefined; accepted: boolean; shop: Shop };

/** What was agreed that it comes to, what is paid of it now, and what is due at the shop. */
const ToldBill = ({ bill, payment, accepted, shop }: Props) => {
  const format = formatOf(shop);
  const deposit = depositText(bill, payment, accepted, format);
  return (
    <Box role="group" aria-label="Price" sx={{ mt: 1.5, pt: 1.5, borderTop: 1, borderColor: "line" }}>
      <BillRows rows={toldRows(bill, payment, shop.businessName, format)} />
      {deposit && <Typography sx={{ mt: 1 }}>{deposit}</Typography>}
    </Box>
  );
};

export default ToldBill;
