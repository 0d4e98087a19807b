import type { BookingRequest } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import Typography from "@mui/material/Typography";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { agreedText } from "../../../ui/policy/agreed-policy.ts";
import { billText } from "./bill/bill-text.ts";
import { PrepaidText } from "./Prepaid.tsx";
import { SignedText } from "./signed/SignedText.tsx";

/** What it comes to as the client was told, with its tax; where no bill is kept, what its services come to. */
export const RequestPrice = ({ request: { bill, estimatedTotalPrice } }: { request: BookingRequest }) => {
  const { money } = useFormat();
  return <Typography variant="subtitle2">{bill ? billText(bill, money) : money(estimatedTotalPrice)}</Typography>;
};

/** What was signed with a request, the card that came with it, and what the client was told about changes and canceling before they sent it. */
export const RequestTerms = ({ request }: { request: BookingRequest }) => {
  const { prepay, agreedPolicy, byDay, moreDates } = request;
  const format = useFormat();
  const told = agreedPolicy && agreedText(agreedPolicy, format.money, byDay && moreDates.length > 0);
  return (
    <>
      <SignedText request={request} />
      <PrepaidText prepay={prepay} />
      {told && <Typography color="textSecondary">The client was told: “{told}”</Typography>}
    </>
  );
};
