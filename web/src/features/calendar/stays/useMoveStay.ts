import type { LodgingCard } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { refreshDomains } from "../../../app/calls/refresh.ts";
import { toast } from "../../../ui/feedback/toast.ts";
import { isoToDay } from "../../../ui/format/dates.ts";
import { changeStay } from "../shared/stay/change-stay.ts";
import { refusalText } from "../shared/stay/refusal-text.ts";
import { isoOf } from "../shared/stay/stay-days.ts";
import { lodgingsOnWire } from "../shared/stay/stay-text.ts";
import { changeOf, type Dropped } from "./lodging-layout.ts";

/** Moves and stretches stays, says what is in the way, and takes the last one back. */
export const useMoveStay = (cards: readonly LodgingCard[]) => {
  const queries = useQueryClient();
  const [waitingId, setWaiting] = useState<string>();
  /** Whether it stays where it was put. */
  const drop = async (dropped: Dropped): Promise<boolean> => {
    const { appointmentId, version } = dropped.card;
    const { startDate, endDate, lines = [] } = changeOf(dropped, cards);
    const [from, to] = [startDate && isoToDay(startDate), endDate && isoToDay(endDate)];
    setWaiting(appointmentId);
    try {
      const lineLodgings = lines.map(({ petDetailId, lodgings }) => ({ petDetailId, lodgings: lodgingsOnWire(lodgings) }));
      const days = { ...(from && { startDate: from }), ...(to && { endDate: to }) };
      const was = from ? { date: isoOf(dropped.card.stayStartDate), startTime: dropped.card.startTime } : undefined;
      return await changeStay({ appointmentId, version, ...days, lineLodgings }, "Move", was);
    } catch (error) {
      toast.error(refusalText(error));
      return false;
    } finally {
      await refreshDomains(queries, "calendar");
      setWaiting(undefined);
    }
  };
  return { drop, waitingId };
};
