import { useQuery } from "@connectrpc/connect-query";
import { type GetLeadReportResponse, LeadService } from "@leashline/proto/leashline/customer/v1/lead_service_pb.js";
import Box from "@mui/material/Box";
import { useTheme } from "@mui/material/styles";
import Typography from "@mui/material/Typography";
import { BarChart } from "@mui/x-charts/BarChart";
import { keepPreviousData } from "@tanstack/react-query";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { RowsSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { formatDay } from "../../../ui/format/dates.ts";
import { plural } from "../../../ui/format/text.ts";
import { useQueryState } from "../../../ui/links/useQueryState.ts";
import { PageFrame } from "../../../ui/page/PageFrame.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import { FilterSelect } from "../../payment/shared/FilterSelect.tsx";
import { BySource, ByStage, WhyLost } from "./LeadFigures.tsx";

const spans = ["3", "6", "12", "24"].map((value) => ({ value, label: `${value} months` }));

/** /leads/report: how many leads came, were won and lost in each month, how far the open ones are, where they heard of the business, and why others were lost. */
const LeadReport = () => {
  const [{ months }, setState] = useQueryState({ months: "6" });
  const found = useQuery(
    LeadService.method.getLeadReport,
    { months: Math.min(Number(months) || 6, 24) },
    { placeholderData: keepPreviousData },
  );
  return (
    <PageFrame title="Leads report" back="/leads/management" maxWidth={960}>
      <Box sx={{ display: "grid", gap: 2 }}>
        <Box sx={{ width: 180 }}>
          <FilterSelect label="Period" value={months} options={spans} onChange={(next) => setState({ months: next })} />
        </Box>
        {found.data ? (
          <>
            <ByMonth report={found.data} />
            <ByStage report={found.data} />
            <BySource report={found.data} />
            <WhyLost report={found.data} />
          </>
        ) : found.error ? (
          <ErrorState error={found.error} onRetry={() => void found.refetch()} />
        ) : (
          <RowsSkeleton rows={6} />
        )}
      </Box>
    </PageFrame>
  );
};

const ByMonth = ({ report: { months } }: { report: GetLeadReportResponse }) => {
  const { palette } = useTheme();
  // Without any lead an axis of its own accord would count in parts of one.
  const most = Math.max(0, ...months.map(({ added, converted, lost }) => Math.max(added, converted, lost))) || 5;
  const sum = (of: "added" | "converted" | "lost") => months.reduce((total, month) => total + month[of], 0);
  return (
    <Section title="By month">
      <Typography color="textSecondary">
        {plural(sum("added"), "new lead")}, {sum("converted")} converted to clients, {sum("lost")} lost.
      </Typography>
      <BarChart
        height={240}
        margin={{ left: 4, right: 8, top: 16, bottom: 0 }}
        colors={[palette.primary.main, palette.success.main, palette.error.main]}
        borderRadius={4}
        skipAnimation
        grid={{ horizontal: true }}
        xAxis={[
          {
            scaleType: "band",
            data: months.map(({ month }) => month),
            valueFormatter: (month: string) => formatDay(`${month}-01`, "MMM YYYY"),
            height: 28,
          },
        ]}
        yAxis={[{ min: 0, max: most, tickMinStep: 1, width: 32 }]}
        series={[
          { label: "New leads", data: months.map(({ added }) => added) },
          { label: "Became clients", data: months.map(({ converted }) => converted) },
          { label: "Lost", data: months.map(({ lost }) => lost) },
        ]}
      />
    </Section>
  );
};

export default LeadReport;
