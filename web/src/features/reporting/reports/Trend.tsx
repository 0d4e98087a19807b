import { useQuery } from "@connectrpc/connect-query";
import { ReportService } from "@leashline/proto/leashline/reporting/v1/report_service_pb.js";
import type { DayTotals } from "@leashline/proto/leashline/reporting/v1/sales_pb.js";
import Box from "@mui/material/Box";
import { useTheme } from "@mui/material/styles";
import Typography from "@mui/material/Typography";
import { BarChart } from "@mui/x-charts/BarChart";
import { keepPreviousData } from "@tanstack/react-query";
import { useCan } from "../../../app/session/session.ts";
import { isoToDay } from "../../../ui/format/dates.ts";
import { decimalsOf, fromMinor, toMinor } from "../../../ui/format/money.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";

type Props = { from: string; to: string };

/** Net sales by day, for whoever may see everybody's. Nothing for a single day: its sum stands above. */
export const Trend = ({ from, to }: Props) => {
  const mayWorking = useCan("viewReportsWorkingLocations");
  const mayAll = useCan("viewReportsAllLocations");
  const { data } = useQuery(
    ReportService.method.listDayTotals,
    { startDate: isoToDay(from), endDate: isoToDay(to) },
    { enabled: from !== to && (mayWorking || mayAll), placeholderData: keepPreviousData },
  );
  if (from === to || !data) return null;
  return (
    <Box
      component="section"
      aria-label="Net sales by day"
      sx={{ border: 1, borderColor: "line", borderRadius: 1.25, bgcolor: "background.paper", p: 1.5 }}
    >
      <Typography variant="h3" component="h2">
        Net sales by day
      </Typography>
      <Bars days={data.days} />
    </Box>
  );
};

const Bars = ({ days }: { days: DayTotals[] }) => {
  const format = useFormat();
  const theme = useTheme();
  const currency = days[0]?.netSales?.currencyCode;
  const unit = 10 ** decimalsOf(currency);
  const written = (amount: number | null) => format.money(fromMinor(BigInt(Math.round((amount ?? 0) * unit)), currency));
  return (
    <BarChart
      height={220}
      margin={{ left: 4, right: 8, top: 16, bottom: 0 }}
      colors={[theme.palette.primary.main]}
      borderRadius={4}
      hideLegend
      skipAnimation
      grid={{ horizontal: true }}
      xAxis={[
        { scaleType: "band", data: days.map(({ date }) => date), valueFormatter: (date: string) => format.shortDay(date), height: 28 },
      ]}
      yAxis={[{ valueFormatter: (amount: number) => written(amount), width: 84, min: 0 }]}
      series={[{ label: "Net sales", data: days.map(({ netSales }) => Number(toMinor(netSales)) / unit), valueFormatter: written }]}
    />
  );
};
