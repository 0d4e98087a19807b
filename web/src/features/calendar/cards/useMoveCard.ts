import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { refreshDomains } from "../../../app/calls/refresh.ts";
import { messageOf } from "../../../ui/feedback/call-errors.ts";
import { toast } from "../../../ui/feedback/toast.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { cardKey } from "./card/card-keys.ts";
import type { Where } from "./move-card.ts";
import { cardMover } from "./parts.tsx";
import type { Moved } from "./useCardDrag.ts";

/** Moves a dropped card, and says which one is on its way. */
export const useMoveCard = () => {
  const queries = useQueryClient();
  const format = useFormat();
  const [waitingKey, setWaiting] = useState<string>();
  const move = async (moved: Moved, where: Where) => {
    setWaiting(cardKey(moved.card));
    try {
      const { moveCard } = await cardMover.fetch();
      await moveCard(moved, where, format);
    } catch (error) {
      toast.error(messageOf(error));
    } finally {
      await refreshDomains(queries, "calendar");
      setWaiting(undefined);
    }
  };
  return { move: (moved: Moved, where: Where) => void move(moved, where), waitingKey };
};
