import { toMinor } from "../../../ui/format/money.ts";
import type { CalendarCard, WorkingHours } from "./types.ts";

/** Where cards stand in a column of minutes. Pure, so that drawing, dragging and tests agree. */
export const DAY = 1440;
/** Of the visit beside the grid. */
export const PANEL_WIDTH = 372;
/** Of the marks at the right of a column by slots, with no card over them. */
export const SLOT_ROOM = 46;
/** Moves and clicks settle on this many minutes. */
export const SNAP = 15;

/** The hours that a grid shows, and how many pixels high one is. */
export type Hours = { readonly from: number; readonly to: number; readonly height: number };

export const toPx = (minutes: number, { from, height }: Pick<Hours, "from" | "height">): number => ((minutes - from) * height) / 60;
export const toMinutes = (px: number, { from, height }: Pick<Hours, "from" | "height">): number => from + (px * 60) / height;
export const snap = (minutes: number, step = SNAP): number => Math.round(minutes / step) * step;
export const snapDown = (minutes: number, step = SNAP): number => Math.floor(minutes / step) * step;

/** A card with equal start and end is drawn as 60 minutes (core §5). */
export const drawnEnd = (card: Pick<CalendarCard, "startTime" | "endTime">): number =>
  card.endTime > card.startTime ? card.endTime : card.startTime + 60;

/** Where a card ends whose lower edge is dragged: a quarter of an hour after its start at least, at the end of the day at most. */
export const draggedEnd = (card: Pick<CalendarCard, "startTime" | "endTime">, by: number): number =>
  Math.min(DAY, Math.max(card.startTime + SNAP, drawnEnd(card) + by));

/** `span`: how many lanes a card takes; more than its own where nobody stands beside it. */
export type Placed = { card: CalendarCard; lane: number; lanes: number; span: number };

const spanOf = (one: Placed, crowd: readonly Placed[], lanes: number): number => {
  const beside = crowd.filter(
    (other) => other.lane > one.lane && other.card.startTime < drawnEnd(one.card) && one.card.startTime < drawnEnd(other.card),
  );
  return Math.min(lanes, ...beside.map((other) => other.lane)) - one.lane;
};

/** Cards that share time stand side by side, each as wide as its crowd allows. */
export const place = (cards: readonly CalendarCard[]): Placed[] => {
  const sorted = [...cards].sort(
    (a, b) => a.startTime - b.startTime || drawnEnd(b) - drawnEnd(a) || (BigInt(a.cardId) < BigInt(b.cardId) ? -1 : 1),
  );
  const done: Placed[] = [];
  let crowd: Placed[] = [];
  let ends: number[] = [];
  const close = () => {
    for (const one of crowd) {
      one.lanes = ends.length;
      one.span = spanOf(one, crowd, ends.length);
    }
    done.push(...crowd);
    crowd = [];
    ends = [];
  };
  for (const card of sorted) {
    if (crowd.length > 0 && ends.every((end) => end <= card.startTime)) close();
    const free = ends.findIndex((end) => end <= card.startTime);
    const lane = free === -1 ? ends.length : free;
    ends[lane] = drawnEnd(card);
    crowd.push({ card, lane, lanes: 1, span: 1 });
  }
  close();
  return done;
};

/** A month shows at most 10 cards a day, then how many more there are (core §9). */
export const MOST_IN_MONTH = 10;

export const inMonth = <Card>(cards: readonly Card[], all = cards.length): { shown: readonly Card[]; more: number } => ({
  shown: cards.slice(0, MOST_IN_MONTH),
  more: Math.max(0, all - MOST_IN_MONTH),
});

/** What the settings are before anybody chooses (core §9), and what a day without working hours and cards shows then. */
const UNCHOSEN = { from: 660, to: DAY };
const OPEN_DAY = { from: 480, to: 1140 };

/**
 * The hours that the grid shows: those that the business chose, widened to hold every card and everybody's working time, on whole hours. Before it chooses,
 * working hours and cards say alone what the day is.
 */
export const shownHours = (
  settings: { from: number; to: number } | undefined,
  cards: readonly CalendarCard[],
  hours: readonly WorkingHours[],
): { from: number; to: number } => {
  const starts = [...cards.map((c) => c.startTime), ...hours.flatMap((h) => h.timeRange.map((r) => r.startTime))];
  const ends = [...cards.map(drawnEnd), ...hours.flatMap((h) => h.timeRange.map((r) => r.endTime))];
  const chosen = settings && (settings.from !== UNCHOSEN.from || settings.to !== UNCHOSEN.to) ? settings : undefined;
  const least = chosen ?? (starts.length > 0 ? { from: DAY, to: 0 } : OPEN_DAY);
  const from = Math.min(least.from, ...starts.map((m) => m - 30));
  const to = Math.max(least.to, ...ends.map((m) => m + 30));
  return { from: Math.max(0, Math.floor(from / 60) * 60), to: Math.min(DAY, Math.ceil(to / 60) * 60) };
};

/** The parts of the shown hours in which somebody does not work. */
export const offRanges = (ranges: readonly { startTime: number; endTime: number }[], from: number, to: number): [number, number][] => {
  const off: [number, number][] = [];
  let at = from;
  for (const range of [...ranges].sort((a, b) => a.startTime - b.startTime)) {
    if (range.startTime > at) off.push([at, Math.min(range.startTime, to)]);
    at = Math.max(at, range.endTime);
  }
  if (at < to) off.push([at, to]);
  return off.filter(([a, b]) => b > a);
};

/** Which lines a card of this height has room for, beyond time and name. They go in this order: state, service, pets (ui README). */
export const linesFor = (heightPx: number): { pets: boolean; service: boolean; state: boolean; comment: boolean; oneLine: boolean } => ({
  oneLine: heightPx < 38,
  pets: heightPx >= 52,
  service: heightPx >= 70,
  state: heightPx >= 92,
  comment: heightPx >= 112,
});

/** Minutes booked over minutes worked, 0 to 1. */
export const fullness = (cards: readonly CalendarCard[], ranges: readonly { startTime: number; endTime: number }[]): number => {
  const worked = ranges.reduce((sum, r) => sum + r.endTime - r.startTime, 0);
  const booked = cards.filter((c) => c.appointmentId !== "0").reduce((sum, c) => sum + drawnEnd(c) - c.startTime, 0);
  return worked === 0 ? 0 : Math.min(1, booked / worked);
};

/** Pets and money of the day's appointments: a pet once in an appointment though several staff share it, and what each of them does. */
export const dayTotals = (cards: readonly CalendarCard[]): { pets: number; minor: bigint } => {
  const booked = cards.filter((card) => card.appointmentId !== "0");
  return {
    pets: new Set(booked.flatMap((card) => card.pets.map((pet) => `${card.appointmentId} ${pet.petId}`))).size,
    minor: booked.reduce((sum, card) => sum + toMinor(card.estimatedTotalPrice), 0n),
  };
};

/** The next quarter of an hour in which somebody works. */
export const firstFree = (ranges: readonly { startTime: number; endTime: number }[] | undefined, now: number): number => {
  const next = Math.ceil(now / 15) * 15;
  return Math.min(1425, Math.max(ranges?.[0]?.startTime ?? 540, next));
};

/** What a block's card says, as its drawer changes it. */
export const blockOf = ({
  cardId: id,
  staffId,
  date,
  startTime,
  endTime,
  description,
  colorCode,
  version,
  repeatId,
  synced,
}: CalendarCard) => ({
  id,
  staffId,
  date,
  startTime,
  endTime,
  description,
  colorCode,
  version,
  repeatId,
  synced,
});

export type TimeRange = { startTime: number; endTime: number };
/** When anybody works. */
export const merged = (ranges: readonly TimeRange[]): TimeRange[] => {
  const out: TimeRange[] = [];
  for (const range of [...ranges].sort((a, b) => a.startTime - b.startTime)) {
    const last = out.at(-1);
    if (last && range.startTime <= last.endTime) last.endTime = Math.max(last.endTime, range.endTime);
    else out.push({ startTime: range.startTime, endTime: range.endTime });
  }
  return out;
};
