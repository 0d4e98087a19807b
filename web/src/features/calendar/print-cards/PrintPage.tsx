import { useQuery } from "@connectrpc/connect-query";
import { type PrintCard, PrintCardService } from "@leashline/proto/leashline/calendar/v1/print_card_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import { pathTo } from "../../../app/routes/paths.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { isoToDay, nowIn } from "../../../ui/format/dates.ts";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { DayArrows } from "../../../ui/inputs/DayArrows.tsx";
import { useQueryChange } from "../../../ui/links/over.ts";
import { PageFrame } from "../../../ui/page/PageFrame.tsx";
import { AppointmentPaper } from "./AppointmentPaper.tsx";
import { LabelPaper } from "./LabelPaper.tsx";
import { ListPaper } from "./ListPaper.tsx";
import { historyCount, type Kind, type PrintSettings } from "./print-settings.ts";
import { SettingsPanel } from "./SettingsPanel.tsx";
import { usePrintSettings } from "./usePrintSettings.ts";

const kinds: readonly { kind: Kind; label: string }[] = [
  { kind: "appointment", label: "Cards" },
  { kind: "list", label: "List" },
  { kind: "label", label: "Labels" },
];
const hidden = { "@media print": { display: "none" } };
const MOST_AT_ONCE = 200;

/** The cards to print: of one appointment, or of a day's. */
const useCards = (groomingId: string | null, date: string, count: number, ready: boolean) => {
  const one = useQuery(
    PrintCardService.method.getPrintCard,
    { groomingId: groomingId ?? "0", historyCount: count },
    { enabled: ready && groomingId !== null },
  );
  const day = useQuery(
    PrintCardService.method.listPrintCards,
    { date: isoToDay(date), historyCount: count, pageSize: MOST_AT_ONCE },
    { enabled: ready && groomingId === null },
  );
  const cards = groomingId === null ? day.data?.cards : one.data?.card && [one.data.card];
  const asked = groomingId === null ? day : one;
  return {
    cards,
    more: groomingId === null && (day.data?.nextPageToken ?? "") !== "",
    error: asked.error,
    retry: () => void asked.refetch(),
  };
};

/** /home/print: a day's appointments, or one, on paper; what stands on it is chosen beside it. */
const PrintPage = () => {
  const { query, set } = useQueryChange();
  const format = useFormat();
  const today = nowIn(usePreferences().zone).date;
  const date = isoToDay(query.get("date") ?? "") ? (query.get("date") as string) : today;
  const groomingId = query.get("appointment");
  const kind = kinds.find((one) => one.kind === query.get("kind"))?.kind ?? "appointment";
  const { settings, change, pending } = usePrintSettings(kind);
  const { cards, more, error, retry } = useCards(groomingId, date, kind === "appointment" ? historyCount(settings) : 0, !pending);
  return (
    <PageFrame
      title={groomingId === null ? format.shortDay(date) : "Print card"}
      windowTitle="Print"
      back={pathTo("/home/overview", {}, { date })}
      beside={
        groomingId === null && <DayArrows date={date} today={today} onDate={(day) => set({ date: day === today ? undefined : day })} />
      }
      actions={
        <Button variant="contained" color="primary" disabled={!cards?.length} onClick={() => window.print()}>
          Print
        </Button>
      }
    >
      <Tabs value={kind} onChange={(_, next: Kind) => set({ kind: next })} aria-label="What to print" sx={hidden}>
        {kinds.map((one) => (
          <Tab key={one.kind} value={one.kind} label={one.label} sx={{ minHeight: 44 }} />
        ))}
      </Tabs>
      <Box
        sx={{ display: "grid", gap: 2.5, gridTemplateColumns: { xs: "1fr", md: "240px 1fr" }, mt: 2, "@media print": { display: "block" } }}
      >
        <Box sx={{ ...hidden, order: { xs: 2, md: 0 } }}>
          <SettingsPanel kind={kind} settings={settings} onChange={change} />
        </Box>
        {error && !cards ? (
          <ErrorState error={error} onRetry={retry} />
        ) : !cards ? (
          <FormSkeleton />
        ) : cards.length === 0 ? (
          <EmptyState icon="today" title="Nothing to print" text={`No appointments on ${format.longDay(date)}.`} />
        ) : (
          <Box sx={{ minWidth: 0 }}>
            {more && <Box sx={hidden}>Only the first {MOST_AT_ONCE} appointments of the day are shown.</Box>}
            <Papers kind={kind} cards={cards} settings={settings} date={groomingId === null ? date : undefined} />
          </Box>
        )}
      </Box>
    </PageFrame>
  );
};

type PapersProps = { kind: Kind; cards: readonly PrintCard[]; settings: PrintSettings; date: string | undefined };

const Papers = ({ kind, cards, settings, date }: PapersProps) =>
  kind === "list" ? (
    <ListPaper cards={cards} settings={settings} date={date} />
  ) : kind === "label" ? (
    <LabelPaper cards={cards} settings={settings} />
  ) : (
    <Box sx={{ display: "grid", gap: 1.5, maxWidth: 720, "@media print": { display: "block", maxWidth: "none", "& > *": { mb: "6mm" } } }}>
      {cards.map((card) => (
        <AppointmentPaper key={card.appointment?.id} card={card} settings={settings} />
      ))}
    </Box>
  );

export default PrintPage;
