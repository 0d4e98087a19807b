import { BlockService } from "@leashline/proto/leashline/calendar/v1/block_service_pb.js";
import { CardType } from "@leashline/proto/leashline/calendar/v1/card_pb.js";
import { clientFor } from "../../app/transport.ts";
import { isoToDay } from "../../ui/format/dates.ts";
import type { Format } from "../../ui/format/manner.ts";
import { reschedule } from "./reschedule.ts";
import type { Moved } from "./useCardDrag.ts";

export type Where = { staffId: string; date: string };

const blocks = clientFor(BlockService);

/** Puts a dragged card where it was dropped; asks when something is in the way. */
export const moveCard = async ({ card, startTime, endTime }: Moved, { staffId, date }: Where, format: Format): Promise<void> => {
  const { version } = card;
  if (card.cardType === CardType.BLOCK) {
    await blocks.updateBlock({ id: card.cardId, version, staffId, date: isoToDay(date), startTime, endTime });
    return;
  }
  const { appointmentId, staffId: originalStaffId, petDetailIds } = card;
  await reschedule({ appointmentId, originalStaffId, petDetailIds, version }, { staffId, date, startTime, endTime }, format);
};
