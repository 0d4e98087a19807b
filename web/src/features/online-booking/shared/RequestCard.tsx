import { type BookingRequest, BookingRequestStatus } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { pathTo } from "../../../app/routes/paths.ts";
import { useCan } from "../../../app/session/session.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { LinkButton } from "../../../ui/links/Link.tsx";
import { AcceptDaysDrawer } from "./accept/AcceptDaysDrawer.tsx";
import { AcceptDrawer } from "./accept/AcceptDrawer.tsx";
import { AcceptStayDrawer } from "./accept/AcceptStayDrawer.tsx";
import { CancelRequest } from "./CancelRequest.tsx";
import { DeclineDialog, NotAccepted } from "./Decline.tsx";
import { Differences } from "./Differences.tsx";
import { ProposalLine } from "./proposals/ProposalLine.tsx";
import { Reach } from "./Reach.tsx";
import { RequestChips, type Unsigned } from "./RequestChips.tsx";
import { RequestPrice, RequestTerms } from "./RequestTerms.tsx";
import { AskedFor, RequestWhen } from "./RequestWhen.tsx";
import { OwnerTold, PetsAsked } from "./Told.tsx";
import { asAsked, useDecide } from "./useDecide.ts";
import { useDiff } from "./useDiff.ts";
import { ToWaitlistDialog } from "./waitlist/ToWaitlistDialog.tsx";

type Props = { request: BookingRequest; unsigned: Unsigned | undefined /** It was decided here. */; onDecided?: () => void };

/** One request: who, which pets, when, and yes or no. */
export const RequestCard = ({ request, unsigned, onDecided }: Props) => {
  const format = useFormat();
  const may = useCan("manageBookingRequests");
  const [asking, setAsking] = useState<"decline" | "waitlist">();
  const [moving, setMoving] = useState(false);
  const diff = useDiff(request);
  const decide = useDecide(request, onDecided);
  const { accept, acceptAt, decline, pending, error } = decide;
  const onClose = () => setAsking(undefined);
  const stay = request.endDate !== "";
  const Moving = stay ? AcceptStayDrawer : request.byDay ? AcceptDaysDrawer : AcceptDrawer;
  const inClass = request.classId !== "0";
  const waiting = request.status === BookingRequestStatus.SUBMITTED;
  const name = `${request.customer?.firstName ?? ""} ${request.customer?.lastName ?? ""}`.trim();
  return (
    <Box
      component="li"
      sx={{
        p: 2,
        borderRadius: 1.25,
        border: 1,
        borderColor: "line",
        bgcolor: "background.paper",
        display: "grid",
        gridTemplateColumns: "minmax(0, 1fr)",
        gap: 1.25,
      }}
    >
      <Box sx={{ display: "flex", gap: 1, alignItems: "center", flexWrap: "wrap" }}>
        <Typography variant="subtitle1">{name}</Typography>
        <RequestChips request={request} diff={diff} unsigned={unsigned} />
        <Typography color="textSecondary" sx={{ ml: "auto" }}>
          {format.ago(request.createTime)}
        </Typography>
      </Box>
      <Typography>
        <RequestWhen request={request} />
      </Typography>
      <PetsAsked pets={request.pets} endDate={request.endDate} />
      <OwnerTold request={request} />
      {request.additionalNote && <Typography color="textSecondary">“{request.additionalNote}”</Typography>}
      <Reach request={request} />
      {diff && <Differences request={request} diff={diff} />}
      {diff && diff.vaccines.length > 0 && <Typography color="textSecondary">{diff.vaccines.join(". ")}.</Typography>}
      {request.automation && <Typography color="textSecondary">{request.automation}</Typography>}
      <RequestTerms request={request} />
      {request.declineReason && (
        <Alert severity="info">
          {request.status === BookingRequestStatus.CANCELLED ? "Canceled" : "Declined"}: {request.declineReason}
        </Alert>
      )}
      <AskedFor request={request} />
      <ProposalLine request={request} may={waiting && may} />
      {waiting && error && !moving && (
        <NotAccepted
          error={error}
          customerId={request.customerId}
          pending={pending}
          onPick={(picked) => void acceptAt(picked)}
          onAnyway={() => void decide.takeAt(asAsked(request))}
        />
      )}
      <Box sx={{ display: "flex", gap: 1, alignItems: "center", flexWrap: "wrap" }}>
        <RequestPrice request={request} />
        <Box sx={{ ml: "auto", display: "flex", gap: 1, flexWrap: "wrap", justifyContent: "flex-end" }}>
          {waiting && may && (
            <>
              {!request.timeHeld && !request.classWaitlist && (
                <Button onClick={decide.assign} disabled={pending}>
                  {stay ? "Hold rooms" : request.byDay || inClass ? "Hold places" : "Find who is free"}
                </Button>
              )}
              {!inClass && (
                <Button onClick={() => setMoving(true)} disabled={pending}>
                  {stay ? "Other nights…" : request.byDay ? "Other days…" : "Another time…"}
                </Button>
              )}
              {!request.classWaitlist && (
                <Button onClick={() => setAsking("waitlist")} disabled={pending}>
                  {inClass ? "To the class’s waitlist…" : "To the waitlist…"}
                </Button>
              )}
              <Button onClick={() => setAsking("decline")} disabled={pending}>
                Decline
              </Button>
              <Button variant="contained" color="primary" onClick={() => void accept()} loading={pending && !moving}>
                Accept
              </Button>
            </>
          )}
          {inClass && !waiting && (
            <LinkButton to={pathTo("/calendar/groupClass", {}, { class: request.classId })}>Open the class</LinkButton>
          )}
          {may && request.status === BookingRequestStatus.ACCEPTED && request.appointmentId !== "0" && (
            <CancelRequest request={request} name={name} />
          )}
          {request.appointmentId !== "0" && (
            <LinkButton to={pathTo("/calendar/grooming", {}, { date: request.startDate, appointment: request.appointmentId })}>
              Open the appointment
            </LinkButton>
          )}
        </Box>
      </Box>
      {moving && <Moving request={request} decide={decide} onClose={() => setMoving(false)} />}
      {asking === "decline" && <DeclineDialog {...{ name, request, onClose }} onDecline={decline} />}
      {asking === "waitlist" && <ToWaitlistDialog {...{ name, request, onClose }} onMove={decide.toWaitlist} />}
    </Box>
  );
};
