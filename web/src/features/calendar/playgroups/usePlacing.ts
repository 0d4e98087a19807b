import { useMutation } from "@connectrpc/connect-query";
import { PlaygroupDayService } from "@leashline/proto/leashline/calendar/v1/playgroup_day_service_pb.js";
import type { Playgroup } from "@leashline/proto/leashline/offering/v1/playgroup_service_pb.js";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { refreshServices } from "../../../app/calls/refresh.ts";
import { useCan } from "../../../app/session/session.ts";
import { errorFact, messageOf } from "../../../ui/feedback/call-errors.ts";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { toast } from "../../../ui/feedback/toast.ts";
import { isoToDay } from "../../../ui/format/dates.ts";
import { NOWHERE, type Player } from "./play-day.ts";

/** Puts pets into groups. The page shows it at once; a full group asks whoever may overbook; each move can be taken back. */
export const usePlacing = (date: string, groups: readonly Playgroup[]) => {
  const queries = useQueryClient();
  const call = useMutation(PlaygroupDayService.method.placePet, { meta: { quiet: true } });
  const mayOverbook = useCan("overbook");
  const [moving, setMoving] = useState<ReadonlyMap<string, string>>(new Map());
  const nameOf = (id: string) => groups.find((one) => one.playgroupId === id)?.name;

  const put = async ({ visit, petId }: Player, playgroupId: string) => {
    const wish = { appointmentId: visit.id, petId, playgroupId, date: isoToDay(date)! };
    try {
      return await call.mutateAsync(wish);
    } catch (error) {
      if (errorFact(error, "why") !== "playgroupFull" || !mayOverbook) throw error;
      const title = `${nameOf(playgroupId)} is full`;
      if (!(await confirm({ title, body: messageOf(error), action: "Put it in anyway" }))) return undefined;
      return await call.mutateAsync({ ...wish, overbook: true });
    }
  };
  const place = async (player: Player, playgroupId: string, undoes = false): Promise<void> => {
    setMoving((now) => new Map(now).set(player.key, playgroupId));
    try {
      const done = await put(player, playgroupId);
      const where = nameOf(playgroupId);
      const text = where ? `${player.petName} is in ${where}` : `${player.petName} is in no group`;
      const undo = () => void place(player, done?.previousPlaygroupId ?? NOWHERE, true);
      if (done && !undoes) toast.success(text, { undo });
    } catch (error) {
      toast.error(messageOf(error));
    }
    await refreshServices(queries, [PlaygroupDayService.typeName]);
    setMoving((now) => new Map([...now].filter(([key]) => key !== player.key)));
  };
  return { moving, place: (player: Player, playgroupId: string) => void place(player, playgroupId) };
};
