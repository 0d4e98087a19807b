import { useQuery } from "@connectrpc/connect-query";
import { OverviewService, OverviewStatus } from "@leashline/proto/leashline/calendar/v1/overview_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Skeleton from "@mui/material/Skeleton";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { countText, useWaiting } from "../../app/navigation/waiting.ts";
import { pathTo } from "../../app/routes/paths.ts";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { ErrorState } from "../../ui/feedback/ErrorState.tsx";
import { useLate } from "../../ui/feedback/useLate.ts";
import { addDays, isoToDay, nowIn } from "../../ui/format/dates.ts";
import { usePreferences } from "../../ui/format/preferences.ts";
import { useFormat } from "../../ui/format/useFormat.ts";
import { Icon } from "../../ui/icons.tsx";
import { PickDay } from "../../ui/inputs/PickDay.tsx";
import { LinkButton, TextLink } from "../../ui/links/Link.tsx";
import { useQueryChange } from "../../ui/links/over.ts";
import { PageFrame } from "../../ui/page/PageFrame.tsx";
import { ScrollBox } from "../../ui/page/ScrollBox.tsx";
import { useMobile, useRoomy } from "../../ui/theme/useMobile.ts";
import { EditDrawer } from "./appointments/change/EditDrawer.tsx";
import { AppointmentPanel } from "./appointments/panel/AppointmentPanel.tsx";
import { useOpened } from "./appointments/panel/reach.ts";
import { TodayCard } from "./overview/TodayCard.tsx";
import { ConflictHost } from "./shared/ConflictHost.tsx";

const tabs = [
  {
    status: OverviewStatus.EXPECTED,
    name: "expected",
    label: "Expected",
    empty: "No more arrivals expected",
    hint: "Appointments booked for this day that have not arrived yet appear here.",
  },
  {
    status: OverviewStatus.IN_STORE,
    name: "in-store",
    label: "In store",
    empty: "No pets in the store",
    hint: "Check an appointment in and it moves here.",
  },
  {
    status: OverviewStatus.READY_TO_GO,
    name: "ready",
    label: "Ready",
    empty: "No pets waiting for pick-up",
    hint: "Mark an appointment ready and it moves here.",
  },
  {
    status: OverviewStatus.FINISHED,
    name: "finished",
    label: "Finished",
    empty: "No pets have gone home yet",
    hint: "Finished appointments appear here with what was paid.",
  },
] as const;

/** The day by state, with the next action on each card. */
const TodayPage = () => {
  const { query, set, open, close } = useQueryChange();
  const { zone } = usePreferences();
  const format = useFormat();
  const [mobile, roomy] = [useMobile(), useRoomy()];
  const today = nowIn(zone).date;
  const date = isoToDay(query.get("date") ?? "") ? (query.get("date") as string) : today;
  const tab = tabs.find((one) => one.name === query.get("tab")) ?? tabs[0];
  const openId = query.get("appointment") ?? undefined;
  const [editing, setEditing] = useState<string>();
  const { data, error, refetch, isPlaceholderData } = useQuery(
    OverviewService.method.listOverviewAppointments,
    { date: isoToDay(date), status: tab.status, pageSize: 200 },
    { placeholderData: keepPreviousData },
  );
  const openOne = data?.appointments.find(({ id }) => id === openId);
  const opened = useOpened(data?.appointments.map(({ id }) => id) ?? []);
  const waiting = useLate(isPlaceholderData);
  const countOf = (status: OverviewStatus): number => data?.counts.find((one) => one.status === status)?.appointments ?? 0;
  return (
    <PageFrame
      title={roomy ? format.longDay(date) : format.shortDay(date)}
      windowTitle="Today"
      layout="fill"
      beside={<DayArrows date={date} today={today} onDate={(day) => set({ date: day === today ? undefined : day })} />}
      actions={!mobile && <LinkButton to={pathTo("/calendar/grooming", {}, { date })}>Open the calendar</LinkButton>}
    >
      <Tabs
        value={tab.name}
        onChange={(_, name: string) => set({ tab: name })}
        variant={mobile ? "scrollable" : "standard"}
        aria-label="Status"
        sx={{ px: { xs: 0.5, md: 2 }, bgcolor: "background.paper", borderBottom: 1, borderColor: "line", flex: "none" }}
      >
        {tabs.map((one) => (
          <Tab key={one.name} value={one.name} label={`${one.label} ${countOf(one.status)}`} sx={{ minHeight: 44 }} />
        ))}
      </Tabs>
      <Box sx={{ flex: 1, minHeight: 0, display: "flex" }}>
        <ScrollBox>
          <RequestsWaiting />
          {error && !data ? (
            <ErrorState error={error} onRetry={() => void refetch()} />
          ) : !data || waiting ? (
            <Loading />
          ) : data.appointments.length === 0 ? (
            <EmptyState icon="today" title={tab.empty} text={tab.hint}>
              <LinkButton to={pathTo("/calendar/grooming", {}, { date })} variant="contained" color="primary">
                Open the calendar
              </LinkButton>
            </EmptyState>
          ) : (
            <Box
              component="ul"
              sx={{
                listStyle: "none",
                m: 0,
                p: { xs: 1.5, md: 2.5 },
                display: "grid",
                gap: 1.125,
                gridTemplateColumns: { xs: "1fr", lg: openId ? "1fr" : "1fr 1fr" },
                maxWidth: 1100,
                mx: "auto",
              }}
            >
              {data.appointments.map((appointment) => (
                <TodayCard
                  key={appointment.id}
                  appointment={appointment}
                  opened={opened(appointment.id)}
                  onOpen={() => open({ appointment: appointment.id })}
                  onEdit={() => setEditing(appointment.id)}
                  onCheckout={() => open({ checkout: appointment.id })}
                />
              ))}
            </Box>
          )}
        </ScrollBox>
        {openId && <AppointmentPanel id={openId} staffId={openOne?.staffId} onClose={() => close("appointment")} />}
      </Box>
      {editing && <EditDrawer id={editing} onClose={() => setEditing(undefined)} />}
      <ConflictHost />
    </PageFrame>
  );
};

const RequestsWaiting = () => {
  const requests = useWaiting((state) => state.requests);
  if (requests === 0) return null;
  return (
    <Box sx={{ px: { xs: 1.5, md: 2.5 }, pt: 1.5, maxWidth: 1100, mx: "auto" }}>
      <TextLink to="/online_booking/requests">
        {requests === 1 ? "1 booking request is waiting" : `${countText(requests)} booking requests are waiting`}
      </TextLink>
    </Box>
  );
};

const DayArrows = ({ date, today, onDate }: { date: string; today: string; onDate: (date: string) => void }) => (
  <Box sx={{ display: "flex", gap: 0.5, alignItems: "center" }}>
    <IconButton aria-label="The day before" onClick={() => onDate(addDays(date, -1))}>
      <Icon name="left" />
    </IconButton>
    <IconButton aria-label="The day after" onClick={() => onDate(addDays(date, 1))}>
      <Icon name="right" />
    </IconButton>
    <PickDay value={date} onPick={onDate} />
    {date !== today && <Button onClick={() => onDate(today)}>Today</Button>}
  </Box>
);

const Loading = () => (
  <Box aria-busy="true" aria-label="Loading the day" sx={{ p: { xs: 1.5, md: 2.5 }, display: "grid", gap: 1.125 }}>
    {[0, 1, 2, 3].map((i) => (
      <Skeleton key={i} variant="rounded" height={104} />
    ))}
  </Box>
);

export default TodayPage;
