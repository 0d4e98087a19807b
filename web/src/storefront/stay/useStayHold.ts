import { useMutation } from "@connectrpc/connect-query";
import { StayBookingService } from "@leashline/proto/leashline/online_booking/v1/stay_booking_pb.js";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { messageOf } from "../../ui/feedback/call-errors.ts";
import { visitorToken } from "../confirm/visitor.ts";
import { useDraft } from "../draft.ts";
import { cannotBeKept, useCountdown } from "../time/useHold.ts";
import type { Shop } from "../types.ts";
import { afterHold, afterRefusal } from "./held.ts";
import { stayOf, timesOf, wishesOf } from "./stay-values.ts";

/** Keeps rooms for the stay that is chosen; another choice gives the first ones back. */
export const useStayHold = (shop: Shop) => {
  const queries = useQueryClient();
  const [refused, setRefused] = useState("");
  const held = useDraft((draft) => draft.held);
  const left = useCountdown(held?.expiresAt);
  const { mutateAsync, isPending } = useMutation(StayBookingService.method.holdStay, { meta: { quiet: true } });
  useEffect(() => {
    if (held && left === "") useDraft.setState({ held: undefined, startTime: undefined });
  }, [held, left]);

  const keep = async () => {
    const draft = useDraft.getState();
    const times = stayOf(draft, shop);
    if (!times) return;
    setRefused("");
    const { bookOnlineName } = shop;
    const rooms = { lodgingTypeId: draft.lodgingTypeId ?? "0", replaceToken: draft.held?.token ?? "" };
    try {
      const { holdToken, expiresAt } = await mutateAsync({
        ...{ bookOnlineName, pets: wishesOf(draft), times, visitorToken: visitorToken(bookOnlineName) },
        ...rooms,
      });
      const kept = holdToken === "" ? undefined : { token: holdToken, staffId: "0", expiresAt: Number(expiresAt?.seconds ?? 0n) * 1000 };
      useDraft.setState((now) => afterHold(now, kept, timesOf(draft, shop).start));
    } catch (error) {
      if (cannotBeKept(error)) return useDraft.setState((now) => afterHold(now, undefined, timesOf(draft, shop).start));
      const undone = afterRefusal(useDraft.getState());
      if (!undone) return;
      setRefused(messageOf(error));
      useDraft.setState(undone);
      await queries.invalidateQueries();
    }
  };
  return { keep: () => void keep(), refused, forget: () => setRefused(""), left, pending: isPending };
};
