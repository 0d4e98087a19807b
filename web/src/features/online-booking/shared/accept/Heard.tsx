import { useQuery } from "@connectrpc/connect-query";
import { OnlineBookingNotifyService } from "@leashline/proto/leashline/message/v1/online_booking_notify_service_pb.js";
import type { BookingRequest } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import Alert from "@mui/material/Alert";
import Typography from "@mui/material/Typography";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { whomOf, willHear } from "./heard.ts";

type Props = { request: BookingRequest; what: string };

/** Whether and how whoever asked hears of what is accepted, before it is. */
export const Heard = ({ request: { id, customer }, what }: Props) => {
  const format = useFormat();
  const { data } = useQuery(
    OnlineBookingNotifyService.method.getAcceptedMessage,
    { bookingRequestId: id },
    { meta: { quiet: true }, retry: false },
  );
  if (!data) return null;
  const { text, isTold } = willHear(data, whomOf(customer, format), { what, timeOf: format.time });
  return isTold ? <Typography color="textSecondary">{text}</Typography> : <Alert severity="warning">{text}</Alert>;
};
