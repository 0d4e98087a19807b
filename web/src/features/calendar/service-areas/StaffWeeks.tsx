import { useQuery } from "@connectrpc/connect-query";
import { type ServiceArea, ServiceAreaService, type StaffAreas } from "@leashline/proto/leashline/calendar/v1/service_area_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { FROM_MONDAY } from "../../../ui/format/dates.ts";
import { Section } from "../../../ui/page/Section.tsx";
import { fullName } from "../shared/columns.tsx";
import { NO_STAFF } from "../shared/types.ts";
import { useStaff } from "../shared/useCalendar.ts";
import { StaffWeek } from "./StaffWeek.tsx";

/** Everybody on the calendar, and where they go on which day. */
export const StaffWeeks = ({ areas, canEdit }: { areas: readonly ServiceArea[]; canEdit: boolean }) => {
  const staff = (useStaff().data?.staff ?? []).filter((one) => one.staffId !== NO_STAFF);
  const weeks = useQuery(ServiceAreaService.method.listStaffAreas, {});
  const [open, setOpen] = useState<string>();
  const weekOf = (staffId: string) => weeks.data?.staff.find((one) => one.staffId === staffId);
  const opened = staff.find((one) => one.staffId === open);
  if (!weeks.data) return null;
  return (
    <Section title="Who goes where">
      <Box sx={{ display: "grid", gap: 1 }}>
        {staff.map((one) => (
          <Box key={one.staffId} sx={{ display: "flex", alignItems: "center", gap: 2 }}>
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Typography variant="subtitle2">{fullName(one)}</Typography>
              <Typography color="textSecondary">{wordsOf(weekOf(one.staffId), areas)}</Typography>
            </Box>
            {canEdit && (
              <Button size="small" onClick={() => setOpen(one.staffId)} aria-label={`Areas of ${fullName(one)}`}>
                Change
              </Button>
            )}
          </Box>
        ))}
      </Box>
      {opened && (
        <StaffWeek
          key={opened.staffId}
          staffId={opened.staffId}
          name={fullName(opened)}
          week={weekOf(opened.staffId)}
          areas={areas}
          onClose={() => setOpen(undefined)}
          onSaved={() => void weeks.refetch()}
        />
      )}
    </Section>
  );
};

const wordsOf = (week: StaffAreas | undefined, areas: readonly ServiceArea[]): string => {
  if (!week) return "Everywhere, every day";
  const nameOf = (id: string) => areas.find((area) => area.areaId === id)?.areaName ?? "";
  const days = week.days.map(
    (day) => `${FROM_MONDAY[day.weekday - 1]?.slice(0, 3)}: ${day.areaIds.map(nameOf).filter(Boolean).join(", ")}`,
  );
  return `${days.join(" · ")}${week.days.length < 7 ? " · other days everywhere" : ""}`;
};
