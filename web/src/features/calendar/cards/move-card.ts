import { CardType } from "@leashline/proto/leashline/calendar/v1/card_pb.js";
import { toast } from "../../../ui/feedback/toast.ts";
import type { Format } from "../../../ui/format/locale.ts";
import { changeBlock } from "../shared/blocks.ts";
import { reschedule } from "../shared/reschedule.ts";
import { limitOf } from "./card/limits.ts";
import type { Moved } from "./useCardDrag.ts";
import { entryOf, useWaiting } from "./waiting/waiting.ts";

export type Where = { staffId: string; date: string };

/** Puts a dragged card where it was dropped; asks when something is in the way. */
export const moveCard = async ({ card, startTime, endTime }: Moved, { staffId, date }: Where, format: Format): Promise<void> => {
  const waitingId = entryOf(card.cardId);
  if (waitingId) {
    await useWaiting.getState().book(waitingId, { date, staffId, startTime });
    return;
  }
  const { version, repeatId } = card;
  if (card.cardType === CardType.BLOCK) {
    const before = { staffId: card.staffId, date: card.date, startTime: card.startTime, endTime: card.endTime };
    await changeBlock({ id: card.cardId, version, repeatId }, { staffId, date, startTime, endTime }, before);
    return;
  }
  const limit = limitOf(card, { date, staffId });
  if (limit !== undefined) {
    toast.error(limit);
    return;
  }
  const { appointmentId, staffId: originalStaffId, petDetailIds } = card;
  const before = { date: card.date, startTime: card.startTime };
  await reschedule(
    { appointmentId, originalStaffId, petDetailIds, version, repeatId, before },
    { staffId, date, startTime, endTime },
    format,
  );
};
