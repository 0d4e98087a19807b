import { useMutation } from "@connectrpc/connect-query";
import { BlockService } from "@leashline/proto/leashline/calendar/v1/block_service_pb.js";
import { CardType } from "@leashline/proto/leashline/calendar/v1/card_pb.js";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "../../app/call-errors.ts";
import { toast } from "../../app/toast.ts";
import { isoToDay } from "../../ui/format/dates.ts";
import { refreshCalendar } from "./refresh.ts";
import type { Moved } from "./useCardDrag.ts";
import { useReschedule } from "./useReschedule.ts";

type Where = { staffId: string; date: string };

/** Puts a dragged card where it was dropped; asks when something is in the way, and offers to undo. */
export const useMoveCard = () => {
  const queries = useQueryClient();
  const [waitingId, setWaiting] = useState<string>();
  const reschedule = useReschedule();
  const moveBlock = useMutation(BlockService.method.updateBlock, { meta: { quiet: true } });

  const moveVisit = async ({ card, startTime, endTime }: Moved, where: Where) => {
    const { appointmentId, staffId: originalStaffId, petDetailIds, version } = card;
    await reschedule({ appointmentId, originalStaffId, petDetailIds, version }, { ...where, startTime, endTime });
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
