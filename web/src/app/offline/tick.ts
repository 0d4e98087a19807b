import { timestampMs } from "@bufbuild/protobuf/wkt";
import { type CareEvent, CareOutcome } from "@leashline/proto/leashline/calendar/v1/care_service_pb.js";

/** One entry of a sheet, as it waits on this device. Numbers, times and a reason only: it outlives the sign-out, until it has been sent. */
export type Tick = {
  readonly entryKey: string;
  readonly accountId: string;
  readonly companyId: string;
  readonly businessId: string;
  readonly appointmentId: string;
  readonly careScheduleId: string;
  /** The service of a stay that it is about, which has no schedule; absent otherwise. */
  readonly petDetailId?: string;
  readonly date: string;
  readonly time: number;
  readonly outcome: CareOutcome;
  /** Why it was not given, where somebody said so. */
  readonly note?: string;
  /** Milliseconds since 1970. */
  readonly tickedAt: number;
  /** Entries that were known when it was ticked. */
  readonly seen: readonly string[];
  /** Why it was not taken. It is kept until somebody has read that. */
  readonly refused?: string;
  /** Noted as of now, because the time at which it was ticked was not taken. */
  readonly asOfNow?: true;
  /** A reason for an entry that is noted already: its time is that entry's, and is sent however soon. */
  readonly ofEntry?: true;
};

export type Place = Pick<Tick, "careScheduleId" | "petDetailId" | "date" | "time">;
/** About the same schedule or service, whenever. */
export const isOfSame = (a: Place, b: Place): boolean => a.careScheduleId === b.careScheduleId && a.petDetailId === b.petDetailId;
const samePlace = (a: Place, b: Place): boolean => isOfSame(a, b) && a.date === b.date && a.time === b.time;

/** What waits and is said again with its reason: it needs not be sent as well. */
export const saidAgainBy = (tick: Tick, ticks: readonly Tick[]): Tick[] =>
  tick.outcome === CareOutcome.NOT_GIVEN && tick.note
    ? ticks.filter(
        (one) => one.entryKey !== tick.entryKey && one.outcome === tick.outcome && !one.note && !one.refused && samePlace(one, tick),
      )
    : [];

/** A reason is as old as what it explains, and comes right after it: what others noted since stands. */
const NEXT_MS = 1;
export const explaining = (tick: Tick, before: readonly Tick[]): Tick =>
  before.length === 0 ? tick : { ...tick, tickedAt: Math.max(...before.map(({ tickedAt }) => tickedAt)) + NEXT_MS };

/** No entry is taken that is a month old; a reason for one that old is noted as of now. */
const TAKEN_MS = 30 * 86_400_000;

/** When a reason for the newest of these entries is noted; undefined: now. */
export const reasonTime = ([newest]: readonly Pick<CareEvent, "outcome" | "createTime">[], now: number): number | undefined => {
  if (newest?.outcome !== CareOutcome.NOT_GIVEN || !newest.createTime) return undefined;
  const at = timestampMs(newest.createTime) + NEXT_MS;
  return now - at < TAKEN_MS ? at : undefined;
};

export type Waiting = { readonly outcome: CareOutcome; readonly tickedAt: number; readonly note: string };

/** What this device says about a task and the server does not know yet: the newest, and a tick that was taken back leaves nothing noted. */
export const waitingFor = (ticks: readonly Tick[], place: Place): Waiting | undefined => {
  const newest = ticks.filter((one) => !one.refused && samePlace(one, place)).toSorted((a, b) => b.tickedAt - a.tickedAt)[0];
  if (!newest) return undefined;
  const outcome = newest.outcome === CareOutcome.TAKEN_BACK ? CareOutcome.UNSPECIFIED : newest.outcome;
  return { outcome, tickedAt: newest.tickedAt, note: newest.note ?? "" };
};

/** Entries about the same task that came from elsewhere and that nobody here had seen. */
export const fromElsewhere = (events: readonly CareEvent[], tick: Tick, own: readonly string[]): CareEvent[] =>
  events.filter(({ careEventId, entryKey }) => !tick.seen.includes(careEventId) && entryKey !== tick.entryKey && !own.includes(entryKey));
