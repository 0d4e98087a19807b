import { useQuery } from "@connectrpc/connect-query";
import type { CalendarStaff, WorkingHours } from "@leashline/proto/leashline/calendar/v1/schedule_pb.js";
import { StaffAvailabilityService } from "@leashline/proto/leashline/calendar/v1/staff_availability_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Typography from "@mui/material/Typography";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { addDays, formatDay, isoToDay, startOfWeek } from "../../../ui/format/dates.ts";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { Icon } from "../../../ui/icons.tsx";
import { DataList } from "../../../ui/lists/DataList.tsx";
import type { Column } from "../../../ui/lists/data-list.ts";
import { Swatch } from "../../../ui/Swatch.tsx";
import { useShiftAreas } from "../shared/areas/useShiftAreas.ts";
import { fullName } from "../shared/columns.tsx";
import { NO_STAFF } from "../shared/types.ts";
import { DayDrawer } from "./DayDrawer.tsx";
import { DayCell, hoursText, OpenDay } from "./WorkDay.tsx";

type Row = { staff: CalendarStaff; days: ReadonlyMap<string, WorkingHours> };

/** One week of everybody: regular hours, other hours on certain days and closed dates put together. */
export const WhoWorks = ({ staff, onRetry }: { staff: readonly CalendarStaff[]; onRetry: () => void }) => {
  const format = useFormat();
  const { weekStart } = usePreferences();
  const today = format.now().date;
  const [from, setFrom] = useState(startOfWeek(today, weekStart));
  const [open, setOpen] = useState<WorkingHours>();
  const opened = staff.find(({ staffId }) => staffId === open?.staffId);
  const span = { startDate: isoToDay(from), endDate: isoToDay(addDays(from, 6)) };
  const daily = useQuery(StaffAvailabilityService.method.listStaffWorkingDaily, span, { placeholderData: keepPreviousData });
  const areas = useShiftAreas({ from, to: addDays(from, 6) }, true);
  const dates = Array.from({ length: 7 }, (_, at) => addDays(from, at));
  const rows = daily.data && rowsOf(staff, daily.data.days);
  const columns: Column<Row>[] = [
    {
      key: "name",
      header: "Name",
      cell: ({ staff: one }) => (
        <Box sx={{ display: "flex", alignItems: "center", gap: 1, fontWeight: 600 }}>
          <Swatch colour={one.colorCode} name={fullName(one)} size={26} />
          {fullName(one)}
        </Box>
      ),
    },
    ...dates.map(
      (date): Column<Row> => ({
        key: date,
        header: formatDay(date, "ddd D"),
        cell: ({ staff: one, days }) => (
          <OpenDay staff={one} date={date} day={days.get(date)} onOpen={setOpen}>
            <DayCell day={days.get(date)} area={areas.get(`${one.staffId} ${date}`)} today={date === today} format={format} />
          </OpenDay>
        ),
      }),
    ),
  ];
  return (
    <Box>
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1, mb: 1.5 }}>
        <IconButton aria-label="The week before" onClick={() => setFrom(addDays(from, -7))}>
          <Icon name="left" />
        </IconButton>
        <IconButton aria-label="The week after" onClick={() => setFrom(addDays(from, 7))}>
          <Icon name="right" />
        </IconButton>
        <Typography variant="subtitle1" component="h2">
          {format.shortDay(isoToDay(from))} – {format.shortDay(isoToDay(addDays(from, 6)))}
        </Typography>
        {(today < from || today > addDays(from, 6)) && <Button onClick={() => setFrom(startOfWeek(today, weekStart))}>This week</Button>}
      </Box>
      <DataList
        label="Who works when"
        rows={rows}
        rowKey={({ staff: one }) => one.staffId}
        columns={columns}
        card={({ staff: one, days }) => (
          <Box>
            <Typography variant="subtitle1">{fullName(one)}</Typography>
            {dates.map((date) => (
              <OpenDay key={date} staff={one} date={date} day={days.get(date)} onOpen={setOpen}>
                <Box sx={{ display: "flex", gap: 1 }}>
                  <Typography variant="body2" color="textSecondary" sx={{ width: 56, flex: "none" }}>
                    {formatDay(date, "ddd D")}
                  </Typography>
                  <Typography variant="body2" sx={{ whiteSpace: "pre-line" }}>
                    {[hoursText(days.get(date), format), areas.get(`${one.staffId} ${date}`)].filter(Boolean).join(" · ")}
                  </Typography>
                </Box>
              </OpenDay>
            ))}
          </Box>
        )}
        error={daily.error}
        onRetry={() => {
          onRetry();
          void daily.refetch();
        }}
        empty={<EmptyState icon="clock" title="No staff on the calendar yet" text="Add staff first; who works when is shown here." />}
      />
      {open && opened && (
        <DayDrawer day={open} name={fullName(opened)} onClose={() => setOpen(undefined)} onSaved={() => void daily.refetch()} />
      )}
    </Box>
  );
};

const rowsOf = (staff: readonly CalendarStaff[], days: readonly { date: string; staff: readonly WorkingHours[] }[]): Row[] =>
  staff
    .filter((one) => one.staffId !== NO_STAFF)
    .map((one) => {
      const own = days.flatMap(({ date, staff: all }) =>
        all.filter((day) => day.staffId === one.staffId).map((day) => [date, day] as const),
      );
      return { staff: one, days: new Map(own) };
    });
