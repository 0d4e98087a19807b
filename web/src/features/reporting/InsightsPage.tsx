import { useQuery } from "@connectrpc/connect-query";
import type { GetInsightsResponse } from "@leashline/proto/leashline/reporting/v1/insights_service_pb.js";
import { InsightsService } from "@leashline/proto/leashline/reporting/v1/insights_service_pb.js";
import { ReportService } from "@leashline/proto/leashline/reporting/v1/report_service_pb.js";
import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import { keepPreviousData } from "@tanstack/react-query";
import { pathTo } from "../../app/routes/paths.ts";
import { useCan } from "../../app/session/session.ts";
import { ErrorState } from "../../ui/feedback/ErrorState.tsx";
import { useLate } from "../../ui/feedback/useLate.ts";
import { isoToDay, nowIn } from "../../ui/format/dates.ts";
import { usePreferences } from "../../ui/format/preferences.ts";
import { LinkButton } from "../../ui/links/Link.tsx";
import { useQueryChange } from "../../ui/links/over.ts";
import { PageFrame } from "../../ui/page/PageFrame.tsx";
import { Headlines } from "./dashboards/Headlines.tsx";
import { Missed } from "./dashboards/Missed.tsx";
import { Overdue } from "./dashboards/Overdue.tsx";
import { StaffTimes } from "./dashboards/StaffTimes.tsx";
import { spanOf, spans } from "./dashboards/spans.ts";
import SalesPage from "./reports/SalesPage.tsx";
import { Trend } from "./reports/Trend.tsx";

/** How the business is doing, this week unless another span is chosen. Who sees only their own figures gets their sales. */
const InsightsPage = () => {
  const seesOthers = [useCan("viewReportsWorkingLocations"), useCan("viewReportsAllLocations")].includes(true);
  return seesOthers ? <Insights /> : <SalesPage />;
};

const Insights = () => {
  const { query, set } = useQueryChange();
  const { zone, weekStart } = usePreferences();
  const chosen = spans.find((one) => one.name === query.get("span")) ?? spans[1];
  const { from, to } = spanOf(chosen.name, nowIn(zone).date, weekStart);
  const span = { startDate: isoToDay(from), endDate: isoToDay(to) };
  const kept = { placeholderData: keepPreviousData };
  const { data, error, refetch, isPlaceholderData } = useQuery(InsightsService.method.getInsights, span, kept);
  const sales = useQuery(ReportService.method.getSalesReport, span, kept);
  // Figures of other days under this heading would be believed.
  const shown = useLate(isPlaceholderData || sales.isPlaceholderData) ? undefined : data;
  return (
    <PageFrame
      title="Insights"
      maxWidth={1320}
      actions={<LinkButton to={pathTo("/report/reports/:panel?", {}, { from, to })}>Sales report</LinkButton>}
    >
      <ToggleButtonGroup
        exclusive
        size="small"
        value={chosen.name}
        onChange={(_, next: string | null) => next && set({ span: next })}
        aria-label="Days"
        sx={{ mb: 2, flexWrap: "wrap" }}
      >
        {spans.map(({ name, label }) => (
          <ToggleButton key={name} value={name}>
            {label}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {error && !shown ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : shown ? (
        <Shown
          insights={shown}
          netSales={sales.data?.report?.totals?.netSales}
          toCome={sales.data?.report?.toCome?.netSales}
          from={from}
          to={to}
        />
      ) : (
        <Box aria-busy="true" aria-label="Loading insights" sx={{ display: "grid", gap: 2 }}>
          <Skeleton variant="rounded" height={104} />
          <Skeleton variant="rounded" height={260} />
        </Box>
      )}
    </PageFrame>
  );
};

type ShownProps = { insights: GetInsightsResponse; from: string; to: string } & Pick<
  Parameters<typeof Headlines>[0],
  "netSales" | "toCome"
>;
const Shown = ({ insights, netSales, toCome, from, to }: ShownProps) => (
  <Box sx={{ display: "grid", gap: 2 }}>
    <Headlines insights={insights} netSales={netSales} toCome={toCome} />
    <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: { xs: "minmax(0, 1fr)", lg: "minmax(0, 2fr) minmax(0, 1fr)" } }}>
      <Trend from={from} to={to} />
      <StaffTimes staff={insights.staff} />
    </Box>
    <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: { xs: "minmax(0, 1fr)", lg: "minmax(0, 1fr) minmax(0, 1fr)" } }}>
      <Missed insights={insights} />
      <Overdue insights={insights} />
    </Box>
  </Box>
);

export default InsightsPage;
