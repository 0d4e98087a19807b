import { useMutation, useQuery } from "@connectrpc/connect-query";
import { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import { CareService } from "@leashline/proto/leashline/calendar/v1/care_service_pb.js";
import { StaffScheduleService } from "@leashline/proto/leashline/calendar/v1/staff_schedule_service_pb.js";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { LONG_STALE } from "../../../../../app/calls/query-client.ts";
import { refreshDomains } from "../../../../../app/calls/refresh.ts";
import { useLive } from "../../../../../app/live/live.ts";
import { useCan, useInfo } from "../../../../../app/session/session.ts";
import { toast } from "../../../../../ui/feedback/toast.ts";
import { isoToDay } from "../../../../../ui/format/dates.ts";
import { useFormat } from "../../../../../ui/format/useFormat.ts";
import { titleOf } from "../care-text.ts";
import { asked, backOf, byWork, type Me, type Move, NOBODY, onceEach, type Person } from "./assigning.ts";
import { useArrival } from "./useArrival.ts";

/** As many as one act may name. */
const MOST = 100;
/** As many as hours are asked for at once. */
const MOST_STAFF = 200;

/** Everything that has to do with who does a task; nothing of it without a network. */
export type Assign = {
  readonly me: Me;
  /** Who works that day first. */
  readonly people: readonly Person[];
  /** How it is said of the others. */
  readonly off: string;
  readonly give: (moves: readonly Move[]) => void;
  /** Said of each line that appears. */
  readonly arrive: ReturnType<typeof useArrival>["arrive"];
};

const saidOf = (moves: readonly Move[]): string => {
  const [first] = moves;
  const what = moves.length === 1 && first ? titleOf(first.task) : `${moves.length} tasks`;
  return first && first.to.staffId !== NOBODY.staffId ? `${what}: assigned to ${first.to.name}` : `${what}: nobody has it now`;
};

/** Who does the tasks of a day, and how that is changed; undefined while it cannot be, because there is no connection. */
export const useAssign = (date: string, kept: boolean): Assign | undefined => {
  const queries = useQueryClient();
  const { staffId = NOBODY.staffId, account } = useInfo();
  const editTicket = useCan("editTicket");
  const mayGive = useCan("createAndEditTicket") || editTicket;
  const online = useLive((state) => state.online) && !kept;
  const { data } = useQuery(StaffService.method.listStaffByLocation, {}, { enabled: mayGive && online, staleTime: LONG_STALE });
  const day = isoToDay(date);
  const staffIds = (data?.staff ?? []).slice(0, MOST_STAFF).map(({ id }) => id);
  const hours = useQuery(
    StaffScheduleService.method.listWorkingHours,
    { ...(day && { startDate: day, endDate: day }), staffIds },
    { enabled: online && day !== undefined && staffIds.length > 0, meta: { quiet: true } },
  );
  const isToday = useFormat().now().date === date;
  const call = useMutation(CareService.method.assignCare, { onSettled: () => refreshDomains(queries, "calendar") });
  const [busy] = useState(() => new Set<string>());
  const { leave, arrive } = useArrival();
  const send = async (moves: readonly Move[]): Promise<void> => {
    for (let from = 0; from < moves.length; from += MOST)
      await call.mutateAsync({ date: isoToDay(date), tasks: moves.slice(from, from + MOST).map(asked), entryKey: crypto.randomUUID() });
  };
  const give = onceEach(busy, async (moves) => {
    leave(moves);
    await send(moves);
    toast.success(saidOf(moves), { undo: () => void send(moves.map(backOf)).catch(() => undefined) });
  });
  if (!online) return undefined;
  const others = byWork(
    (data?.staff ?? [])
      .filter(({ id }) => id !== staffId)
      .map((one) => ({ staffId: one.id, name: `${one.firstName} ${one.lastName}`.trim() })),
    hours.data?.hours ?? [],
  );
  const own = { staffId, name: `${account.firstName} ${account.lastName}`.trim() };
  const people = staffId === NOBODY.staffId ? others : [own, ...others];
  return {
    me: { staffId, mayGive },
    people,
    off: isToday ? "Off today" : "Off that day",
    give: (moves) => void give(moves).catch(() => undefined),
    arrive,
  };
};
