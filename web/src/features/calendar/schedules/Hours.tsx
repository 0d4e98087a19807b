import { useQuery } from "@connectrpc/connect-query";
import { StaffScheduleService } from "@leashline/proto/leashline/calendar/v1/staff_schedule_service_pb.js";
import Box from "@mui/material/Box";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { formatDay } from "../../../ui/format/dates.ts";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { Icon } from "../../../ui/icons.tsx";
import { DataList } from "../../../ui/lists/DataList.tsx";
import type { Column } from "../../../ui/lists/data-list.ts";
import { SideDrawer } from "../../../ui/page/SideDrawer.tsx";
import { Swatch } from "../../../ui/Swatch.tsx";
import { SettingsFrame } from "../../settings/SettingsFrame.tsx";
import { weeksOf } from "../shared/hours/hours.ts";
import { ScheduleForm } from "../shared/hours/ScheduleForm.tsx";
import { bySlot, dayText, name, type Row, weekText } from "./hours-text.ts";
import { SlotFree } from "./SlotFree.tsx";
import { WhoWorks } from "./WhoWorks.tsx";

/** Everybody's regular hours in the chosen location, and who works on which day. */
const Hours = () => {
  const [tab, setTab] = useState<"regular" | "week">("regular");
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
        cell: ({ week, schedule }) => (
          <Typography variant="body2" sx={{ whiteSpace: "nowrap", color: week[weekday]?.on ? "text.primary" : "text.tertiary" }}>
            {dayText(week[weekday], bySlot(schedule), format)}
          </Typography>
        ),
      }),
    ),
    {
      key: "sum",
      header: "Week",
      align: "right",
      cell: (row) => `${weekText(row)}${row.schedule.scheduleType > 1 ? ` (1 of ${row.schedule.scheduleType})` : ""}`,
    },
    {
      key: "edit",
      header: "",
      align: "right",
      cell: ({ staff: one }) => (
        <Box
          sx={{ display: "inline-flex", alignItems: "center", gap: 0.5, color: "primary.main", fontWeight: 600 }}
          title={`Hours of ${name(one)}`}
        >
          <Icon name="edit" sx={{ width: 16, height: 16 }} />
          Edit
        </Box>
      ),
    },
  ];
  return (
    <SettingsFrame title="Working hours" maxWidth={1180}>
      <Tabs value={tab} onChange={(_, next) => setTab(next)} aria-label="Working hours" sx={{ mb: 2 }}>
        <Tab value="regular" label="Regular hours" />
        <Tab value="week" label="Who works when" />
      </Tabs>
      {tab === "week" ? (
        <WhoWorks staff={staff.data?.staff ?? []} onRetry={() => void staff.refetch()} />
      ) : (
        <DataList
          label="Working hours"
          rows={rows}
          rowKey={({ staff: one }) => one.staffId}
          columns={columns}
          card={(row) => (
            <Box>
              <Typography variant="subtitle1">{name(row.staff)}</Typography>
              <Typography variant="body2" color="textSecondary">
                {days
                  .filter((weekday) => row.week[weekday]?.on)
                  .map((weekday) => formatDay(`2023-01-0${weekday + 1}`, "ddd"))
                  .join(", ") || "No regular hours"}{" "}
                · {weekText(row)}
              </Typography>
            </Box>
          )}
          onOpen={setOpen}
          error={error}
          onRetry={() => void Promise.all([staff.refetch(), schedules.refetch()])}
          empty={<EmptyState icon="clock" title="No staff on the calendar yet" text="Add staff first; their hours are set here." />}
        />
      )}
      {tab === "regular" && rows?.some(({ schedule }) => bySlot(schedule)) && (
        <Box sx={{ mt: 2 }}>
          <SlotFree />
        </Box>
      )}
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
