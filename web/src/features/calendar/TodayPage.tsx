import { useInfiniteQuery } from "@connectrpc/connect-query";
import { OverviewService, type OverviewStatus } from "@leashline/proto/leashline/calendar/v1/overview_service_pb.js";
import Box from "@mui/material/Box";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorState } from "../../ui/feedback/ErrorState.tsx";
import { useLate } from "../../ui/feedback/useLate.ts";
import { isoToDay, nowIn } from "../../ui/format/dates.ts";
import { usePreferences } from "../../ui/format/preferences.ts";
import { useFormat } from "../../ui/format/useFormat.ts";
import { DayArrows } from "../../ui/inputs/DayArrows.tsx";
import { useQueryChange } from "../../ui/links/over.ts";
import { later } from "../../ui/page/later.tsx";
import { PageFrame } from "../../ui/page/PageFrame.tsx";
import { ScrollBox } from "../../ui/page/ScrollBox.tsx";
import { useMobile, useRoomy } from "../../ui/theme/useMobile.ts";
import { AppointmentBeside } from "./AppointmentBeside.tsx";
import { EditDrawer } from "./appointments/change/EditDrawer.tsx";
import { useOpened } from "./appointments/panel/reach.ts";
import { CareFilter } from "./overview/CareFilter.tsx";
import { DayCards } from "./overview/DayCards.tsx";
import { NobodyHere } from "./overview/NobodyHere.tsx";
import { TodaySearch } from "./overview/TodaySearch.tsx";
import { stayParts, tabs } from "./overview/today-tabs.ts";
import { useEntered, useFinding } from "./overview/useFinding.ts";
import { ConflictHost } from "./shared/conflicts/ConflictHost.tsx";
import { DayLine, DayLinks, Loading, More, PAGE, RequestsWaiting, tabWords } from "./TodayParts.tsx";

const RefundsDue = later(async () => (await import("../order/shared/RefundsDue.tsx")).RefundsDue, null);
const ChangesAsked = later(async () => (await import("../online-booking/shared/changes/ChangesAsked.tsx")).ChangesAsked, null);
const LeadsDue = later(async () => (await import("../customer/shared/leads/LeadsDue.tsx")).LeadsDue, null);
const Welcome = later(async () => (await import("../account/shared/welcome/Welcome.tsx")).Welcome, null);

/** The day by state, with the next action on each card. */
const TodayPage = () => {
  const { query, set, open, close } = useQueryChange();
  const { zone } = usePreferences();
  const format = useFormat();
  const [mobile, roomy] = [useMobile(), useRoomy()];
  const today = nowIn(zone).date;
  const date = isoToDay(query.get("date") ?? "") ? (query.get("date") as string) : today;
  const tab = tabs.find((one) => one.name === query.get("tab")) ?? tabs[0];
  const care = query.get("care") ?? undefined;
  const part = stayParts.find((one) => one.name === query.get("stay"));
  const openId = query.get("appointment") ?? undefined;
  const [editing, setEditing] = useState<string>();
  const finding = useFinding();
  const found = useInfiniteQuery(
    OverviewService.method.listOverviewAppointments,
    {
      date: isoToDay(date),
      status: tab.status,
      pageSize: PAGE,
      pageToken: "",
      keyword: finding.keyword,
      serviceItemTypes: care ? [care] : [],
      stay: part?.stay ?? 0,
    },
    { pageParamKey: "pageToken", getNextPageParam: ({ nextPageToken }) => nextPageToken || undefined, placeholderData: keepPreviousData },
  );
  const { error, refetch, isPlaceholderData } = found;
  const data = found.data?.pages.at(-1);
  const appointments = found.data?.pages.flatMap((page) => page.appointments) ?? [];
  const openOne = appointments.find(({ id }) => id === openId);
  const opened = useOpened(appointments.map(({ id }) => id));
  const waiting = useLate(isPlaceholderData);
  const countOf = (status: OverviewStatus): number => data?.counts.find((one) => one.status === status)?.pets ?? 0;
  const elsewhere = tabs.filter((one) => one !== tab && countOf(one.status) > 0);
  const filtered = care !== undefined || part !== undefined;
  const list = useEntered(finding, data !== undefined && !isPlaceholderData && tab === tabs[0] && !filtered);
  const look = finding.leaving(set);
  const days = { date, today, onDate: (day: string) => look({ date: day === today ? undefined : day }) };
  return (
    <PageFrame
      title={roomy ? format.longDay(date) : format.shortDay(date)}
      windowTitle="Today"
      layout="fill"
      beside={!mobile && <DayArrows {...days} />}
      actions={<DayLinks date={date} />}
    >
      <Tabs
        value={tab.name}
        onChange={(_, name: string) => look({ tab: name })}
        variant={mobile ? "scrollable" : "standard"}
        aria-label="Status"
        sx={{ px: { xs: 0.5, md: 2 }, bgcolor: "background.paper", borderBottom: 1, borderColor: "line", flex: "none" }}
      >
        {tabs.map((one) => (
          <Tab key={one.name} value={one.name} {...tabWords(one.label, countOf(one.status))} sx={{ minHeight: 44 }} />
        ))}
      </Tabs>
      <Box sx={{ flex: 1, minHeight: 0, display: "flex" }}>
        <ScrollBox>
          {mobile && <DayLine {...days} />}
          <Welcome />
          <RequestsWaiting />
          <ChangesAsked beside />
          <RefundsDue />
          <LeadsDue />
          <TodaySearch finding={finding} onEnter={() => set({ tab: undefined, care: undefined, stay: undefined })} />
          <CareFilter
            date={date}
            careTypes={data?.serviceItemTypes ?? []}
            chosen={care}
            onChoose={(one) => look({ care: one })}
            stays={data?.stays ?? []}
            stay={part?.name}
            onStay={(one) => look({ stay: one })}
          />
          {error && !data ? (
            <ErrorState error={error} onRetry={() => void refetch()} />
          ) : !data || waiting ? (
            <Loading />
          ) : appointments.length === 0 ? (
            <NobodyHere
              keyword={finding.keyword}
              tab={tab}
              filtered={filtered}
              elsewhere={elsewhere}
              date={date}
              onTab={(name) => look({ tab: name })}
            />
          ) : (
            <DayCards
              appointments={appointments}
              opened={opened}
              list={list}
              narrow={openId !== undefined}
              onOpen={(appointment) => open({ appointment })}
              onEdit={setEditing}
              onCheckout={(checkout) => open({ checkout })}
            />
          )}
          {data && <More shown={appointments.length} total={data.total} found={found} />}
        </ScrollBox>
        {openId && <AppointmentBeside id={openId} staffId={openOne?.staffId} onClose={() => close("appointment")} />}
      </Box>
      {editing && <EditDrawer id={editing} onClose={() => setEditing(undefined)} />}
      <ConflictHost />
    </PageFrame>
  );
};

export default TodayPage;
