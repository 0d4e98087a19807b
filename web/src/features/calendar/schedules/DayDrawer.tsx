import { useQuery } from "@connectrpc/connect-query";
import type { WorkingHours } from "@leashline/proto/leashline/calendar/v1/schedule_pb.js";
import { StaffScheduleService } from "@leashline/proto/leashline/calendar/v1/staff_schedule_service_pb.js";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { ProgressLine } from "../../../ui/feedback/ProgressLine.tsx";
import { isoToDay } from "../../../ui/format/dates.ts";
import { SideDrawer } from "../../../ui/page/SideDrawer.tsx";
import { workedDay } from "../shared/hours/hours.ts";
import { OverrideForm } from "../shared/hours/OverrideForm.tsx";

type Props = { day: WorkingHours; name: string; onClose: () => void; onSaved: () => void };

/** One person's hours on one day, changed for that day: what is set for it already, or the hours that are usual there. */
export const DayDrawer = ({ day, name, onClose, onSaved }: Props) => {
  const { staffId, date } = day;
  const asked = { staffId, startDate: isoToDay(date), endDate: isoToDay(date) };
  // The form begins with what it is given first: that must not be what held when a day was last opened.
  const fresh = { gcTime: 0, staleTime: 0 };
  const { data, error, isFetchedAfterMount, refetch } = useQuery(StaffScheduleService.method.listDateOverrides, asked, fresh);
  if (error && !data)
    return (
      <SideDrawer open title={`Other hours for ${name}`} onClose={onClose}>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </SideDrawer>
    );
  if (!data || !isFetchedAfterMount) return <ProgressLine label="Loading the hours of that day" />;
  const [known] = data.overrides;
  return (
    <OverrideForm staffId={staffId} name={name} known={known} planned={{ date, day: workedDay(day) }} onClose={onClose} onSaved={onSaved} />
  );
};
