import { useQuery } from "@connectrpc/connect-query";
import type { CalendarStaff, StaffSchedule } from "@leashline/proto/leashline/calendar/v1/schedule_pb.js";
import { StaffScheduleService } from "@leashline/proto/leashline/calendar/v1/staff_schedule_service_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { formatDay } from "../../../ui/format/dates.ts";
import { formatDurationShort } from "../../../ui/format/duration.ts";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { type Format, useFormat } from "../../../ui/format/useFormat.ts";
import { DataList } from "../../../ui/lists/DataList.tsx";
import type { Column } from "../../../ui/lists/data-list.ts";
import { SideDrawer } from "../../../ui/page/SideDrawer.tsx";
import { Swatch } from "../../../ui/Swatch.tsx";
import { SettingsFrame } from "../../settings/SettingsFrame.tsx";
import { type Day, weekMinutes, weeksOf } from "../shared/hours/hours.ts";
import { ScheduleForm } from "../shared/hours/ScheduleForm.tsx";

type Row = { staff: CalendarStaff; schedule: StaffSchedule; week: Day[] };

const name = (staff: CalendarStaff): string => `${staff.firstName} ${staff.lastName}`.trim();
const dayText = (day: Day | undefined, format: Format): string =>
  day?.on ? day.ranges.map(({ start, end }) => format.range(start ?? 0, end ?? 0).replaceAll(":00", "")).join(", ") || "slots" : "–";

/** Who works when, in the chosen location. */
const Hours = () => {
  const format = useFormat();
  const { weekStart } = usePreferences();
  const [open, setOpen] = useState<Row>();
  const staff = useQuery(StaffScheduleService.method.listCalendarStaff);
  const schedules = useQuery(StaffScheduleService.method.listStaffSchedules);
  const error = staff.error ?? schedules.error;
  const rows =
    staff.data &&
    schedules.data?.schedules.flatMap((schedule): Row[] => {
      const person = staff.data.staff.find((one) => one.staffId === schedule.staffId);
      return person ? [{ staff: person, schedule, week: weeksOf(schedule)[0] ?? [] }] : [];
    });
  const days = Array.from({ length: 7 }, (_, at) => (at + weekStart) % 7);
  const columns: Column<Row>[] = [
    {
      key: "name",
      header: "Name",
      cell: ({ staff: one }) => (
        <Box sx={{ display: "flex", alignItems: "center", gap: 1, fontWeight: 600 }}>
          <Swatch colour={one.colorCode} name={name(one)} size={26} />
          {name(one)}
        </Box>
      ),
    },
    ...days.map(
      (weekday): Column<Row> => ({
        key: String(weekday),
        header: formatDay(`2023-01-0${weekday + 1}`, "ddd"),
        cell: ({ week }) => (
          <Typography variant="body2" sx={{ whiteSpace: "nowrap", color: week[weekday]?.on ? "text.primary" : "text.tertiary" }}>
            {dayText(week[weekday], format)}
          </Typography>
        ),
      }),
    ),
    {
      key: "sum",
      header: "Week",
      align: "right",
      cell: ({ week, schedule }) =>
        `${formatDurationShort(weekMinutes(week))}${schedule.scheduleType > 1 ? ` (1 of ${schedule.scheduleType})` : ""}`,
    },
  ];
  return (
    <SettingsFrame title="Working hours" maxWidth={1180}>
      <DataList
        label="Working hours"
        rows={rows}
        rowKey={({ staff: one }) => one.staffId}
        columns={columns}
        card={({ staff: one, week }) => (
          <Box>
            <Typography variant="subtitle1">{name(one)}</Typography>
            <Typography variant="body2" color="textSecondary">
              {days
                .filter((weekday) => week[weekday]?.on)
                .map((weekday) => formatDay(`2023-01-0${weekday + 1}`, "ddd"))
                .join(", ") || "No regular hours"}{" "}
              · {formatDurationShort(weekMinutes(week))}
            </Typography>
          </Box>
        )}
        onOpen={setOpen}
        error={error}
        onRetry={() => void Promise.all([staff.refetch(), schedules.refetch()])}
        empty={<EmptyState icon="clock" title="No staff on the calendar yet" text="Add staff first; their hours are set here." />}
      />
      {open && (
        <SideDrawer open title={`Hours of ${name(open.staff)}`} width={560} onClose={() => setOpen(undefined)}>
          <Box sx={{ p: 2.25 }}>
            <ScheduleForm
              schedule={open.schedule}
              onSaved={() => {
                void schedules.refetch();
                setOpen(undefined);
              }}
            />
          </Box>
        </SideDrawer>
      )}
    </SettingsFrame>
  );
};

export default Hours;
