import { useQuery } from "@connectrpc/connect-query";
import { ClassService, type GroupClass } from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import Typography from "@mui/material/Typography";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { pathTo } from "../../../app/routes/paths.ts";
import { useCan } from "../../../app/session/session.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { Icon } from "../../../ui/icons.tsx";
import { useGo } from "../../../ui/links/Link.tsx";
import { useQueryState } from "../../../ui/links/useQueryState.ts";
import { DataList } from "../../../ui/lists/DataList.tsx";
import type { Column } from "../../../ui/lists/data-list.ts";
import { PageFrame } from "../../../ui/page/PageFrame.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { ClassDrawer } from "./ClassDrawer.tsx";
import { nextSession, type Standing, standingOf } from "./class-values.ts";

const SIZE = 50;
const start = { show: "current", page: "1" };

const words: Readonly<Record<Standing, string>> = { canceled: "Canceled", over: "Over", full: "Full", open: "Open" };
const tones = { canceled: "plain", over: "plain", full: "warn", open: "ok" } as const;

export const StandingChip = ({ group }: { group: GroupClass }) => {
  const standing = standingOf(group);
  return <StatusChip tone={tones[standing]}>{words[standing]}</StatusChip>;
};

const places = ({ enrolled, capacity, waiting }: GroupClass): string =>
  `${enrolled} of ${capacity}${waiting > 0 ? `, ${waiting} waiting` : ""}`;

const Next = ({ group }: { group: GroupClass }) => {
  const format = useFormat();
  const next = nextSession(group);
  if (!next) return <>No session</>;
  return (
    <>
      {format.shortDay(next.date)}, {format.range(next.startTime, next.endTime)}
    </>
  );
};

const columns: Column<GroupClass>[] = [
  { key: "name", header: "Class", cell: (one) => <Typography variant="subtitle2">{one.name}</Typography> },
  { key: "next", header: "Next session", cell: (one) => <Next group={one} /> },
  { key: "staff", header: "Instructor", cell: (one) => one.staffName },
  { key: "places", header: "Pets", cell: places },
  { key: "state", header: "", cell: (one) => <StandingChip group={one} /> },
];

export const ClassList = () => {
  const go = useGo();
  const canPlan = useCan("createAndEditTicket");
  const [adding, setAdding] = useState(false);
  const [{ show, page }, set] = useQueryState(start);
  const at = Math.max(Number(page) || 1, 1);
  const past = show === "all";
  const { data, error, refetch, isPlaceholderData } = useQuery(
    ClassService.method.listClasses,
    { past, pageSize: SIZE, pageNum: at },
    { placeholderData: keepPreviousData },
  );
  const hrefOf = (id: string) => pathTo("/calendar/groupClass", {}, { class: id });
  const plan = canPlan && (
    <Button variant="contained" color="primary" startIcon={<Icon name="plus" />} onClick={() => setAdding(true)}>
      New class
    </Button>
  );
  return (
    <PageFrame title="Group classes" actions={plan}>
      <Tabs value={past ? "all" : "current"} onChange={(_, next: string) => set({ show: next, page: "1" })} aria-label="Which classes">
        <Tab value="current" label="Current" sx={{ minHeight: 44 }} />
        <Tab value="all" label="All" sx={{ minHeight: 44 }} />
      </Tabs>
      <Box sx={{ mt: 1.5 }}>
        <DataList
          label="Group classes"
          rows={data?.classes}
          rowKey={(one) => one.id}
          columns={columns}
          card={(one) => (
            <>
              <Box sx={{ display: "flex", gap: 1 }}>
                <Typography variant="subtitle2" sx={{ flex: 1, minWidth: 0 }}>
                  {one.name}
                </Typography>
                <StandingChip group={one} />
              </Box>
              <Typography color="textSecondary">
                <Next group={one} />
              </Typography>
              <Typography color="textSecondary">
                {one.staffName} · {places(one)}
              </Typography>
            </>
          )}
          href={(one) => hrefOf(one.id)}
          error={error}
          onRetry={() => void refetch()}
          busy={isPlaceholderData}
          page={{ at, size: SIZE, total: data?.total ?? 0, onChange: (next) => set({ page: String(next) }, { push: true }) }}
          empty={
            <EmptyState
              icon="clients"
              title={past ? "No classes yet" : "No class is running"}
              text="Plan puppy school or agility with its sessions, its instructor and a number of places. Pets enroll once for all sessions."
            />
          }
        />
      </Box>
      {adding && <ClassDrawer onClose={() => setAdding(false)} onSaved={(id) => go(hrefOf(id))} />}
    </PageFrame>
  );
};
