import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { type CareEvent, CareService } from "@leashline/proto/leashline/calendar/v1/care_service_pb.js";
import { create } from "zustand";
import { isSignedOut, messageOf, outcomeUnknown } from "../../ui/feedback/call-errors.ts";
import { isoToDay } from "../../ui/format/dates.ts";
import { queryClient } from "../calls/query-client.ts";
import { refreshDomains } from "../calls/refresh.ts";
import { clientFor } from "../calls/transport.ts";
import { signedIn, useSession } from "../session/session.ts";
import { keptRows } from "./kept.ts";
import { explaining, fromElsewhere, saidAgainBy, type Tick } from "./tick.ts";
import { markUnsent } from "./unsent.ts";

/** Others noted something about what was ticked here. */
export type Conflict = { readonly tick: Tick; readonly others: readonly CareEvent[] };

type State = { ticks: readonly Tick[]; conflicts: readonly Conflict[] };
export const useKeptTicks = create<State>()(() => ({ ticks: [], conflicts: [] }));

const rows = keptRows<Tick>("leashline-ticks");
const care = clientFor(CareService);
const AGAIN_MS = 10_000;
/** A tick that is sent at once is noted by the server's clock, which is the better one. */
const LATE_MS = 15_000;
/** Keys of this page's own entries: what one of them says is no news to the next. */
const own: string[] = [];

const toSend = (): Tick[] => {
  const me = signedIn()?.account.id;
  return useKeptTicks
    .getState()
    .ticks.filter(({ refused, accountId }) => !refused && accountId === me)
    .toSorted((a, b) => a.tickedAt - b.tickedAt);
};

const change = (ticks: (before: readonly Tick[]) => readonly Tick[]): void => {
  useKeptTicks.setState((state) => ({ ticks: ticks(state.ticks) }));
  markUnsent(useKeptTicks.getState().ticks.length > 0);
};

/** Answers all entries about what was ticked. */
const record = async ({ companyId, businessId, ...tick }: Tick): Promise<readonly CareEvent[]> => {
  const { task, service } = await care.recordCare(
    {
      ...{ appointmentId: tick.appointmentId, careScheduleId: tick.careScheduleId, time: tick.time, outcome: tick.outcome },
      date: isoToDay(tick.date),
      entryKey: tick.entryKey,
      ...(tick.note && { note: tick.note }),
      ...(tick.petDetailId && { petDetailId: tick.petDetailId }),
      ...(!tick.asOfNow && (tick.ofEntry || Date.now() - tick.tickedAt > LATE_MS) && { tickedTime: timestampFromMs(tick.tickedAt) }),
    },
    { headers: { "x-leashline-company-id": companyId, "x-leashline-business-id": businessId } },
  );
  return (task ?? service)?.events ?? [];
};

/** The one that is on its way: the server's clock may say when it was noted. */
let underway: string | undefined;

/** Sends one; answers whether the next may go. What the server will not take stays, with its reason; what could not be asked waits. */
const sendOne = async (tick: Tick): Promise<boolean> => {
  try {
    underway = tick.entryKey;
    const others = fromElsewhere(await record(tick), tick, own);
    if (others.length > 0) useKeptTicks.setState(({ conflicts }) => ({ conflicts: [...conflicts, { tick, others }] }));
    await rows.drop(tick.entryKey).catch(() => undefined);
    await refreshDomains(queryClient, "calendar");
    change((before) => before.filter(({ entryKey }) => entryKey !== tick.entryKey));
    return true;
  } catch (error) {
    if (outcomeUnknown(error) || isSignedOut(error)) return false;
    await store({ ...tick, refused: messageOf(error) });
    return true;
  } finally {
    underway = undefined;
  }
};

/** What cannot be written here is held as long as the page is open. */
const store = async (tick: Tick): Promise<boolean> => {
  change((before) => [...before.filter(({ entryKey }) => entryKey !== tick.entryKey), tick]);
  return await rows.put(tick.entryKey, tick).then(
    () => true,
    () => false,
  );
};

let sending = false;
let again: ReturnType<typeof setTimeout> | undefined;

/** Sends what waits, in the order in which it was ticked. Two pages may be at it at once: an entry is noted once. */
export const sendTicks = async (): Promise<void> => {
  if (sending) return;
  sending = true;
  clearTimeout(again);
  for (let [next] = toSend(); next && (await sendOne(next)); ) [next] = toSend();
  sending = false;
  if (toSend().length > 0) again = setTimeout(() => void sendTicks(), AGAIN_MS);
};

/** Answers whether it is safe on this device, should the page be closed. */
export const addTick = async (tick: Tick): Promise<boolean> => {
  own.push(tick.entryKey);
  const before = saidAgainBy(tick, toSend());
  const timed = before.filter(({ entryKey }) => entryKey !== underway);
  const safe = await store(explaining(tick, timed));
  if (safe) for (const one of before) await dropTick(one);
  void sendTicks();
  return safe;
};

export const sendAgain = async ({ refused: _, ...tick }: Tick): Promise<void> => {
  await store({ ...tick, asOfNow: true });
  void sendTicks();
};

export const dropTick = async ({ entryKey }: Tick): Promise<void> => {
  change((before) => before.filter((one) => one.entryKey !== entryKey));
  await rows.drop(entryKey).catch(() => undefined);
};

export const dropConflict = (conflict: Conflict): void =>
  useKeptTicks.setState(({ conflicts }) => ({ conflicts: conflicts.filter((one) => one !== conflict) }));

let started = false;

/** Reads what waits from an earlier page, and sends it as soon as that goes. */
export const startTicks = async (): Promise<void> => {
  if (!started) {
    started = true;
    window.addEventListener("online", () => void sendTicks());
    // Names that others' entries carry do not outlast whose page it was.
    useSession.subscribe(({ status }) => status === "out" && useKeptTicks.setState({ conflicts: [] }));
    const kept = await rows.all().catch(() => []);
    change((before) => [...kept.filter(({ entryKey }) => !before.some((one) => one.entryKey === entryKey)), ...before]);
  }
  await sendTicks();
};
