import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import { useState } from "react";
import { pathTo } from "../../../app/routes/paths.ts";
import { useInfo } from "../../../app/session/session.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { isoToDay, nowIn } from "../../../ui/format/dates.ts";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { DayArrows } from "../../../ui/inputs/DayArrows.tsx";
import { useQueryChange } from "../../../ui/links/over.ts";
import { PageFrame } from "../../../ui/page/PageFrame.tsx";
import { ScrollBox } from "../../../ui/page/ScrollBox.tsx";
import { useMobile } from "../../../ui/theme/useMobile.ts";
import { extrasOf, petDays } from "./activities.ts";
import { Papers } from "./papers/Papers.tsx";
import { DownloadPdf } from "./pdf/DownloadPdf.tsx";
import { historyCount, type Kind } from "./print-settings.ts";
import { SettingsPanel } from "./SettingsPanel.tsx";
import { PaperSelect } from "./sheets/PaperSelect.tsx";
import { paperOf } from "./sheets/paper-sizes.ts";
import { PageRule } from "./sheets/Sheet.tsx";
import { MOST_AT_ONCE, usePrintData } from "./usePrintData.ts";
import { usePrintSettings } from "./usePrintSettings.ts";

/** What can be printed; of one appointment only what has `single`. */
const kinds: readonly { kind: Kind; label: string; title: string; single?: true }[] = [
  { kind: "appointment", label: "Appointment", title: "Appointments", single: true },
  { kind: "stay", label: "Stay", title: "Stays", single: true },
  { kind: "activity", label: "Activity", title: "Activities" },
  { kind: "task", label: "Daily tasks", title: "Tasks" },
  { kind: "arrival", label: "Arrivals", title: "Boarding arrivals" },
  { kind: "departure", label: "Departures", title: "Boarding departures" },
  { kind: "list", label: "List", title: "Appointments" },
  { kind: "label", label: "Labels", title: "Labels", single: true },
];
const NOTHING: Partial<Record<Kind, string>> = {
  stay: "No stays",
  activity: "No tasks for pets that stay",
  task: "No tasks for pets that stay",
  arrival: "No boarding arrivals",
  departure: "No boarding departures",
};
const hidden = { "@media print": { display: "none" } };

/** /home/print: a day's appointments, or one, on paper; what stands on it is chosen beside it. */
const PrintPage = () => {
  const { query, set } = useQueryChange();
  const mobile = useMobile();
  const format = useFormat();
  const today = nowIn(usePreferences().zone).date;
  const date = isoToDay(query.get("date") ?? "") ? (query.get("date") as string) : today;
  const groomingId = query.get("appointment");
  const offered = kinds.filter((one) => groomingId === null || one.single);
  const kind = offered.find((one) => one.kind === query.get("kind"))?.kind ?? "appointment";
  const { settings, change, pending } = usePrintSettings(kind);
  const { business } = useInfo();
  const paper = paperOf(kind, settings, usePreferences().country);
  const [pages, setPages] = useState(0);
  const what = kinds.find((one) => one.kind === kind)?.title ?? "";
  const title = groomingId === null ? `${what} ${date}` : what;
  const head = { where: business?.name ?? "", what, day: groomingId === null ? format.longDay(date) : "" };
  const asked = { kind, groomingId, date, historyCount: kind === "appointment" ? historyCount(settings) : 0, ready: !pending };
  const { data, more, error, retry } = usePrintData(asked);
  const days = data && (kind === "activity" || kind === "task") ? petDays(data, settings) : [];
  const count = data?.list?.appointments.length ?? (kind === "activity" || kind === "task" ? days.length : data?.cards.length);
  const arrows = groomingId === null && (
    <DayArrows date={date} today={today} onDate={(day) => set({ date: day === today ? undefined : day })} />
  );
  const download = <DownloadPdf title={title} paper={paper} disabled={!count} />;
  return (
    <PageFrame
      title={groomingId === null ? format.shortDay(date) : "Print card"}
      windowTitle={title}
      layout="fill"
      back={pathTo("/home/overview", {}, { date })}
      beside={!mobile && arrows}
      actions={
        <>
          {!mobile && download}
          <Button variant="contained" color="primary" disabled={!count} onClick={() => window.print()}>
            Print
          </Button>
        </>
      }
    >
      <PageRule paper={paper} />
      <ScrollBox sx={{ "@media print": { overflow: "visible" } }}>
        <Box sx={{ px: { xs: 1.5, md: 2.5 }, py: { xs: 1.5, md: 2 }, "@media print": { p: 0 } }}>
          {mobile && <Box sx={hidden}>{arrows}</Box>}
          {mobile && <Box sx={hidden}>{download}</Box>}
          <Tabs
            value={kind}
            onChange={(_, next: Kind) => set({ kind: next })}
            aria-label="What to print"
            variant="scrollable"
            scrollButtons={false}
            sx={hidden}
          >
            {offered.map((one) => (
              <Tab key={one.kind} value={one.kind} label={one.label} sx={{ minHeight: 44 }} />
            ))}
          </Tabs>
          <Box
            sx={{
              display: "grid",
              gap: 2.5,
              gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "240px minmax(0, 1fr)" },
              mt: 2,
              "@media print": { display: "block", mt: 0 },
            }}
          >
            <Box sx={{ ...hidden, order: { xs: 2, md: 0 }, display: "grid", gap: 2, alignContent: "start" }}>
              <PaperSelect kind={kind} paper={paper} count={count ? pages : 0} onChoose={(id) => change({ ...settings, paper: id })} />
              <SettingsPanel kind={kind} settings={settings} onChange={change} extras={extrasOf(data?.cards ?? [], data?.lines ?? [])} />
            </Box>
            {error && !data ? (
              groomingId !== null && kind === "stay" ? (
                <EmptyState icon="today" title="Not a stay" text="This appointment has no boarding or daycare." />
              ) : (
                <ErrorState error={error} onRetry={retry} />
              )
            ) : !data ? (
              <FormSkeleton />
            ) : !count ? (
              <EmptyState
                icon="today"
                title="Nothing to print"
                text={`${NOTHING[kind] ?? "No appointments"} on ${format.longDay(date)}.`}
              />
            ) : (
              <Box sx={{ minWidth: 0 }}>
                {more && <Box sx={hidden}>Only the first {MOST_AT_ONCE} appointments of the day are shown.</Box>}
                <Papers kind={kind} data={data} days={days} settings={settings} date={date} sheets={{ paper, head, onPages: setPages }} />
              </Box>
            )}
          </Box>
        </Box>
      </ScrollBox>
    </PageFrame>
  );
};

export default PrintPage;
