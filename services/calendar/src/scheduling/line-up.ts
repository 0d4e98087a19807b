import { DOG_WALKING } from "@leashline/proto/rules/walks.ts";
import type { Range } from "./minutes.ts";
import { partsOf, type Worked } from "./shared-work.ts";

// When the lines of an appointment begin, one beside the other.

/** Sold by the day: takes a place of the location's daycare and nobody's time. */
export const isDaycare = ({ careType, onDays }: Pick<Line, "careType" | "onDays">): boolean => careType === "DAYCARE" && !onDays;

/** The dogs of a household go on a walk together. */
export const isWalk = ({ careType }: Pick<Line, "careType">): boolean => careType === DOG_WALKING;

/** With one person. */
const walks = (line: Pick<Line, "careType" | "work">): boolean => isWalk(line) && !line.work;

/** Sold by the night, with a lodging unit for each pet. */
export const isBoarding = ({ careType, onDays }: Pick<Line, "careType" | "onDays">): boolean => careType === "BOARDING" && !onDays;

/** When a line begins beside the one before it; absent: as soon as its people and its pet are free. */
export type Beside = "sameTime" | "inSequence";

type Line = Worked & { readonly id: string; readonly petId: string; readonly careType: string; readonly onDays?: object };
type Placed = Line & { readonly start: number };
type Input = Line & { readonly start: number | null; readonly beside?: Beside };

type Begun<T> = Omit<T, "beside" | "start"> & { start: number };

/** How a line stands to those before it: the pause since its people and its pet were done, and its distance from the appointment's start. */
type Gap = { readonly pause: number; readonly offset: number };
type Step<T> = { readonly line: T; readonly free: number; readonly start: number };

/** Goes through lines in their order: when its people and its pet are free for each, and when it begins. */
function inOrder<T extends Input>(
  lines: readonly T[],
  from: number,
  startOf: (line: T, free: number, before?: Range) => number,
): Step<T>[] {
  const staffFree = new Map<string, number>();
  const petFree = new Map<string, number>();
  /** Since when a person is out with dogs, to whom another one may come. */
  const outSince = new Map<string, number>();
  let before: Range | undefined;
  return lines.map((line) => {
    // What is on days takes nobody's time, and its time of the day is its own.
    if (line.onDays) return { line, free: from, start: line.start ?? 0 };
    const out = walks(line) ? outSince.get(line.staffId) : undefined;
    const freeFor = partsOf(line).map(({ staffId, offset }) => (out ?? staffFree.get(staffId) ?? from + offset) - offset);
    const free = Math.max(from, ...freeFor, petFree.get(line.petId) ?? from);
    const start = startOf(line, free, before);
    before = { start, end: start + line.duration };
    // Whoever is in daycare can have a bath meanwhile.
    if (!isDaycare(line)) {
      for (const { staffId, offset, duration } of partsOf(line)) {
        staffFree.set(staffId, Math.max(start + offset + duration, out === undefined ? 0 : (staffFree.get(staffId) ?? 0)));
        if (walks(line)) outSince.set(staffId, out ?? start);
        else outSince.delete(staffId);
      }
      petFree.set(line.petId, start + line.duration);
    }
    return { line, free, start };
  });
}

/** What `lineUp` needs to leave the lines of an appointment as they stand to each other. */
export const spacingOf = (lines: readonly Placed[], from: number): Map<string, Gap> =>
  new Map(
    inOrder(lines, from, (line) => line.start).map(({ line, free, start }) => [line.id, { pause: start - free, offset: start - from }]),
  );

/**
 * Lines follow each other: neither a person nor a pet is in two places, unless the caller says when a line starts; the dogs of a household are walked together. A line with a beat keeps its pause;
 * one that began before its person and its pet were free was put there on purpose, and keeps its place in the appointment.
 */
export function lineUp<T extends Input>(inputs: readonly T[], from: number, spacing: ReadonlyMap<string, Gap> = new Map()): Begun<T>[] {
  const startOf = (input: T, free: number, before?: Range): number => {
    const { pause = 0, offset = 0 } = spacing.get(input.id) ?? {};
    if (input.start !== null) return input.start;
    if (input.beside && before) return input.beside === "sameTime" ? before.start : before.end;
    return pause < 0 ? from + offset : free + pause;
  };
  return inOrder(inputs, from, startOf).map(({ line: { beside: _, ...line }, start }) => ({ ...line, start }) as unknown as Begun<T>);
}
