import type { GetInsightsResponse, OverdueClient } from "@leashline/proto/leashline/reporting/v1/insights_service_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { pathTo } from "../../../app/routes/paths.ts";
import { Bars } from "../../../ui/figures/Bars.tsx";
import { FigureCard } from "../../../ui/figures/FigureCard.tsx";
import { percentOf } from "../../../ui/figures/percent.ts";
import { plural } from "../../../ui/format/text.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { LinkButton, TextLink } from "../../../ui/links/Link.tsx";
import { Rows } from "./Rows.tsx";

const lateness = ["Up to 1 week late", "1 to 2 weeks", "2 to 4 weeks", "Over 4 weeks"];

/** Clients who would be due by now, by how late they are, and one by one. */
export const Overdue = ({ insights: { overdue, overdueByWeeks, overdueClients } }: { insights: GetInsightsResponse }) => (
  <FigureCard title="Overdue clients" note="Past the time they usually come back after, or asked for, with nothing booked. As of today.">
    {overdueClients === 0 ? (
      <Typography color="textSecondary" sx={{ mt: 1 }}>
        Everybody who is due has something booked.
      </Typography>
    ) : (
      <>
        <Bars
          bars={overdueByWeeks.map((count, n) => ({
            key: String(n),
            label: lateness[n] ?? "",
            percent: percentOf(count, Math.max(...overdueByWeeks)),
            value: String(count),
            tone: "warning.main",
          }))}
        />
        <Rows rows={overdue} keyOf={(one) => one.customerId} render={(one) => <Line one={one} />} />
      </>
    )}
  </FigureCard>
);

const Line = ({ one }: { one: OverdueClient }) => {
  const format = useFormat();
  return (
    <>
      <Box sx={{ minWidth: 0 }}>
        <TextLink to={pathTo("/client/:customerId/overview", { customerId: one.customerId })}>{one.customerName || "Client"}</TextLink>
        <Typography variant="body2" color="textSecondary">
          {plural(one.daysOverdue, "day")} late · last here {format.day(one.lastVisit)}, every {plural(one.everyDays, "day")}
        </Typography>
      </Box>
      <LinkButton to={pathTo("/calendar/grooming", {}, { book: "1", customerId: one.customerId })}>Book</LinkButton>
    </>
  );
};
