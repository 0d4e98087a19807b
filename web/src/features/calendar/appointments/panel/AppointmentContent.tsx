import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import Typography from "@mui/material/Typography";
import { pathTo } from "../../../../app/routes/paths.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { TextLink } from "../../../../ui/links/Link.tsx";
import { useQueryState } from "../../../../ui/links/useQueryState.ts";
import { later } from "../../../../ui/page/later.tsx";
import { ClientFace } from "../../../customer/shared/alerts/ClientFace.tsx";
import { ClientFacts } from "../../../customer/shared/alerts/ClientFacts.tsx";
import { isOver } from "../../shared/status.ts";
import type { Appointment } from "../../shared/types.ts";
import { WalkLine } from "../../shared/walks/WalkLine.tsx";
import { isWalk, statusOf, trackOf } from "../../shared/walks/walk.ts";
import { AppointmentInfo } from "./AppointmentInfo.tsx";
import { AppointmentNotes } from "./AppointmentNotes.tsx";
import { unsaved, useNoteDrafts } from "./note-drafts.ts";

const CarePart = later(async () => (await import("../../shared/care/CarePart.tsx")).CarePart);
const IncidentLines = later(async () => (await import("../../../customer/shared/incidents/IncidentLines.tsx")).IncidentLines, null);
const EntryCodes = later(async () => (await import("../../../customer/shared/entry-codes/EntryCodes.tsx")).EntryCodes, null);
const AppointmentLog = later(async () => (await import("./AppointmentLog.tsx")).AppointmentLog);
const BelongingsPart = later(async () => (await import("../../shared/care/BelongingsPart.tsx")).BelongingsPart);
const ClientWrote = later(async () => (await import("../../../message/shared/ClientWrote.tsx")).ClientWrote, null);
/** Only where an appointment was canceled. */
const WaitingForGap = later(async () => (await import("../../../online-booking/shared/waitlist/WaitingForGap.tsx")).WaitingForGap, null);

/** Only where a pet is evaluated. */
const EvaluationPart = later(async () => (await import("./EvaluationPart.tsx")).EvaluationPart, null);

const parts = ["info", "notes", "care", "belongings", "log"] as const;
const start = { part: "info" };

export const Content = ({ appointment, onEdit }: { appointment: Appointment; onEdit: () => void }) => {
  const [{ part }, setState] = useQueryState(start);
  const tab = parts.find((one) => one === part) ?? start.part;
  const unwritten = useNoteDrafts((all) => unsaved(all[appointment.id], appointment) !== undefined);
  const name = `${appointment.customerFirstName} ${appointment.customerLastName}`.trim();
  return (
    <>
      <Box data-says-whose sx={{ display: "flex", alignItems: "center", gap: 1.25, px: 2.25, pt: 1 }}>
        <ClientFace name={name} customerId={appointment.customerId} size={44} colour={appointment.clientColor} />
        <Box sx={{ minWidth: 0 }}>
          <TextLink
            to={pathTo("/client/:customerId", { customerId: appointment.customerId })}
            variant="h2"
            underline="hover"
            sx={{ color: "text.primary", overflowWrap: "anywhere" }}
          >
            {name}
          </TextLink>
          <Origin appointment={appointment} />
          <ClientFacts customerId={appointment.customerId} />
        </Box>
      </Box>
      <Track appointment={appointment} />
      {!isOver(appointment.status) && <ClientWrote appointmentId={appointment.id} customerId={appointment.customerId} name={name} />}
      {appointment.status === AppointmentStatus.CANCELLED && <WaitingForGap appointmentId={appointment.id} />}
      {isWalk(appointment) && appointment.status !== AppointmentStatus.CANCELLED && <WalkLine appointment={appointment} />}
      {appointment.evaluationServiceList.length > 0 && <EvaluationPart appointment={appointment} />}
      <Tabs
        value={tab}
        onChange={(_, next: string) => setState({ part: next })}
        variant="scrollable"
        aria-label="Parts of the appointment"
        sx={{ px: 1.5, borderBottom: 1, borderColor: "line" }}
      >
        <Tab value="info" label="Info" />
        <Tab value="notes" label={unwritten ? "Comments and notes · not saved" : "Comments and notes"} />
        <Tab value="care" label="Feeding and medication" />
        <Tab value="belongings" label="Pet belongings" />
        <Tab value="log" label="Log" />
      </Tabs>
      {tab === "info" && <AppointmentInfo appointment={appointment} onEdit={onEdit} />}
      {tab === "info" && appointment.customerId !== "0" && (
        <Box sx={{ px: 2.25, pb: 2 }}>
          <EntryCodes customerId={appointment.customerId} hideEmpty />
        </Box>
      )}
      {tab === "notes" && <AppointmentNotes appointment={appointment} />}
      {tab === "notes" && (
        <Box sx={{ px: 2.25, pb: 2 }}>
          <IncidentLines about={{ appointmentId: appointment.id, petIds: petIdsOf(appointment) }} />
        </Box>
      )}
      {tab === "care" && <CarePart appointment={appointment} />}
      {tab === "belongings" && <BelongingsPart appointment={appointment} />}
      {tab === "log" && <AppointmentLog appointment={appointment} />}
    </>
  );
};

const petIdsOf = ({ petServiceList }: Appointment): string[] => [...new Set(petServiceList.map(({ petId }) => petId))];

const Origin = ({ appointment }: { appointment: Appointment }) => {
  const format = useFormat();
  const from = appointment.bookingRequestId !== "0" ? "Booked online" : "Booked";
  return (
    <Typography color="textSecondary" variant="body2">
      {from} {format.agoWithin(appointment.createTime)}
    </Typography>
  );
};

/** How far the visit has come. */
const Track = ({ appointment }: { appointment: Appointment }) => {
  const steps = trackOf(appointment);
  const at = steps.indexOf(appointment.status as (typeof steps)[number]);
  return (
    <Box
      component="ol"
      aria-label="Progress"
      sx={{
        display: "grid",
        gridTemplateColumns: `repeat(${steps.length}, 1fr)`,
        gap: 0.5,
        listStyle: "none",
        m: 0,
        px: 2.25,
        pt: 1.25,
        pb: 1,
      }}
    >
      {steps.map((status, index) => (
        <Box
          component="li"
          key={status}
          aria-current={index === at ? "step" : undefined}
          sx={{ fontSize: "0.85rem", color: index === at ? "primary.main" : "text.secondary", fontWeight: index === at ? 650 : 400 }}
        >
          <Box sx={{ height: 4, borderRadius: 2, bgcolor: index <= at ? "primary.main" : "line", mb: 0.5 }} />
          {statusOf(appointment, status).label}
        </Box>
      ))}
    </Box>
  );
};

export const Loading = () => (
  <Box sx={{ p: 2.25, display: "grid", gap: 1.5 }} aria-busy="true" aria-label="Loading the appointment">
    <Skeleton width="60%" height={32} />
    <Skeleton height={20} />
    <Skeleton variant="rounded" height={140} />
  </Box>
);
