import { useMutation } from "@connectrpc/connect-query";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { BlockService } from "@leashline/proto/leashline/calendar/v1/block_service_pb.js";
import { CardType } from "@leashline/proto/leashline/calendar/v1/card_pb.js";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "../../app/call-errors.ts";
import { toast } from "../../app/toast.ts";
import { isoToDay } from "../../ui/format/dates.ts";
import { useFormat } from "../../ui/useFormat.ts";
import { withConflicts } from "./conflict.ts";
import { refreshCalendar } from "./refresh.ts";
import type { Moved } from "./useCardDrag.ts";

type Where = { staffId: string; date: string };

/** Puts a dragged card where it was dropped; asks when something is in the way, and offers to undo. */
export const useMoveCard = () => {
  const queries = useQueryClient();
  const format = useFormat();
  const [waitingId, setWaiting] = useState<string>();
  const quiet = { meta: { quiet: true } };
  const reschedule = useMutation(AppointmentService.method.rescheduleAppointment, quiet);
  const moveBlock = useMutation(BlockService.method.updateBlock, quiet);
  const undo = useMutation(AppointmentService.method.undoChange);

  const moveVisit = async (moved: Moved, where: Where) => {
    const { card } = moved;
    const done = await withConflicts(({ override, place }) => {
      const at = place ?? { ...where, startTime: moved.startTime };
      return reschedule.mutateAsync({
        appointmentId: card.appointmentId,
        staffId: at.staffId,
        originalStaffId: card.staffId,
        startDate: isoToDay(at.date),
        startTime: at.startTime,
        endTime: at.startTime + moved.endTime - moved.startTime,
        petDetailIds: card.petDetailIds,
        version: card.version,
        ...(override && { override }),
      });
    });
    if (!done?.appointment) return;
    const { appointment } = done;
    const takeBack = () => undo.mutate({ id: appointment.id, logId: "0" }, { onSuccess: () => void refreshCalendar(queries) });
    toast.success(`Moved to ${format.shortDay(appointment.appointmentDate)}, ${format.range(appointment.startTime, appointment.endTime)}`, {
      undo: takeBack,
      seconds: 8,
    });
  };

  const move = async (moved: Moved, where: Where) => {
    setWaiting(moved.card.cardId);
    try {
      if (moved.card.cardType !== CardType.BLOCK) await moveVisit(moved, where);
      else {
        const { cardId: id, version } = moved.card;
        await moveBlock.mutateAsync({
          id,
          version,
          staffId: where.staffId,
          date: isoToDay(where.date),
          startTime: moved.startTime,
          endTime: moved.endTime,
        });
      }
    } catch (error) {
      toast.error(messageOf(error));
    } finally {
      await refreshCalendar(queries);
      setWaiting(undefined);
    }
  };
  return { move: (moved: Moved, where: Where) => void move(moved, where), waitingId };
};
