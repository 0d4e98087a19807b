import { useMutation, useQuery } from "@connectrpc/connect-query";
import { ApiKeyService } from "@leashline/proto/leashline/account/v1/api_key_service_pb.js";
import type { Staff } from "@leashline/proto/leashline/account/v1/staff_pb.js";
import { UpcomingVisits } from "@leashline/proto/leashline/account/v1/staff_requests_pb.js";
import { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import { StaffAppointmentService } from "@leashline/proto/leashline/calendar/v1/staff_appointment_service_pb.js";
import Alert from "@mui/material/Alert";
import Typography from "@mui/material/Typography";
import { useForm, useWatch } from "react-hook-form";
import { useCan } from "../../../app/session/session.ts";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { RowsSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { toast } from "../../../ui/feedback/toast.ts";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormSelect } from "../../../ui/form/fields.tsx";
import { plural } from "../../../ui/format/text.ts";
import { Assignee } from "./Assignee.tsx";
import { handedOver } from "./reassignment.ts";

const WAYS = [
  { value: String(UpcomingVisits.TRANSFER), label: "Reassign them to someone else" },
  { value: String(UpcomingVisits.UNASSIGN), label: "Leave them unassigned" },
  { value: String(UpcomingVisits.KEEP), label: "Keep them under this name" },
];

type Props = { staff: Staff; onClose: () => void; onGone: () => void };

/** Removing a person: first it is counted what they still have ahead, then said who takes it over. */
export const StaffLeave = ({ staff, onClose, onGone }: Props) => {
  const counts = useQuery(StaffAppointmentService.method.getStaffUpcomingCounts, { staffIds: [staff.id] });
  const remove = useMutation(StaffService.method.deleteStaff);
  const form = useForm({ defaultValues: { way: String(UpcomingVisits.TRANSFER), to: "" } });
  const way = useWatch({ control: form.control, name: "way" });
  const upcoming = counts.data?.counts.find((one) => one.staffId === staff.id)?.upcoming ?? 0;
  const transfer = upcoming > 0 && way === String(UpcomingVisits.TRANSFER);
  const save = async (values: { way: string; to: string }) => {
    const done = await remove.mutateAsync({
      id: staff.id,
      ...(upcoming > 0 && { upcomingVisits: Number(values.way) }),
      ...(transfer && { transferToStaffId: values.to }),
    });
    toast.success(`Staff member removed. ${handedOver(done)}`.trim());
  };
  return (
    <DrawerForm
      open
      title={`Remove ${staff.firstName}?`}
      form={form}
      saveLabel="Remove staff member"
      onClose={onClose}
      onSaved={onGone}
      onSave={save}
    >
      <Typography>They can no longer sign in here, and API keys they made stop working. Their past appointments stay.</Typography>
      <KeysThatStop staffId={staff.id} />
      {counts.error && !counts.data && <ErrorState compact error={counts.error} onRetry={() => void counts.refetch()} />}
      {!counts.data && !counts.error && <RowsSkeleton rows={2} height={40} />}
      {counts.data && upcoming === 0 && <Typography color="textSecondary">They can no longer be booked.</Typography>}
      {upcoming > 0 && (
        <>
          <Alert severity="warning">{plural(upcoming, "appointment")} ahead</Alert>
          <FormSelect control={form.control} name="way" label="What should happen to these visits?" options={WAYS} />
          {transfer && <Assignee control={form.control} name="to" leaverId={staff.id} />}
        </>
      )}
    </DrawerForm>
  );
};

const KeysThatStop = ({ staffId }: { staffId: string }) => {
  const keys = useQuery(ApiKeyService.method.listApiKeys, {}, { enabled: useCan("integrationKeys") });
  const theirs = keys.data?.apiKeys.filter((key) => key.createdByStaffId === staffId && !key.revokeTime) ?? [];
  if (theirs.length === 0) return null;
  return (
    <Alert severity="warning">
      {plural(theirs.length, "API key")} of theirs will stop: {theirs.map((key) => key.name).join(", ")}. Rotate the ones you want to keep
      first; they become yours.
    </Alert>
  );
};
