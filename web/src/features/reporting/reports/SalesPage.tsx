import { useQuery } from "@connectrpc/connect-query";
import { ReportService } from "@leashline/proto/leashline/reporting/v1/report_service_pb.js";
import type { SalesReport } from "@leashline/proto/leashline/reporting/v1/sales_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { keepPreviousData } from "@tanstack/react-query";
import { useCan } from "../../../app/session/session.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { useLate } from "../../../ui/feedback/useLate.ts";
import { addDays, isoToDay, nowIn, startOfWeek } from "../../../ui/format/dates.ts";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { Icon } from "../../../ui/icons.tsx";
import { DateField } from "../../../ui/inputs/DateField.tsx";
import { useQueryChange } from "../../../ui/links/over.ts";
import { PageFrame } from "../../../ui/page/PageFrame.tsx";
import { download } from "./download.ts";
import { Figures } from "./Figures.tsx";
import { MethodTable, SalesTable, TipTable } from "./SalesTables.tsx";
import { Trend } from "./Trend.tsx";

/** What was sold and taken, this week unless other days are chosen: by day, service and staff, with tips, tax, money in and out, and what is owed. */
const SalesPage = () => {
  const { query, set: setQuery } = useQueryChange();
  const { zone, weekStart } = usePreferences();
  const today = nowIn(zone).date;
  const begun = startOfWeek(today, weekStart);
  const week = { from: begun, to: addDays(begun, 6) };
  const { from, to } = chosenDays(query) ?? week;
  const seesOthers = [useCan("viewReportsWorkingLocations"), useCan("viewReportsAllLocations")].includes(true);
  const span = { startDate: isoToDay(from), endDate: isoToDay(to) };
  const { data, error, refetch, isPlaceholderData } = useQuery(ReportService.method.getSalesReport, span, {
    placeholderData: keepPreviousData,
  });
  const set = (next: { from: string; to: string }) => setQuery({ from: next.from, to: [next.from, next.to].sort().at(-1) });
  // The sums of other days under these dates would be believed.
  const report = useLate(isPlaceholderData) ? undefined : data?.report;
  return (
    <PageFrame
      title="Sales"
      windowTitle="Sales"
      maxWidth={1080}
      actions={
        <Button variant="outlined" startIcon={<Icon name="download" />} onClick={() => void download(span)}>
          Export CSV
        </Button>
      }
    >
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1.25, mb: 2, alignItems: "center" }}>
        <DateField label="From" size="small" value={from} onChange={(day) => day && set({ from: day, to })} sx={{ width: 170 }} />
        <DateField label="To" size="small" value={to} min={from} onChange={(day) => day && set({ from, to: day })} sx={{ width: 170 }} />
        <Quick label="This week" onClick={() => set(week)} />
        <Quick label="Today" onClick={() => set({ from: today, to: today })} />
        <Quick label="Yesterday" onClick={() => set({ from: addDays(today, -1), to: addDays(today, -1) })} />
        <Quick label="Last 7 days" onClick={() => set({ from: addDays(today, -6), to: today })} />
        <Quick label="This month" onClick={() => set({ from: `${today.slice(0, 7)}-01`, to: today })} />
      </Box>
      {!seesOthers && <Typography sx={{ mb: 2 }}>Only your own work is shown.</Typography>}
      {error && !report ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : report ? (
        <Report report={report} own={!seesOthers} from={from} to={to} />
      ) : (
        <Loading />
      )}
    </PageFrame>
  );
};

/** The days in the address; those that are none, or end before they begin, count as the first one alone. */
function chosenDays(query: URLSearchParams): { from: string; to: string } | undefined {
  const day = (name: string) => (isoToDay(query.get(name) ?? "") ? (query.get(name) as string) : undefined);
  const from = day("from");
  return from === undefined ? undefined : { from, to: [from, day("to") ?? from].sort().at(-1) as string };
}

const Quick = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button size="small" onClick={onClick}>
    {label}
  </Button>
);

const Report = ({ report, own, from, to }: { report: SalesReport; own: boolean; from: string; to: string }) => {
  const format = useFormat();
  const nothing = report.byService.length === 0 && report.byMethod.length === 0 && (report.totals?.appointments ?? 0) === 0;
  if (nothing)
    return (
      <EmptyState
        icon="insights"
        title="Nothing happened on these days"
        text="Appointments, sales and payments show up here within a second."
      />
    );
  return (
    <Box sx={{ display: "grid", gap: 2.5 }}>
      <Figures report={report} own={own} />
      <Trend from={from} to={to} />
      <Box sx={{ display: "grid", gap: 2.5, gridTemplateColumns: { xs: "1fr", lg: "1fr 1fr" } }}>
        <SalesTable title="By service" rows={report.byService} />
        <SalesTable title="By staff" rows={report.byStaff} />
        {!own && <MethodTable rows={report.byMethod} />}
        <TipTable rows={report.tipsByStaff} />
      </Box>
      <Typography variant="body2" color="textSecondary">
        Sales, with their tax and tips, count on the day of the appointment (a stay on its first day, a class when it is booked), once it is
        finished, its bill is closed, or the day is over. Payments and refunds count on the day they were made.{" "}
        {format.day(report.startDate)}
        {report.endDate !== report.startDate && ` to ${format.day(report.endDate)}`}.
      </Typography>
    </Box>
  );
};

const Loading = () => (
  <Box aria-busy="true" aria-label="Loading the report" sx={{ display: "grid", gap: 2 }}>
    <Skeleton variant="rounded" height={92} />
    <Skeleton variant="rounded" height={220} />
  </Box>
);

export default SalesPage;
