import { CareOutcome } from "@leashline/proto/leashline/calendar/v1/care_service_pb.js";
import Box from "@mui/material/Box";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import Typography from "@mui/material/Typography";
import { useParams } from "react-router";
import { pathTo } from "../../app/routes/paths.ts";
import { useInfo } from "../../app/session/session.ts";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { ErrorState } from "../../ui/feedback/ErrorState.tsx";
import { RowsSkeleton } from "../../ui/feedback/Skeletons.tsx";
import { isoToDay, nowIn } from "../../ui/format/dates.ts";
import { usePreferences } from "../../ui/format/preferences.ts";
import { useFormat } from "../../ui/format/useFormat.ts";
import { DayArrows } from "../../ui/inputs/DayArrows.tsx";
import { LinkButton, useGo } from "../../ui/links/Link.tsx";
import { useQueryState } from "../../ui/links/useQueryState.ts";
import { PageFrame } from "../../ui/page/PageFrame.tsx";
import { useMobile } from "../../ui/theme/useMobile.ts";
import { NOBODY } from "./shared/care/assign/assigning.ts";
import { groupsOf, ORDERS, orderOf } from "./shared/care/assign/groups.ts";
import { useAssign } from "./shared/care/assign/useAssign.ts";
import { KeptNotices } from "./shared/care/KeptNotices.tsx";
import { TaskGroup } from "./shared/care/TaskGroup.tsx";
import { useDaySheet } from "./shared/care/useDaySheet.ts";
import { useSheetTicks } from "./shared/care/useSheetTicks.ts";

const start = { by: "time" };

/** /home/overview/tasks/{date}: all that pets are fed and given and get done on a day, ticked where it is done, with a network or without. */
const TasksPage = () => {
  const format = useFormat();
  const go = useGo();
  const mobile = useMobile();
  const today = nowIn(usePreferences().zone).date;
  const asked = useParams().date ?? "";
  const date = isoToDay(asked) ? asked : today;
  const [{ by }, set] = useQueryState(start);
  const order = orderOf(by);
  const me = useInfo().staffId ?? NOBODY.staffId;
  const { sheet, savedAt, error, refetch } = useDaySheet(date);
  const { tasks, services, waits, tick } = useSheetTicks(sheet);
  const all = [...tasks, ...services];
  const open = all.filter((one) => one.outcome === CareOutcome.UNSPECIFIED).length;
  const assign = useAssign(date, savedAt !== undefined);
  const groups = groupsOf(order, { tasks, services, me }, format.minutes);
  const arrows = <DayArrows date={date} today={today} onDate={(day) => go(pathTo("/home/overview/tasks/:date", { date: day }))} />;
  return (
    <PageFrame
      title={`Tasks · ${format.shortDay(date)}`}
      beside={!mobile && arrows}
      actions={!mobile && <LinkButton to={pathTo("/home/overview", {}, { date })}>Overview</LinkButton>}
    >
      {mobile && arrows}
      <Tabs value={order} onChange={(_, next: string) => set({ by: next })} aria-label="Order">
        {ORDERS.map((one) => (
          <Tab key={one.value} {...one} sx={{ minHeight: 44 }} />
        ))}
      </Tabs>
      <KeptNotices tasks={all} savedAt={savedAt} />
      {error && !sheet ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !sheet ? (
        <RowsSkeleton />
      ) : all.length === 0 ? (
        <EmptyState icon="today" title="No feeding or medication today" text="Feeding and medication you add to a stay appear here." />
      ) : (
        <Box sx={{ maxWidth: 800, mt: 1.5 }}>
          <Typography color="textSecondary">{open === 0 ? "All done" : `${open} of ${all.length} left to do`}</Typography>
          {!assign && <Typography color="textSecondary">Without a connection tasks can be ticked, but not given to anyone.</Typography>}
          {groups.map(({ key, ...group }) => (
            <TaskGroup key={key} {...group} onTick={tick} waits={waits} assign={assign} empty="Nothing is yours yet." />
          ))}
        </Box>
      )}
    </PageFrame>
  );
};

export default TasksPage;
