import type { LinkedAppointment } from "@leashline/proto/leashline/online_booking/v1/appointment_link_pb.js";
import type { BookingBill } from "@leashline/proto/leashline/online_booking/v1/booking_bill_pb.js";
import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { BillRows } from "../done/BillRows.tsx";
import { toldRows } from "../done/told-rows.ts";
import { visitText } from "../time/arrival.ts";
import { type Business, formatFor, paidText } from "./page.ts";

/** When it is, and what for whom. */
export const Facts = ({ business, appointment }: { business: Business; appointment: LinkedAppointment }) => {
  const format = formatFor(business);
  const paid = paidText(business, appointment);
  const stays = appointment.endDate !== "" && appointment.endDate !== appointment.date;
  return (
    <Box sx={{ p: 2, bgcolor: "background.paper", border: 1, borderColor: "line", borderRadius: 1.75 }}>
      {stays ? (
        <>
          <Typography variant="subtitle1">
            {format.longDay(appointment.date)}, {format.minutes(appointment.startTime)}
          </Typography>
          <Typography gutterBottom>
            until {format.longDay(appointment.endDate)}, {format.minutes(appointment.endTime)}
          </Typography>
        </>
      ) : (
        <>
          <Typography variant="subtitle1">{format.longDay(appointment.date)}</Typography>
          <Typography gutterBottom>{visitText(format, appointment)}</Typography>
        </>
      )}
      {appointment.services.map((one) => (
        <Typography key={`${one.petName} ${one.serviceName}`} color="textSecondary">
          {one.serviceName} for {one.petName}
          {one.staffName && ` with ${one.staffName}`}
        </Typography>
      ))}
      {appointment.toldBill ? (
        <Told business={business} bill={appointment.toldBill} />
      ) : (
        appointment.estimatedPrice && (
          <Typography sx={{ mt: 1 }}>Estimated price: {format.money(appointment.estimatedPrice)} before tax and discounts</Typography>
        )
      )}
      {paid && (
        <Typography sx={{ mt: appointment.estimatedPrice && !appointment.toldBill ? 0 : 1 }}>
          {paid}
          {appointment.receiptUrl !== "" && (
            <>
              {" · "}
              <Link href={appointment.receiptUrl}>Receipt</Link>
            </>
          )}
        </Typography>
      )}
    </Box>
  );
};

/** The bill that was told online; where it may have changed since, as what was told then. */
const Told = ({ business, bill }: { business: Business; bill: BookingBill }) => (
  <Box role="group" aria-label="Price" sx={{ mt: 1.5, pt: 1.5, borderTop: 1, borderColor: "line" }}>
    {!bill.due && <Typography color="textSecondary">As booked:</Typography>}
    <BillRows rows={toldRows(bill, undefined, business.businessName, formatFor(business))} />
  </Box>
);
