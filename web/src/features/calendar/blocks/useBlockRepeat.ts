import { skipToken, useQuery } from "@connectrpc/connect-query";
import { BlockSeriesService } from "@leashline/proto/leashline/calendar/v1/block_series_service_pb.js";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useCan } from "../../../app/session/session.ts";
import { isoToDay } from "../../../ui/format/dates.ts";
import type { BlockFacts, Repeating } from "../shared/blocks.ts";
import { datesOf } from "../shared/repeat/dates.ts";
import { firstDraft, type RuleDraft, ruleOf } from "../shared/repeat/rule.ts";

export type BlockRepeat = ReturnType<typeof useBlockRepeat>;

/** How a block is to repeat, while somebody says so: the rule, its dates, and what becomes of those on which something is booked. */
export const useBlockRepeat = ({ id = "0", staffId, date, startTime, endTime }: BlockFacts & { id?: string }) => {
  const [on, setOn] = useState(false);
  const [over, setOver] = useState(false);
  const mayOverbook = useCan("overbook");
  const { control } = useForm<RuleDraft>({ defaultValues: { ...firstDraft(date), interval: "1", weekdays: [] } });
  const draft = useWatch({ control }) as RuleDraft;
  const rule = on && endTime > startTime ? ruleOf(draft) : undefined;
  const question = rule && { id, staffId, date: isoToDay(date), startTime, endTime, rule };
  const answer = useQuery(BlockSeriesService.method.previewBlockSeries, question ?? skipToken, {
    placeholderData: keepPreviousData,
    meta: { quiet: true },
    retry: false,
  });
  const dates = datesOf(rule, answer);
  const count = over ? dates.all.length : dates.free.length;
  const asked: Repeating | undefined = rule && { rule, taken: dates.taken, over };
  return {
    on,
    setOn,
    over,
    setOver,
    mayOverbook,
    control,
    draft,
    dates,
    asked,
    ready: count > 0 && !dates.loading,
    label: count === 0 ? "Block time" : count === 1 ? "Block 1 date" : `Block ${count} dates`,
  };
};
