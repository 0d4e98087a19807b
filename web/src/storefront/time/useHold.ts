import { ConnectError } from "@connectrpc/connect";
import { useMutation } from "@connectrpc/connect-query";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { TimeConflictSchema } from "@leashline/proto/leashline/options/v1/problem_pb.js";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { errorCode, messageOf } from "../../ui/feedback/call-errors.ts";
import { toast } from "../../ui/feedback/toast.ts";
import { isoToDay } from "../../ui/format/dates.ts";
import { visitorToken } from "../confirm/visitor.ts";
import { useDraft, weightOf } from "../draft.ts";
import type { Shop } from "../types.ts";
import type { Taken } from "./NextFree.tsx";

export type Wanted = { date: string; startTime: number; staffId: string };
const SLOT_FULL = 51051;
const OUTSIDE_HOURS = 51052;
const NO_ROOM = 10015;
const TOO_MANY_TRIES = 900003;

/** Nobody keeps a time for them just now, for their network asked for too many: the request itself may still find it free. */
export const cannotBeKept = (error: unknown): boolean => errorCode(error) === TOO_MANY_TRIES;

export const takenBy = (error: unknown): Taken | undefined => {
  const code = errorCode(error);
  if (code !== SLOT_FULL && code !== OUTSIDE_HOURS && code !== NO_ROOM) return undefined;
  return { message: messageOf(error), detail: error instanceof ConnectError ? error.findDetails(TimeConflictSchema)[0] : undefined };
};

/** Minutes and seconds until a time; empty once it has passed. */
export const untilText = (at: number, now: number): string => {
  const seconds = Math.floor((at - now) / 1000);
  return seconds <= 0 ? "" : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};

/** Holds a time while the rest is filled in; choosing another gives the first one back. */
export const useHold = (shop: Shop) => {
  const queries = useQueryClient();
  const [conflict, setConflict] = useState<Taken>();
  const held = useDraft((draft) => draft.held);
  const left = useCountdown(held?.expiresAt);
  const mutation = useMutation(StorefrontService.method.holdTime, { meta: { quiet: true } });
  useEffect(() => {
    if (held && left === "") useDraft.setState({ held: undefined, startTime: undefined });
  }, [held, left]);

  const take = async ({ date, startTime, staffId }: Wanted) => {
    const draft = useDraft.getState();
    setConflict(undefined);
    try {
      const pets = draft.pets.map((pet) => ({ serviceIds: pet.serviceIds, breed: pet.breed, weight: weightOf(pet) }));
      const answer = await mutation.mutateAsync({
        bookOnlineName: shop.bookOnlineName,
        pets,
        staffId,
        date: isoToDay(date),
        startTime,
        replaceToken: draft.held?.token ?? "",
        visitorToken: visitorToken(shop.bookOnlineName),
      });
      useDraft.setState({
        date,
        startTime,
        unkept: answer.holdToken === "",
        held:
          answer.holdToken === ""
            ? undefined
            : { token: answer.holdToken, staffId: answer.staffId, expiresAt: Number(answer.expiresAt?.seconds ?? 0n) * 1000 },
      });
    } catch (error) {
      const taken = takenBy(error);
      if (cannotBeKept(error)) useDraft.setState({ date, startTime, unkept: true, held: undefined });
      else if (taken) {
        setConflict(taken);
        useDraft.setState({ startTime: undefined });
        await queries.invalidateQueries();
      } else toast.error(messageOf(error));
    }
  };
  return { take: (wanted: Wanted) => void take(wanted), conflict, left, pending: mutation.isPending };
};

/** Until a time; empty once it has passed. */
export const useCountdown = (at: number | undefined): string => {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (at === undefined) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [at]);
  return at === undefined ? "" : untilText(at, now);
};
