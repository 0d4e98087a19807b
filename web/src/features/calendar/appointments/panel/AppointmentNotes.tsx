import { useMutation, useQuery } from "@connectrpc/connect-query";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQueryClient } from "@tanstack/react-query";
import { refreshDomains } from "../../../../app/calls/refresh.ts";
import { useCan } from "../../../../app/session/session.ts";
import { UnsavedGuard } from "../../../../ui/form/UnsavedGuard.tsx";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import type { Appointment } from "../../shared/types.ts";
import { changedMeanwhile, dropNote, keepBoth, type Notes, unsaved, useNoteDrafts, writeNote } from "./note-drafts.ts";

/** The visit's comments, its alert, and what was written at the visits before it. */
export const AppointmentNotes = ({ appointment }: { appointment: Appointment }) => {
  const queries = useQueryClient();
  const format = useFormat();
  const draft = useNoteDrafts((all) => all[appointment.id]);
  const change = unsaved(draft, appointment);
  const mayComment = useCan("editTicketComment");
  const mayEdit = useCan("createAndEditTicket");
  const past = useQuery(AppointmentService.method.getTicketComments, { id: appointment.id });
  const done = { onSettled: () => refreshDomains(queries, "calendar") };
  const saveComments = useMutation(AppointmentService.method.updateTicketComments, done);
  const saveAlert = useMutation(AppointmentService.method.updateAppointment, done);
  const save = async (): Promise<boolean> => {
    const { ticketComments, alertNotes } = change ?? {};
    const { id } = appointment;
    let { version } = appointment;
    try {
      if (ticketComments !== undefined) {
        const saved = await saveComments.mutateAsync({ id, version, ticketComments: ticketComments.trim() });
        version = saved.appointment?.version ?? version;
      }
      if (alertNotes !== undefined) await saveAlert.mutateAsync({ id, version, alertNotes: alertNotes.trim() });
      dropNote(id);
      return true;
    } catch {
      return false; // the toast says it; what was typed stays
    }
  };
  return (
    <Box sx={{ p: 2.25, display: "grid", gap: 2 }}>
      {changedMeanwhile(draft, appointment).map((name) => (
        <Theirs key={name} appointment={appointment} name={name} />
      ))}
      <TextField
        label="Comments"
        multiline
        minRows={3}
        value={draft?.mine.ticketComments ?? appointment.ticketComments}
        onChange={(event) => writeNote(appointment, { ticketComments: event.target.value })}
        disabled={!mayComment}
        helperText={mayComment ? undefined : "Please request edit access from the business owner."}
        slotProps={{ htmlInput: { maxLength: 5000 } }}
      />
      <TextField
        label="Alert note"
        multiline
        value={draft?.mine.alertNotes ?? appointment.alertNotes}
        onChange={(event) => writeNote(appointment, { alertNotes: event.target.value })}
        disabled={!mayEdit}
        slotProps={{ htmlInput: { maxLength: 2000 } }}
      />
      {change && (
        <Button
          variant="outlined"
          onClick={() => void save()}
          loading={saveComments.isPending || saveAlert.isPending}
          sx={{ justifySelf: "end" }}
        >
          Save notes
        </Button>
      )}
      {(past.data?.history ?? []).map((one) => (
        <Box key={one.appointmentId}>
          <Typography variant="caption" sx={{ color: "text.tertiary" }}>
            {format.shortDay(one.appointmentDate)}
          </Typography>
          <Typography>“{one.ticketComments}”</Typography>
        </Box>
      ))}
      <UnsavedGuard dirty={change !== undefined} onSave={save} />
    </Box>
  );
};

/** What somebody else wrote while this was being written, and a way to lose neither. */
const Theirs = ({ appointment, name }: { appointment: Appointment; name: keyof Notes }) => (
  <Alert
    severity="warning"
    action={
      <Button color="inherit" onClick={() => keepBoth(appointment, name)}>
        Keep both
      </Button>
    }
  >
    Somebody else has just changed the {name === "alertNotes" ? "alert note" : "comments"}
    {appointment[name] ? ` to “${appointment[name]}”` : ": they are empty now"}. Saving replaces that with what you wrote.
  </Alert>
);
