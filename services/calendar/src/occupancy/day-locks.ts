import type { Ctx } from "@leashline/kit";
import { utcDatesOf } from "../scheduling/zone.ts";
import { dayKey } from "./days.store.ts";

/** Staff book over what a visitor holds while choosing; visitors among themselves do not. */
export const over = ({ caller }: Ctx) => ({ overVisitors: caller.via !== "online-booking" });

/** Staff members' days by UTC, all that a local day touches: whoever wants the same instants waits here, whatever date it is where they are. */
export const dayLocks = (staffIds: readonly string[], date: string, zone: string): string[] =>
  utcDatesOf(date, zone).flatMap((utcDate) => staffIds.map((staffId) => `day:${dayKey(staffId, utcDate)}`));
