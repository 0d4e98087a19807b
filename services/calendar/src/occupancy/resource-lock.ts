import type { Ctx } from "@leashline/kit";
import { Holder } from "../scheduling/verdict.ts";
import { utcDatesOf } from "../scheduling/zone.ts";
import { Resource } from "./resource.ts";

/** The one lock that everything takes before it looks at a resource's time of a day and takes some of it. */
export const resourceLock = (kind: Resource, id: string, date: string): string => `resource:${kind}:${id}:${date}`;

/** Staff members' days by UTC, all that a local day touches: whoever wants the same instants waits here, whatever date it is where they are. */
export const staffLocks = (staffIds: readonly string[], date: string, zone: string): string[] =>
  utcDatesOf(date, zone).flatMap((utcDate) => staffIds.map((staffId) => resourceLock(Resource.STAFF, staffId, utcDate)));

const choosing: readonly Holder[] = [Holder.CLIENT, Holder.STRANGER];
const asking: readonly Holder[] = [Holder.CLIENT_REQUEST, Holder.STRANGER_REQUEST];

/** Whose kept rooms and places do not count for the caller; knowingly, also what waits as a request. */
export const overHolders = ({ caller }: Ctx, overRequest: boolean): readonly Holder[] =>
  caller.via === "online-booking" && !overRequest ? [] : [...choosing, ...(overRequest ? asking : [])];

/** Staff book over what a visitor holds while choosing; visitors among themselves do not. */
export const over = ({ caller }: Ctx) => ({ overVisitors: caller.via !== "online-booking" });
