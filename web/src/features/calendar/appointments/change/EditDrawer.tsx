import { useQuery } from "@connectrpc/connect-query";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { ErrorState } from "../../../../ui/feedback/ErrorState.tsx";
import { ProgressLine } from "../../../../ui/feedback/ProgressLine.tsx";
import { formatDuration } from "../../../../ui/format/duration.ts";
import { fromMinor } from "../../../../ui/format/money.ts";
import { usePreferences } from "../../../../ui/format/preferences.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { SideDrawer } from "../../../../ui/page/SideDrawer.tsx";
import { ClientFace } from "../../../customer/shared/alerts/ClientFace.tsx";
import { SoldAt, useSold } from "../../../offering/shared/useServices.ts";
import { AppointmentDrawer } from "../../shared/AppointmentDrawer.tsx";
import { isOver, statusWords } from "../../shared/status.ts";
import { WithoutTelling } from "../../shared/telling/WithoutTelling.tsx";
import type { Appointment } from "../../shared/types.ts";
import { useStaff } from "../../shared/useCalendar.ts";
import { Notes, When } from "../fields/AppointmentFields.tsx";
import { isComplete, planOf, sumOf } from "../fields/draft.ts";
import { PetServicesField } from "../fields/PetServicesField.tsx";
import { useRuled } from "../fields/prices/useRuled.ts";
import { useDraft } from "../fields/useBooking.ts";
import { VisitAddress } from "../fields/VisitAddress.tsx";
import { logText } from "../panel/log-text.ts";
import { StayChangeDrawer } from "../stay/StayChangeDrawer.tsx";
import { isStay } from "../stay/StayFacts.tsx";
import { PaidNote } from "./PaidNote.tsx";
import { useEdit } from "./useEdit.ts";

const TITLE = "Change the appointment";

type Props = { id: string; onClose: () => void };

/** Changes a booked visit: the drawer it was booked in, filled in, or the days and rooms of a stay. It stays open whatever becomes of the page behind it. */
export const EditDrawer = ({ id, onClose }: Props) => {
  const { data, error, refetch } = useQuery(AppointmentService.method.getAppointment, { id });
  const visit = data?.appointment;
  if (visit)
    return (
      <SoldAt value={visit.businessId}>
        {isStay(visit) ? <StayChangeDrawer key={id} stay={visit} onClose={onClose} /> : <Edit key={id} visit={visit} onClose={onClose} />}
      </SoldAt>
    );
  if (!error) return <ProgressLine label="Loading the appointment" />;
  return (
    <SideDrawer open title={TITLE} onClose={onClose}>
      <ErrorState error={error} onRetry={() => void refetch()} />
    </SideDrawer>
  );
};

const Edit = ({ visit, onClose }: { visit: Appointment; onClose: () => void }) => {
  const name = `${visit.customerFirstName} ${visit.customerLastName}`.trim();
  const draft = useDraft(planOf(visit), { customerId: visit.customerId, name });
  const [withoutTelling, setWithoutTelling] = useState(false);
  const { save, pending, changed, overtaken, keepMine, takeTheirs } = useEdit(visit, draft, withoutTelling, onClose);
  const staff = useStaff().data?.staff ?? [];
  const services = useSold();
  const format = useFormat();
  const { currencyCode } = usePreferences();
  const sum = sumOf(draft.plan, services.data?.services ?? [], currencyCode, useRuled(draft));
  const over = isOver(visit.status);
  return (
    <AppointmentDrawer
      title={TITLE}
      label={`Save · ${formatDuration(sum.duration)} · ${format.money(fromMinor(sum.minor, currencyCode))}`}
      ready={changed && isComplete(draft.plan, currencyCode) && !overtaken && !over}
      pending={pending}
      dirty={changed}
      save={save}
      onClose={onClose}
    >
      {over && (
        <Alert severity="error">
          This appointment is {statusWords[visit.status].label.toLowerCase()} now and can no longer be changed.
        </Alert>
      )}
      {overtaken && !over && <Overtaken id={visit.id} onKeep={keepMine} onTake={takeTheirs} />}
      <PaidNote visit={visit} />
      <When draft={draft} staff={staff} />
      <WithoutTelling was={draft.before} now={draft.plan} value={withoutTelling} onChange={setWithoutTelling} />
      <Box sx={{ display: "flex", alignItems: "center", gap: 1.25, p: 1.25, border: 1, borderColor: "line", borderRadius: 1.25 }}>
        <ClientFace name={name} customerId={visit.customerId} size={36} colour={visit.clientColor} />
        <Typography variant="subtitle1">{name}</Typography>
      </Box>
      <PetServicesField draft={draft} booked />
      <VisitAddress draft={draft} />
      <Notes draft={draft} />
    </AppointmentDrawer>
  );
};

/** Somebody was faster. Nothing is saved over theirs, and nothing typed is lost, until one of the two is chosen. */
const Overtaken = ({ id, onKeep, onTake }: { id: string; onKeep: () => void; onTake: () => void }) => {
  const { currencyCode } = usePreferences();
  const format = useFormat();
  const newest = useQuery(AppointmentService.method.listActionLog, { id, pageSize: 1 }, { meta: { quiet: true } }).data?.entries[0];
  return (
    <Alert severity="warning" role="alert">
      <Typography variant="subtitle2">Somebody else changed this appointment while you were editing it</Typography>
      {newest && (
        <Typography>
          {newest.operatorName}: {logText(newest.detail.split("\n", 1)[0] ?? "", format, currencyCode)}
        </Typography>
      )}
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, mt: 1 }}>
        <Button variant="outlined" onClick={onKeep}>
          Keep what I changed
        </Button>
        <Button onClick={onTake}>Start over from their version</Button>
      </Box>
    </Alert>
  );
};
