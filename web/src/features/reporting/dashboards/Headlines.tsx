import type { Money } from "@leashline/proto/google/type/money_pb.js";
import type { GetInsightsResponse } from "@leashline/proto/leashline/reporting/v1/insights_service_pb.js";
import { KeyFigures } from "../../../ui/figures/KeyFigures.tsx";
import { percentOf } from "../../../ui/figures/percent.ts";
import { formatDuration } from "../../../ui/format/duration.ts";
import { toMinor } from "../../../ui/format/money.ts";
import { plural } from "../../../ui/format/text.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";

type Props = { insights: GetInsightsResponse; netSales: Money | undefined; toCome: Money | undefined };

/** The four figures a day begins with. */
export const Headlines = ({ insights, netSales, toCome }: Props) => {
  const format = useFormat();
  const { bookedMinutes, workingMinutes, noShows, lateCancellations, missedWorth, overdueClients } = insights;
  const free = Math.max(0, workingMinutes - bookedMinutes);
  const missed = noShows + lateCancellations;
  const figures = [
    {
      label: "Net sales",
      value: netSales ? format.money(netSales) : "–",
      note: toMinor(toCome) > 0n ? `${format.money(toCome)} still to come` : "before tax and tips",
    },
    {
      label: "Hours booked",
      value: workingMinutes > 0 ? `${percentOf(bookedMinutes, workingMinutes)}%` : "–",
      note: workingMinutes > 0 ? `${formatDuration(free)} still free` : "Nobody works on these days",
    },
    {
      label: "No-shows and late cancellations",
      value: String(missed),
      note: missed > 0 ? `${format.money(missedWorth)} was booked` : "None on these days",
    },
    { label: "Overdue clients", value: String(overdueClients), note: `${plural(overdueClients, "client")} due with nothing booked` },
  ];
  return <KeyFigures figures={figures} />;
};
