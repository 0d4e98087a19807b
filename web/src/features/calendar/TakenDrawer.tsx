import { useQuery } from "@connectrpc/connect-query";
import { type BookingRequest, BookingRequestService } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useIsMutating } from "@tanstack/react-query";
import { pathTo } from "../../app/routes/paths.ts";
import { ErrorState } from "../../ui/feedback/ErrorState.tsx";
import { useFormat } from "../../ui/format/useFormat.ts";
import { LinkButton } from "../../ui/links/Link.tsx";
import { SideDrawer } from "../../ui/page/SideDrawer.tsx";
import { decidedText } from "../online-booking/shared/decided-words.ts";
import { RequestCard } from "../online-booking/shared/RequestCard.tsx";
import { useUnsigned } from "../online-booking/shared/RequestChips.tsx";
import { EntryDrawer } from "../online-booking/shared/waitlist/EntryDrawer.tsx";
import { isOffered, isProposed, isRequest } from "./shared/card-text.ts";
import type { CalendarCard } from "./shared/types.ts";
import { useStaffNames } from "./shared/useCalendar.ts";

type Props = { card: CalendarCard; onClose: () => void };

/** A time that is taken without an appointment: by a booking request, by an offer to the waitlist, or by an integrator. */
export const TakenDrawer = ({ card, onClose }: Props) => {
  if (isRequest(card)) return <Request card={card} onClose={onClose} />;
  return isOffered(card) ? <EntryDrawer id={card.cardId} place={card} onClose={onClose} /> : <Held card={card} onClose={onClose} />;
};

const Held = ({ card, onClose }: Props) => {
  const format = useFormat();
  const names = useStaffNames();
  return (
    <SideDrawer open title="Held time" onClose={onClose} width={440} clear>
      <Box sx={{ display: "grid", gap: 0.5, p: 2.25 }}>
        <Typography variant="subtitle1">
          {format.shortDay(card.date)}, {format.range(card.startTime, card.endTime)}
        </Typography>
        <Typography>{names.get(card.staffId)}</Typography>
        <Typography>
          Held by {card.description}, an app connected to your business, until {format.instant(card.heldUntil)}.
        </Typography>
        <Typography variant="body2" color="textSecondary">
          Nobody else can book this time until it is booked, given back, or the hold ends.
        </Typography>
      </Box>
    </SideDrawer>
  );
};

/** Who asks for what, and yes or no. Closes once it is decided here; what somebody else decided, it says. */
const Request = ({ card, onClose }: Props) => {
  const format = useFormat();
  const names = useStaffNames();
  const { data, error, refetch } = useQuery(BookingRequestService.method.getBookingRequest, { id: card.cardId });
  const request = data?.bookingRequest;
  const unsigned = useUnsigned(request ? [request] : []);
  // What is being decided here may be known to be decided before it is answered.
  const isDeciding = useIsMutating() > 0;
  const decided = request && !isDeciding ? decidedText(request, format) : "";
  return (
    <SideDrawer open title="Booking request" onClose={onClose} width={480} clear>
      {isProposed(card) && !decided && (
        <Typography sx={{ px: 2, pt: 2 }}>
          <strong>
            {format.longDay(card.date)}, {format.range(card.startTime, card.endTime)}
          </strong>
          {names.has(card.staffId) && ` with ${names.get(card.staffId)}`} is a time you proposed. It is booked once the client chooses it.
        </Typography>
      )}
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 2 }}>
        {request && decided ? (
          <Decided request={request} text={decided} onClose={onClose} />
        ) : request ? (
          <RequestCard request={request} unsigned={unsigned} onDecided={onClose} />
        ) : (
          <li>{error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton variant="rounded" height={180} />}</li>
        )}
      </Box>
    </SideDrawer>
  );
};

/** What became of it meanwhile, and the way to that. */
const Decided = ({ request, text, onClose }: { request: BookingRequest; text: string; onClose: () => void }) => {
  const { appointmentId, classId, startDate: date } = request;
  return (
    <Box component="li" sx={{ display: "grid", gap: 1.5, justifyItems: "start" }}>
      <Alert severity="info" role="status" sx={{ width: "100%" }}>
        {text}
      </Alert>
      {appointmentId !== "0" && (
        <LinkButton variant="contained" onClick={onClose} to={pathTo("/calendar/grooming", {}, { date, appointment: appointmentId })}>
          Open the appointment
        </LinkButton>
      )}
      {classId !== "0" && (
        <LinkButton variant="contained" to={pathTo("/calendar/groupClass", {}, { class: classId })}>
          Open the class
        </LinkButton>
      )}
    </Box>
  );
};
