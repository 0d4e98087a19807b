import { useQuery } from "@connectrpc/connect-query";
import { BookingMetricsService, type GetBookingMetricsResponse } from "@leashline/proto/leashline/online_booking/v1/booking_metrics_pb.js";
import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import { keepPreviousData } from "@tanstack/react-query";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { Bars } from "../../../ui/figures/Bars.tsx";
import { FigureCard } from "../../../ui/figures/FigureCard.tsx";
import { KeyFigures } from "../../../ui/figures/KeyFigures.tsx";
import { percentOf } from "../../../ui/figures/percent.ts";
import { addDays, isoToDay } from "../../../ui/format/dates.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { DateField } from "../../../ui/inputs/DateField.tsx";
import { useQueryState } from "../../../ui/links/useQueryState.ts";
import { PageFrame } from "../../../ui/page/PageFrame.tsx";
import { DayBars } from "./DayBars.tsx";
import { funnelOf } from "./metrics-words.ts";

/** How the booking page does: who opened it, how far they came, what came of it. */
const MetricsPage = () => {
  const today = useFormat().now().date;
  const [state, setState] = useQueryState({ from: "", until: "" });
  const [from, until] = [state.from || addDays(today, -29), state.until || today];
  const [startDate, endDate] = [isoToDay(from), isoToDay(until)];
  const asked = { ...(startDate && { startDate }), ...(endDate && { endDate }) };
  const { data, error, refetch } = useQuery(BookingMetricsService.method.getBookingMetrics, asked, { placeholderData: keepPreviousData });
  return (
    <PageFrame title="Booking page results" maxWidth={1320}>
      <Box sx={{ display: "grid", gap: 1.25, mb: 2, gridTemplateColumns: "1fr 1fr", maxWidth: 420 }}>
        <DateField size="small" label="From" value={from} onChange={(next) => setState({ from: next })} />
        <DateField size="small" label="Until" value={until} onChange={(next) => setState({ until: next })} />
      </Box>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Results of={data} />
      ) : (
        <Box aria-busy="true" aria-label="Loading results" sx={{ display: "grid", gap: 2 }}>
          <Skeleton variant="rounded" height={104} />
          <Skeleton variant="rounded" height={260} />
        </Box>
      )}
    </PageFrame>
  );
};

const Results = ({ of }: { of: GetBookingMetricsResponse }) => {
  const format = useFormat();
  const visits = of.steps[0]?.visits ?? 0;
  if (visits === 0 && of.requests === 0)
    return (
      <EmptyState
        icon="calendar"
        title="Nobody opened your booking page on these days"
        text="Put its address on your website and in your messages, or choose other days."
      />
    );
  const waiting = of.requests - of.accepted - of.declined;
  return (
    <Box sx={{ display: "grid", gap: 2 }}>
      <KeyFigures
        figures={[
          { label: "Visits", value: String(visits), note: "opened your booking page" },
          { label: "Requests", value: String(of.requests), note: `${percentOf(of.requests, visits)}% of visits` },
          { label: "Accepted", value: String(of.accepted), note: `${of.declined} declined, ${waiting} waiting` },
          {
            label: "Booked online",
            value: format.money(of.acceptedValue),
            note: `of ${format.money(of.requestedValue)} requested, before tax`,
          },
        ]}
      />
      <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: { xs: "minmax(0, 1fr)", lg: "minmax(0, 1fr) minmax(0, 1fr)" } }}>
        <FigureCard title="How far they come" note="In brackets: who left since the step before">
          <Bars bars={funnelOf(of.steps)} />
        </FigureCard>
        {of.days.length > 1 && (
          <FigureCard title="Visits and requests by day">
            <DayBars days={of.days} />
          </FigureCard>
        )}
      </Box>
    </Box>
  );
};

export default MetricsPage;
