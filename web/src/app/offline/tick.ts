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
