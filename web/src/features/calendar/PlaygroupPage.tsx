import { useQuery } from "@connectrpc/connect-query";
import { PlaygroupDayService } from "@leashline/proto/leashline/calendar/v1/playgroup_day_service_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { keepPreviousData } from "@tanstack/react-query";
import { useMemo } from "react";
import { useCan } from "../../app/session/session.ts";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { ErrorState } from "../../ui/feedback/ErrorState.tsx";
import { isoToDay } from "../../ui/format/dates.ts";
import { useFormat } from "../../ui/format/useFormat.ts";
import { DayArrows } from "../../ui/inputs/DayArrows.tsx";
import { LinkButton } from "../../ui/links/Link.tsx";
import { useQueryChange } from "../../ui/links/over.ts";
import { PageFrame } from "../../ui/page/PageFrame.tsx";
import { useMobile, useRoomy } from "../../ui/theme/useMobile.ts";
import { GridSkeleton } from "./cards/GridSkeleton.tsx";
import { AppointmentPanel } from "./parts.tsx";
import { Board } from "./playgroups/Board.tsx";
import { CheckInSearch } from "./playgroups/CheckInSearch.tsx";
import { isExpected, isGone, type Player, playersOf } from "./playgroups/play-day.ts";
import { usePlacing } from "./playgroups/usePlacing.ts";
import { ConflictHost } from "./shared/conflicts/ConflictHost.tsx";
import { useMayEdit } from "./shared/useCalendar.ts";

/** /calendar/playgroup: the pets of a day, and the group each of them plays in. */
const PlaygroupPage = () => {
  const { query, set, open, close } = useQueryChange();
  const format = useFormat();
  const [mobile, roomy] = [useMobile(), useRoomy()];
  const today = format.now().date;
  const asked = query.get("date") ?? "";
  const date = isoToDay(asked) ? asked : today;
  const openId = query.get("appointment") ?? undefined;
  const [mayEdit, maySet] = [useMayEdit(), useCan("accessServiceSettings")];
  const day = { date: isoToDay(date)! };
  const { data, error, refetch } = useQuery(PlaygroupDayService.method.getPlaygroupDay, day, { placeholderData: keepPreviousData });
  const groups = data?.playgroups ?? [];
  const { moving, place } = usePlacing(date, groups);
  const players = useMemo(
    () => (data ? playersOf(data).map((one) => ({ ...one, playgroupId: moving.get(one.key) ?? one.playgroupId })) : []),
    [data, moving],
  );
  const settings = maySet && <LinkButton to={"/setting/playgroups"}>Set up playgroups</LinkButton>;
  return (
    <PageFrame
      title={roomy ? format.longDay(date) : format.shortDay(date)}
      windowTitle="Playgroups"
      layout="fill"
      beside={<DayArrows date={date} today={today} onDate={(next) => set({ date: next === today ? undefined : next })} />}
      actions={!mobile && settings}
    >
      <Box sx={{ flex: 1, minHeight: 0, display: "flex" }}>
        <Box sx={{ flex: 1, minWidth: 0, display: "flex", flexDirection: "column" }}>
          {error && !data ? (
            <ErrorState error={error} onRetry={() => void refetch()} />
          ) : !data ? (
            <GridSkeleton />
          ) : (
            <>
              <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1.5, px: { xs: 1.5, md: 2.5 }, py: 1.25 }}>
                <CheckInSearch players={players} mayEdit={mayEdit} />
                <Counts players={players} />
              </Box>
              {groups.length === 0 ? (
                <EmptyState
                  icon="paw"
                  title="No playgroups yet"
                  text="Add the groups your dogs play in; then put the day's dogs into them."
                >
                  {settings}
                </EmptyState>
              ) : (
                <Board
                  groups={groups}
                  players={players}
                  mayEdit={mayEdit}
                  onPlace={place}
                  onOpen={(appointment) => open({ appointment })}
                />
              )}
            </>
          )}
        </Box>
        {openId && <AppointmentPanel id={openId} onClose={() => close("appointment")} />}
      </Box>
      <ConflictHost />
    </PageFrame>
  );
};

const Counts = ({ players }: { players: readonly Player[] }) => {
  const [expected, gone] = [players.filter(isExpected).length, players.filter(isGone).length];
  const words = [`${expected} expected`, `${players.length - expected - gone} here`, gone > 0 && `${gone} gone home`];
  return (
    <Typography color="textSecondary" role="status">
      {players.length === 0 ? "Nobody comes for daycare or boards on this day." : words.filter(Boolean).join(" · ")}
    </Typography>
  );
};

export default PlaygroupPage;
