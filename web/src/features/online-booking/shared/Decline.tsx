import type { BookingRequest } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { pathTo } from "../../../app/routes/paths.ts";
import { useCan } from "../../../app/session/session.ts";
import { errorCode, errorFact, messageOf } from "../../../ui/feedback/call-errors.ts";
import { TextLink } from "../../../ui/links/Link.tsx";
import { conflictOf, lacksSomething, NEEDS_VACCINE, SLOT_FULL, titleOf, useMayOverride } from "../../calendar/shared/conflicts/conflict.ts";
import { FreeTimes, type Picked } from "../../calendar/shared/conflicts/FreeTimes.tsx";
import { useStaffNames } from "../../calendar/shared/useCalendar.ts";
import { MessageDialog } from "./changes/MessageDialog.tsx";
import { releasedText } from "./proposals/proposal-words.ts";
import { RequestWhen } from "./RequestWhen.tsx";

type NotAcceptedProps = {
  error: unknown;
  customerId: string;
  pending: boolean;
  onPick: (picked: Picked) => void;
  onAnyway: () => void;
};

/** Where a vaccine that is missing is recorded: who asks is a client by now. */
const ToVaccine = ({ error, customerId }: Pick<NotAcceptedProps, "error" | "customerId">) => {
  const [petId, petName, vaccineName] = ["petId", "petName", "vaccineName"].map((fact) => errorFact(error, fact));
  const mayEdit = useCan("editClient");
  if (errorCode(error) !== NEEDS_VACCINE || !petId || customerId === "0" || !mayEdit) return null;
  return (
    <Typography variant="body2">
      <TextLink to={pathTo("/client/:customerId/pets/:petId?", { customerId, petId })}>
        Record {vaccineName} for {petName}
      </TextLink>
      , then accept again.
    </Typography>
  );
};

/** Why it was not accepted, what is free instead, and the way past it for whoever may go it. */
export const NotAccepted = ({ error, customerId, pending, onPick, onAnyway }: NotAcceptedProps) => {
  const conflict = conflictOf(error);
  const names = useStaffNames();
  const may = useMayOverride(conflict);
  if (!conflict) return <Alert severity="warning">{messageOf(error)}</Alert>;
  return (
    <Alert severity="warning" sx={{ "& .MuiAlert-message": { minWidth: 0 } }}>
      {lacksSomething(conflict.code) ? conflict.message : titleOf(conflict, names)}
      <Box sx={{ mt: 1, display: "grid", gap: 1, justifyItems: "start" }}>
        <Box>
          <FreeTimes conflict={conflict.detail} disabled={pending} onPick={onPick} />
        </Box>
        <ToVaccine error={error} customerId={customerId} />
        {may && (
          <Button disabled={pending} onClick={onAnyway}>
            {conflict.code === SLOT_FULL && !conflict.held ? "Overbook…" : "Book anyway…"}
          </Button>
        )}
      </Box>
    </Alert>
  );
};

type DeclineProps = { name: string; request: BookingRequest; onClose: () => void; onDecline: (reason: string) => Promise<boolean> };

export const DeclineDialog = ({ name, request, onClose, onDecline }: DeclineProps) => {
  const services = [...new Set(request.pets.flatMap((pet) => pet.services.map((one) => one.name)))].join(", ");
  const released = releasedText(request);
  return (
    <MessageDialog
      title={`Decline ${name}’s request?`}
      action="Decline"
      keep="Keep the request open"
      autoFocus
      onClose={onClose}
      onAnswer={onDecline}
    >
      <Typography>
        <RequestWhen request={request} /> · {services}
      </Typography>
      {released && <Typography>{released}</Typography>}
    </MessageDialog>
  );
};
