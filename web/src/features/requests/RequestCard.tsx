import { ConnectError } from "@connectrpc/connect";
import { useMutation } from "@connectrpc/connect-query";
import {
  type BookingRequest,
  BookingRequestService,
  BookingRequestStatus,
} from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import { TimeConflictSchema } from "@leashline/proto/leashline/options/v1/problem_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "../../app/call-errors.ts";
import { useCan } from "../../app/session.ts";
import { formatDurationShort } from "../../ui/format/duration.ts";
import { LinkButton } from "../../ui/Link.tsx";
import { PetFace } from "../../ui/PetFace.tsx";
import { StatusChip } from "../../ui/StatusChip.tsx";
import { useFormat } from "../../ui/useFormat.ts";

/** One request: who, which pets, when, and yes or no. */
export const RequestCard = ({ request }: { request: BookingRequest }) => {
  const format = useFormat();
  const may = useCan("manageBookingRequests");
  const [declining, setDeclining] = useState(false);
  const { accept, decline, pending, error } = useDecide(request.id);
  const waiting = request.status === BookingRequestStatus.SUBMITTED;
  const name = `${request.customer?.firstName ?? ""} ${request.customer?.lastName ?? ""}`.trim();
  return (
    <Box
      component="li"
      sx={{ p: 2, borderRadius: 1.25, border: 1, borderColor: "line", bgcolor: "background.paper", display: "grid", gap: 1.25 }}
    >
      <Box sx={{ display: "flex", gap: 1, alignItems: "center", flexWrap: "wrap" }}>
        <Typography variant="subtitle1">{name}</Typography>
        {request.customerId === "0" && <StatusChip tone="info">New client</StatusChip>}
        {waiting && <StatusChip tone={request.timeHeld ? "ok" : "warn"}>{request.timeHeld ? "Time held" : "Time not held"}</StatusChip>}
        <Typography color="textSecondary" sx={{ ml: "auto" }}>
          {format.ago(request.createTime)}
        </Typography>
      </Box>
      <Typography>
        <strong>{format.longDay(request.startDate)}</strong>, {format.range(request.startTime, request.endTime)}
        {request.staffName && ` · ${request.staffName}${request.staffAsked ? " (asked for)" : ""}`}
      </Typography>
      {request.pets.map(({ pet, services }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a request's pets never change their order
        <Box key={index} sx={{ display: "flex", gap: 1.25, alignItems: "center" }}>
          <PetFace pet={{ name: pet?.petName ?? "", species: pet?.petType ?? "", breed: pet?.breed ?? "" }} />
          <Box sx={{ minWidth: 0 }}>
            <Typography>
              <strong>{pet?.petName}</strong> {pet?.breed}
            </Typography>
            <Typography color="textSecondary">
              {services.map((one) => `${one.name} · ${formatDurationShort(one.duration)}`).join(", ")}
              {pet?.notes && ` · “${pet.notes}”`}
            </Typography>
          </Box>
        </Box>
      ))}
      {request.additionalNote && <Typography color="textSecondary">“{request.additionalNote}”</Typography>}
      <Typography color="textSecondary">
        {[format.phone(request.customer?.phoneNumber ?? ""), request.customer?.email].filter(Boolean).join(" · ")}
      </Typography>
      {request.declineReason && <Alert severity="info">Declined: {request.declineReason}</Alert>}
      {error && <NotAccepted error={error} />}
      <Box sx={{ display: "flex", gap: 1, alignItems: "center", flexWrap: "wrap" }}>
        <Typography variant="subtitle2">{format.money(request.estimatedTotalPrice)}</Typography>
        <Box sx={{ ml: "auto", display: "flex", gap: 1 }}>
          {waiting && may && (
            <>
              <Button onClick={() => setDeclining(true)} disabled={pending}>
                Decline
              </Button>
              <Button variant="contained" color="primary" onClick={accept} loading={pending}>
                Accept
              </Button>
            </>
          )}
          {request.appointmentId !== "0" && (
            <LinkButton to={`/calendar/grooming?date=${request.startDate}&appointment=${request.appointmentId}`}>Open the visit</LinkButton>
          )}
        </Box>
      </Box>
      {declining && <DeclineDialog name={name} onClose={() => setDeclining(false)} onDecline={decline} />}
    </Box>
  );
};

type KeyPart = { serviceName?: string };
const touched = ["leashline.online_booking.", "leashline.calendar."];

const useDecide = (id: string) => {
  const queries = useQueryClient();
  const onSettled = () =>
    queries.invalidateQueries({
      predicate: ({ queryKey }) => touched.some((name) => (queryKey[1] as KeyPart | undefined)?.serviceName?.startsWith(name)),
    });
  const accepting = useMutation(BookingRequestService.method.acceptBookingRequest, {
    meta: { quiet: true, success: "Accepted; it is on the calendar" },
    onSettled,
  });
  const declining = useMutation(BookingRequestService.method.declineBookingRequest, {
    meta: { success: "Declined; the time is free again" },
    onSettled,
  });
  return {
    accept: () => accepting.mutate({ id }),
    decline: async (reason: string) => Boolean(await declining.mutateAsync({ id, reason }).catch(() => undefined)),
    pending: accepting.isPending || declining.isPending,
    error: accepting.error,
  };
};

const NotAccepted = ({ error }: { error: unknown }) => {
  const format = useFormat();
  const conflict = error instanceof ConnectError ? error.findDetails(TimeConflictSchema)[0] : undefined;
  const free = (conflict?.nextFree ?? []).map((one) => `${format.shortDay(one.date)} ${format.minutes(one.startTime)}`).join(", ");
  return (
    <Alert severity="warning">
      {messageOf(error)} {free && `Next free: ${free}.`}
    </Alert>
  );
};

const DeclineDialog = ({
  name,
  onClose,
  onDecline,
}: {
  name: string;
  onClose: () => void;
  onDecline: (reason: string) => Promise<boolean>;
}) => {
  const [reason, setReason] = useState("");
  const [pending, setPending] = useState(false);
  // What was written stays until it has arrived.
  const decline = async () => {
    setPending(true);
    if (await onDecline(reason.trim())) onClose();
    else setPending(false);
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby="decline-title" maxWidth="xs" fullWidth>
      <DialogTitle id="decline-title">Decline {name}’s request?</DialogTitle>
      <DialogContent>
        <TextField
          label="What we tell them"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          multiline
          minRows={2}
          fullWidth
          autoFocus
          sx={{ mt: 1 }}
          slotProps={{ htmlInput: { maxLength: 500 } }}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Keep it waiting</Button>
        <Button variant="contained" color="error" loading={pending} onClick={() => void decline()}>
          Decline
        </Button>
      </DialogActions>
    </Dialog>
  );
};
