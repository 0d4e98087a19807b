import type { GetInsightsResponse, MissedAppointment } from "@leashline/proto/leashline/reporting/v1/insights_service_pb.js";
import Box from "@mui/material/Box";
import { useTheme } from "@mui/material/styles";
import Typography from "@mui/material/Typography";
import { BarChart } from "@mui/x-charts/BarChart";
import { pathTo } from "../../../app/routes/paths.ts";
import { FigureCard } from "../../../ui/figures/FigureCard.tsx";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { TextLink } from "../../../ui/links/Link.tsx";
import { Rows } from "./Rows.tsx";

/** Who did not come or canceled too late, by day, and one by one. */
export const Missed = ({ insights }: { insights: GetInsightsResponse }) => {
  const none = insights.noShows + insights.lateCancellations === 0;
  return (
    <FigureCard title="No-shows and late cancellations" note="Late: canceled less than 24 hours before the start">
      {none ? (
        <Typography color="textSecondary" sx={{ mt: 1 }}>
          Everybody came, or canceled in time.
        </Typography>
      ) : (
        <>
          <ByDay insights={insights} />
          <Rows rows={insights.missed} keyOf={(one) => one.appointmentId} render={(one) => <Line one={one} />} />
        </>
      )}
    </FigureCard>
  );
};

const ByDay = ({ insights: { missedDays } }: { insights: GetInsightsResponse }) => {
  const format = useFormat();
  const theme = useTheme();
  return (
    <BarChart
      height={200}
      margin={{ left: 4, right: 8, top: 16, bottom: 0 }}
      colors={[theme.palette.error.main, theme.palette.warning.main]}
      borderRadius={4}
      skipAnimation
      grid={{ horizontal: true }}
      xAxis={[
        {
          scaleType: "band",
          data: missedDays.map(({ date }) => date),
          valueFormatter: (date: string) => format.shortDay(date),
          height: 28,
        },
      ]}
      yAxis={[{ min: 0, tickMinStep: 1, width: 32 }]}
      series={[
        { label: "No-shows", stack: "missed", data: missedDays.map((day) => day.noShows) },
        { label: "Late cancellations", stack: "missed", data: missedDays.map((day) => day.lateCancellations) },
      ]}
    />
  );
};

const Line = ({ one }: { one: MissedAppointment }) => {
  const format = useFormat();
  return (
    <>
      <Box sx={{ minWidth: 0 }}>
        <TextLink to={pathTo("/calendar/grooming", {}, { date: one.date, appointment: one.appointmentId })}>
          {one.customerName || "Client"}
        </TextLink>
        <Typography variant="body2" color="textSecondary">
          {format.shortDay(one.date)}, {format.minutes(one.startTime)} · {one.noShow ? "No-show" : "Late cancellation"}
        </Typography>
      </Box>
      <Typography>{format.money(one.worth)}</Typography>
    </>
  );
};
