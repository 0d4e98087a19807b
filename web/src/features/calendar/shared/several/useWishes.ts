import { useQuery } from "@connectrpc/connect-query";
import { type BatchAct, BatchService } from "@leashline/proto/leashline/calendar/v1/batch_service_pb.js";
import { keepPreviousData } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { conflictOfRow, placeOf, type Wish } from "./wish.ts";

/** Why somebody agrees makes no difference to what is in the way: nothing is asked anew while they write. */
const AGREED = "agreed";

/** Where several are to go, with what would stand in the way of each. A new plan begins anew. */
export const useWishes = (act: BatchAct, plan: readonly Wish[]) => {
  const [wishes, setWishes] = useState(plan);
  useEffect(() => setWishes(plan), [plan]);
  const taken = wishes.filter(({ out }) => !out);
  const preview = useQuery(
    BatchService.method.previewBatch,
    { act, places: taken.map((wish) => placeOf({ ...wish, anyway: wish.anyway?.trim() && AGREED })) },
    { enabled: taken.length > 0, placeholderData: keepPreviousData },
  );
  const rows = new Map((preview.data?.rows ?? []).map((row) => [row.appointment?.id, row]));
  const conflicts = new Map(taken.map(({ id }) => [id, conflictOfRow(rows.get(id))]));
  const open = taken.filter(({ id, anyway }) => conflicts.get(id) && !anyway?.trim());
  return {
    wishes,
    taken,
    conflicts,
    /** Nothing is in the way any more of those that are not left out. */
    ready: taken.length > 0 && open.length === 0 && preview.isSuccess && !preview.isPlaceholderData,
    checking: preview.isFetching,
    error: preview.error,
    recheck: () => void preview.refetch(),
    change: (id: string, change: Partial<Wish>) => setWishes((all) => all.map((one) => (one.id === id ? { ...one, ...change } : one))),
  };
};

export type Wishes = ReturnType<typeof useWishes>;
