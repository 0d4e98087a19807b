import { useQuery } from "@connectrpc/connect-query";
import { StaffScheduleService } from "@leashline/proto/leashline/calendar/v1/staff_schedule_service_pb.js";
import Typography from "@mui/material/Typography";
import { signedIn } from "../../app/session/session.ts";
import { ErrorState } from "../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../ui/feedback/Skeletons.tsx";
import { Section } from "../../ui/page/Section.tsx";
import { ScheduleForm } from "../calendar/shared/hours/ScheduleForm.tsx";

export const HoursSection = ({ staffId, name }: { staffId: string; name: string }) => {
  const schedules = useQuery(StaffScheduleService.method.listStaffSchedules, { staffIds: [staffId] });
  const schedule = schedules.data?.schedules[0];
  return (
    <Section title={`Working hours for ${name} at ${signedIn()?.business?.name ?? "this location"}`}>
      {schedule ? (
        <ScheduleForm key={schedule.version} schedule={schedule} onSaved={() => void schedules.refetch()} />
      ) : schedules.error ? (
        <ErrorState compact error={schedules.error} onRetry={() => void schedules.refetch()} />
      ) : schedules.data ? (
        <Typography color="textSecondary">This staff member does not work at this location.</Typography>
      ) : (
        <FormSkeleton fields={7} />
      )}
    </Section>
  );
};
