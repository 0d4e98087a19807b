import { useMutation, useQuery } from "@connectrpc/connect-query";
import { type OfferedTime, OfferLinkService } from "@leashline/proto/leashline/online_booking/v1/offer_link_pb.js";
import { WaitlistOfferState } from "@leashline/proto/leashline/online_booking/v1/waitlist_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useEffect, useEffectEvent } from "react";
import { useParams } from "react-router";
import { errorCode, messageOf } from "../../ui/feedback/call-errors.ts";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { ErrorState } from "../../ui/feedback/ErrorState.tsx";
import { useTitle } from "../../ui/page/title.ts";
import { type Business, formatFor } from "../appointment/page.ts";
import { LinkFrame } from "../LinkFrame.tsx";
import { visitText } from "../time/arrival.ts";
import { Missing } from "./Missing.tsx";
import { titleOf } from "./title.ts";

const NOT_AVAILABLE = 900010;

/** /o/{token}: a time that is kept for somebody who waits, and their yes or no. */
const OfferPage = () => {
  const { token = "" } = useParams();
  const { data, error, refetch } = useQuery(OfferLinkService.method.getOfferedTime, { token }, { meta: { quiet: true } });
  const business = data?.business;
  useTitle(business ? `A time at ${business.businessName}` : "A time for you");
  if (errorCode(error) === NOT_AVAILABLE) return <EmptyState icon="calendar" title="This link does not work" text={messageOf(error)} />;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <LinkFrame business={business}>
      {data?.offer && business && <Offered token={token} business={business} offer={data.offer} onAnswered={() => void refetch()} />}
    </LinkFrame>
  );
};

const place = "You keep your place on the waitlist.";
type Props = { token: string; business: Business; offer: OfferedTime; onAnswered: () => void };

const Offered = ({ token, business, offer, onAnswered }: Props) => {
  const answer = useMutation(OfferLinkService.method.answerOfferedTime, { meta: { quiet: true }, onSettled: onAnswered });
  const format = formatFor(business);
  const { OPEN, ACCEPTED } = WaitlistOfferState;
  // What is missing is said above, also after another look.
  const isMissing = offer.needs.length > 0;
  const lookAgain = () => {
    answer.reset();
    onAnswered();
  };
  return (
    <>
      <Typography variant="display" component="h2" role="status" sx={{ fontSize: "1.5rem" }}>
        {titleOf(offer)}
      </Typography>
      <Box sx={{ p: 2, bgcolor: "background.paper", border: 1, borderColor: "line", borderRadius: 1.75 }}>
        <Typography variant="subtitle1">
          {format.longDay(offer.date)}
          {offer.endDate && ` to ${format.longDay(offer.endDate)}`}
        </Typography>
        {!offer.endDate && <Typography gutterBottom>{visitText(format, offer)}</Typography>}
        {offer.sessions > 1 && <Typography gutterBottom>{offer.sessions} sessions, this one first</Typography>}
        {offer.price && <Typography gutterBottom>{format.money(offer.price)}</Typography>}
        {offer.services.map((one) => (
          <Typography key={`${one.petName} ${one.serviceName}`} color="textSecondary">
            {one.serviceName} for {one.petName}
            {one.staffName && ` with ${one.staffName}`}
          </Typography>
        ))}
      </Box>
      <Missing needs={offer.needs} proofUrl={offer.proofUrl} />
      {answer.error && !isMissing && (
        <Alert severity="error" action={<Button onClick={lookAgain}>Look again</Button>}>
          {messageOf(answer.error)}
        </Alert>
      )}
      {offer.state === OPEN && answer.error && !isMissing ? null : offer.state === OPEN ? (
        <Box sx={{ display: "grid", gap: 1 }}>
          <Typography>
            It is kept for you until {format.longInstant(offer.answerUntil)}.
            {offer.moves && " Your appointment moves to this time when you say yes."}
          </Typography>
          <Button
            variant="contained"
            color="primary"
            size="large"
            loading={answer.isPending}
            onClick={() => answer.mutate({ token, accept: true })}
            sx={{ minHeight: 50 }}
          >
            Yes, book it
          </Button>
          <Button
            variant="outlined"
            disabled={answer.isPending}
            onClick={() => answer.mutate({ token, accept: false })}
            sx={{ minHeight: 50 }}
          >
            No, thank you
          </Button>
        </Box>
      ) : offer.state === ACCEPTED ? (
        <Booked offer={offer} business={business} onLook={onAnswered} />
      ) : (
        <Typography>{place}</Typography>
      )}
    </>
  );
};

/** The bill of a place follows it a moment later. */
const BILL_MS = 3000;
const MOST_LOOKS = 10;

const Booked = ({ offer, business, onLook }: { offer: OfferedTime; business: Business; onLook: () => void }) => {
  const waitsForBill = offer.price !== undefined && offer.payUrl === "";
  const look = useEffectEvent(onLook);
  useEffect(() => {
    if (!waitsForBill) return;
    let looks = 0;
    const timer = setInterval(() => {
      looks += 1;
      if (looks === MOST_LOOKS) clearInterval(timer);
      look();
    }, BILL_MS);
    return () => clearInterval(timer);
  }, [waitsForBill]);
  if (offer.bookedNoMore) return <Typography>This was canceled after you said yes. Questions? Call {business.businessName}.</Typography>;
  if (offer.payUrl === "") return null;
  return (
    <Button href={offer.payUrl} variant="contained" color="primary" size="large" sx={{ minHeight: 50 }}>
      Pay now
    </Button>
  );
};

export default OfferPage;
