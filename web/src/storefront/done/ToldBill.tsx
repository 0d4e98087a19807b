import type { BookingBill } from "@leashline/proto/leashline/online_booking/v1/booking_bill_pb.js";
import type { BookingPaymentStatus } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { formatOf } from "../format.ts";
import type { Shop } from "../types.ts";
import { depositText, toldRows } from "./told-rows.ts";

type Props = { bill: BookingBill; payment: BookingPaymentStatus | undefined; accepted: boolean; shop: Shop };

/** What was agreed that it comes to, what is paid of it now, and what is due at the shop. */
const ToldBill = ({ bill, payment, accepted, shop }: Props) => {
  const format = formatOf(shop);
  const deposit = depositText(bill, payment, accepted, format);
  return (
    <Box role="group" aria-label="Price" sx={{ mt: 1.5, pt: 1.5, borderTop: 1, borderColor: "line" }}>
      <Box component="dl" sx={{ m: 0 }}>
        {toldRows(bill, payment, shop.businessName, format).map(({ name, amount, strong }) => (
          <Box key={name} sx={{ display: "flex", justifyContent: "space-between", gap: 2, fontWeight: strong ? 650 : 400 }}>
            <Typography component="dt" sx={{ fontWeight: "inherit", minWidth: 0, overflowWrap: "anywhere" }}>
              {name}
            </Typography>
            <Typography component="dd" sx={{ m: 0, fontWeight: "inherit", whiteSpace: "nowrap" }}>
              {amount}
            </Typography>
          </Box>
        ))}
      </Box>
      {deposit && <Typography sx={{ mt: 1 }}>{deposit}</Typography>}
    </Box>
  );
};

export default ToldBill;
