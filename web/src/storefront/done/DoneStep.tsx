import { useQuery } from "@connectrpc/connect-query";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { lazy, Suspense } from "react";
import { pathTo } from "../../app/routes/paths.ts";
import { ErrorState } from "../../ui/feedback/ErrorState.tsx";
import { pickAnotherTime, startOver, useDraft } from "../draft.ts";
import { formatOf } from "../format.ts";
import { startText, visitText } from "../time/arrival.ts";
import type { Shop } from "../types.ts";
import { isUnderWay, mayHaveChanged, untilNextLook } from "./next-look.ts";
import { Sign } from "./Sign.tsx";

const ToldBill = lazy(() => import("./ToldBill.tsx"));
const Agreed = lazy(() => import("../pay/Agreed.tsx"));
const ToSign = lazy(() => import("./ToSign.tsx"));
const PaidLine = lazy(() => import("./PaidLine.tsx"));
const Withdraw = lazy(() => import("./Withdraw.tsx"));

const words: Record<string, { title: string; text: (shop: Shop) => string }> = {
  submitted: {
    title: "Request sent",
    text: (shop) => `${shop.businessName} looks at it and lets you know. Until then it is kept for you.`,
  },
  waitlisted: {
    title: "You are on the waitlist",
    text: (shop) => `${shop.businessName} moved your request to the waitlist and will tell you when they have a time for you.`,
  },
  unlisted: {
    title: "No longer on the waitlist",
    text: (shop) => `This is no longer on the waitlist. Call ${shop.businessName} if you still want to come, or book another time.`,
  },
  accepted: { title: "You are booked", text: (shop) => `See you at ${shop.businessName}.` },
  cancelled: { title: "This appointment is canceled", text: (shop) => `${shop.businessName} does not expect you at this time.` },
  declined: { title: "This time did not work out", text: (shop) => `${shop.businessName} could not take this appointment.` },
};

/** How the request stands; looks again by itself while it waits, and when the tab is looked at again. */
export const DoneStep = ({ shop }: { shop: Shop }) => {
  const statusToken = useDraft((draft) => draft.statusToken) ?? "";
  const { data, error, refetch } = useQuery(
    StorefrontService.method.getBookingStatus,
    { bookOnlineName: shop.bookOnlineName, statusToken },
    {
      meta: { quiet: true },
      refetchInterval: ({ state }) => isUnderWay(state.data?.booking) && untilNextLook(state.dataUpdateCount + state.errorUpdateCount),
      refetchOnWindowFocus: ({ state }) => mayHaveChanged(state.data?.booking) && "always",
    },
  );
  const booking = data?.booking;
  if (error && !booking) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!booking) return <Skeleton variant="rounded" height={220} sx={{ m: 2.25 }} />;
  const said = words[booking.status] ?? words.submitted;
  const declined = booking.status === "declined";
  const forPlace = booking.status === "submitted" && booking.classWaitlist;
  const unlisted = booking.status === "unlisted";
  const off = declined || unlisted || booking.status === "cancelled";
  return (
    <Box role="status" sx={{ p: 2.25, pt: 5, textAlign: "center", display: "grid", gap: 1.5, justifyItems: "center" }}>
      <Sign off={off} name={off ? "info" : booking.status === "accepted" ? "check" : "clock"} />
      <Typography variant="display" component="h2">
        {said?.title}
      </Typography>
      <Typography color="textSecondary" sx={{ maxWidth: 340 }}>
        {forPlace ? `You asked to wait for a place. ${shop.businessName} lets you know when there is one.` : said?.text(shop)}
      </Typography>
      {(declined || unlisted) && <Declined shop={shop} reason={booking.declineReason} />}
      <Box
        sx={{
          width: "100%",
          p: 2,
          mt: 1,
          textAlign: "left",
          bgcolor: "background.paper",
          border: 1,
          borderColor: "line",
          borderRadius: 1.75,
        }}
      >
        {booking.endDate ? (
          <Typography variant="subtitle1">
            {formatOf(shop).longDay(booking.date)}, {formatOf(shop).minutes(booking.startTime)} to {formatOf(shop).longDay(booking.endDate)}
            , {formatOf(shop).minutes(booking.endTime)}
          </Typography>
        ) : (
          <>
            {[booking.date, ...booking.moreDates].map((day) => (
              <Typography key={day} variant="subtitle1">
                {formatOf(shop).longDay(day)}
              </Typography>
            ))}
            <Typography>
              {visitText(formatOf(shop), booking)}
              {booking.staffName && ` · ${booking.staffName}`}
            </Typography>
          </>
        )}
        <Typography color="textSecondary">{booking.summary}</Typography>
        <Suspense>
          {!off && booking.bill && (
            <ToldBill bill={booking.bill} payment={booking.payment} accepted={booking.status === "accepted"} shop={shop} />
          )}
        </Suspense>
        <Suspense>
          {booking.payment && <PaidLine paid={booking.payment} shop={shop} isCanceled={booking.status === "cancelled"} />}
        </Suspense>
        <Suspense>{!off && <Agreed policy={booking.agreedPolicy} shop={shop} days={booking.moreDates.length + 1} />}</Suspense>
        {booking.askedDate && (
          <Typography sx={{ mt: 1 }}>
            This is a different {booking.askedEndDate ? "stay" : "time"} from the one you asked for (
            {formatOf(shop).longDay(booking.askedDate)}, {startText(formatOf(shop), booking.askedStartTime, booking.arrivalWindow)}
            {booking.askedEndDate && ` to ${formatOf(shop).longDay(booking.askedEndDate)}`}).
          </Typography>
        )}
      </Box>
      <Suspense>{booking.toSign.length > 0 && <ToSign shop={shop} agreements={booking.toSign} />}</Suspense>
      {shop.thankYouUrl && !off && (
        <Button href={shop.thankYouUrl} variant="contained" color="primary" sx={{ minHeight: 44 }}>
          Continue to {new URL(shop.thankYouUrl).hostname.replace(/^www\./, "")}
        </Button>
      )}
      <Suspense>
        {booking.status === "submitted" && !forPlace && <Withdraw shop={shop} statusToken={statusToken} onDone={() => void refetch()} />}
      </Suspense>
      <Button href={pathTo("/ol/:bookOnlineName/me", { bookOnlineName: shop.bookOnlineName })} sx={{ minHeight: 44 }}>
        See your visits
      </Button>
      <Button onClick={declined ? pickAnotherTime : startOver} sx={{ minHeight: 44 }}>
        {declined ? "Pick another time" : "Book another appointment"}
      </Button>
    </Box>
  );
};

/** What the shop wrote where it did, and how to talk to it. */
const Declined = ({ shop, reason }: { shop: Shop; reason: string }) => (
  <>
    {reason && <Typography sx={{ maxWidth: 340, whiteSpace: "pre-line", overflowWrap: "anywhere" }}>“{reason}”</Typography>}
    {shop.phoneNumber && (
      <Typography component="a" href={`tel:${shop.phoneNumber}`} sx={{ py: 0.75 }}>
        {formatOf(shop).phone(shop.phoneNumber)}
      </Typography>
    )}
  </>
);
