import { useMutation } from "@connectrpc/connect-query";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { type LodgingCard, StayService } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { refreshDomains } from "../../../app/calls/refresh.ts";
import { toast } from "../../../ui/feedback/toast.ts";
import { isoToDay } from "../../../ui/format/dates.ts";
import { withConflicts } from "../shared/conflicts/conflict.ts";
import { refusalText } from "../shared/stay/refusal-text.ts";
import { lodgingsOnWire } from "../shared/stay/stay-text.ts";
import { changeOf, type Dropped } from "./lodging-layout.ts";

/** Moves and stretches stays, says what is in the way, and takes the last one back. */
export const useMoveStay = (cards: readonly LodgingCard[]) => {
  const queries = useQueryClient();
  const change = useMutation(StayService.method.changeStay, { meta: { quiet: true } });
  const undo = useMutation(AppointmentService.method.undoChange, { meta: { success: "Undone" } });
  const [waitingId, setWaiting] = useState<string>();
  const refresh = () => refreshDomains(queries, "calendar");
  const drop = async (dropped: Dropped) => {
    const { appointmentId, version } = dropped.card;
    const { startDate, endDate, lines = [] } = changeOf(dropped, cards);
    const [from, to] = [startDate && isoToDay(startDate), endDate && isoToDay(endDate)];
    setWaiting(appointmentId);
    try {
      const done = await withConflicts(
        ({ override }) =>
          change.mutateAsync({
            appointmentId,
            version,
            ...(from && { startDate: from }),
            ...(to && { endDate: to }),
            lineLodgings: lines.map(({ petDetailId, lodgings }) => ({ petDetailId, lodgings: lodgingsOnWire(lodgings) })),
            ...(override && { override }),
          }),
        "Move",
      );
      if (done) toast.success("Stay changed", { undo: () => void undo.mutateAsync({ id: appointmentId }).then(refresh, () => undefined) });
    } catch (error) {
      toast.error(refusalText(error));
    } finally {
      await refresh();
      setWaiting(undefined);
    }
  };
  return { drop: (dropped: Dropped) => void drop(dropped), waitingId };
};
