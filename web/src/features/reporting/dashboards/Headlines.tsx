import type { Money } from "@leashline/proto/google/type/money_pb.js";
import type { GetInsightsResponse } from "@leashline/proto/leashline/reporting/v1/insights_service_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { formatDurationShort } from "../../../ui/format/duration.ts";
import { plural } from "../../../ui/format/text.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { percentOf } from "./percent.ts";

type Props = { insights: GetInsightsResponse; netSales: Money | undefined };

/** The four figures a day begins with. */
export const Headlines = ({ insights, netSales }: Props) => {
  const format = useFormat();
  const { bookedMinutes, workingMinutes, noShows, lateCancellations, missedWorth, overdueClients } = insights;
  const free = Math.max(0, workingMinutes - bookedMinutes);
  const missed = noShows + lateCancellations;
  const figures = [
    { label: "Net sales", value: netSales ? format.money(netSales) : "–", note: "before tax and tips" },
    {
      label: "Hours booked",
      value: workingMinutes > 0 ? `${percentOf(bookedMinutes, workingMinutes)}%` : "–",
      note: workingMinutes > 0 ? `${formatDurationShort(free)} still free` : "Nobody works on these days",
    },
    {
      label: "No-shows and late cancellations",
      value: String(missed),
      note: missed > 0 ? `${format.money(missedWorth)} was booked` : "None on these days",
    },
    { label: "Overdue clients", value: String(overdueClients), note: `${plural(overdueClients, "client")} due with nothing booked` },
  ];
  return (
    <Box component="dl" sx={{ m: 0, display: "grid", gap: 2, gridTemplateColumns: { xs: "1fr 1fr", lg: "repeat(4, 1fr)" } }}>
      {figures.map((one) => (
        <Box key={one.label} sx={{ p: 1.75, borderRadius: 1.25, border: 1, borderColor: "line", bgcolor: "background.paper" }}>
          <Typography component="dt" variant="subtitle2" color="textSecondary">
            {one.label}
          </Typography>
          <Typography component="dd" variant="display" sx={{ m: 0, display: "block" }}>
            {one.value}
          </Typography>
          <Typography component="dd" variant="body2" color="textSecondary" sx={{ m: 0 }}>
            {one.note}
          </Typography>
        </Box>
      ))}
    </Box>
  );
};
