import type { BookingDay } from "@leashline/proto/leashline/online_booking/v1/booking_metrics_pb.js";
import { useTheme } from "@mui/material/styles";
import { BarChart } from "@mui/x-charts/BarChart";
import { useFormat } from "../../../ui/format/useFormat.ts";

/** Who opened the page and who sent a request, day by day. */
export const DayBars = ({ days }: { days: readonly BookingDay[] }) => {
  const format = useFormat();
  const { palette } = useTheme();
  return (
    <BarChart
      height={240}
      margin={{ left: 4, right: 24, top: 16, bottom: 0 }}
      borderRadius={3}
      skipAnimation
      grid={{ horizontal: true }}
      xAxis={[
        {
          scaleType: "band",
          data: days.map(({ date }) => date),
          valueFormatter: (date: string, { location }) => (location === "tick" ? format.monthDay(date) : format.longDay(date)),
          tickLabelInterval: (_, index) => (days.length - 1 - index) % Math.ceil(days.length / 8) === 0,
          height: 28,
        },
      ]}
      yAxis={[{ width: 36, min: 0, tickMinStep: 1 }]}
      series={[
        { label: "Visits", data: days.map(({ visits }) => visits), color: palette.info.main },
        { label: "Requests", data: days.map(({ requests }) => requests), color: palette.primary.main },
      ]}
    />
  );
};
