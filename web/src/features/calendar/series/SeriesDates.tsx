import Box from "@mui/material/Box";
import { pathTo } from "../../../app/routes/paths.ts";
import { dayToIso, isDay } from "../../../ui/format/dates.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { TextLink } from "../../../ui/links/Link.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { statusWords } from "../shared/status.ts";
import type { Appointment } from "../shared/types.ts";

/** Each appointment of a series with where it stands; the one that is open is marked. */
export const SeriesDates = ({ appointments, current }: { appointments: readonly Appointment[]; current: string }) => {
  const format = useFormat();
  return (
    <Box component="ul" aria-label="Visits of the series" sx={{ listStyle: "none", m: 0, p: 0, display: "grid", gap: 0.25 }}>
      {appointments.map((one) => (
        <Box
          component="li"
          key={one.id}
          aria-current={one.id === current || undefined}
          sx={{
            display: "flex",
            alignItems: "center",
            gap: 1,
            minHeight: 36,
            px: 1,
            borderLeft: 3,
            borderColor: one.id === current ? "primary.main" : "transparent",
          }}
        >
          <Box sx={{ flex: 1 }}>
            <TextLink
              to={pathTo(
                "/calendar/grooming",
                {},
                { date: isDay(one.appointmentDate) ? dayToIso(one.appointmentDate) : "", appointment: one.id },
              )}
            >
              {format.shortDay(one.appointmentDate)}, {one.appointmentDate?.year} · {format.minutes(one.startTime)}
            </TextLink>
          </Box>
          <StatusChip tone={statusWords[one.status].tone}>{statusWords[one.status].label}</StatusChip>
        </Box>
      ))}
    </Box>
  );
};
