import type { PermissionEntry } from "@leashline/proto/leashline/account/v1/role_service_pb.js";

/** What a role says about one kind of data: the permissions of its levels, the narrowest first. */
export type Ladder = { kind: number; title: string; steps: { id: number; level: number; label: string }[]; asked: boolean };

/** What nothing asks for in this version is marked: it may be given, and opens nothing yet. */
export type Single = { id: number; title: string; asked: boolean };

export type Category = { name: string; single: Single[]; ladders: Ladder[] };

const LEVELS: Record<number, string> = { 1: "Own", 2: "Working locations", 3: "All locations" };

/** The part of the titles that all levels of a kind share: "See clients" of "See clients: own". */
const shared = (title: string): string => title.split(":")[0] ?? title;

const titleOf = (steps: PermissionEntry[]): string => {
  const titles = new Set(steps.map((entry) => shared(entry.title)));
  return titles.size === 1 ? ([...titles][0] ?? "") : (steps[0]?.category ?? "");
};

/** Where a title says more than its level, it is kept: messages reach "own clients within 7 days". */
const label = (entry: PermissionEntry): string => {
  const own = entry.title.split(": ")[1];
  const general = LEVELS[entry.scopeLevel] ?? entry.title;
  return own && own.toLowerCase() !== general.toLowerCase() && own !== "own locations"
    ? `${own.charAt(0).toUpperCase()}${own.slice(1)}`
    : general;
};

const laddersOf = (entries: PermissionEntry[]): Ladder[] =>
  [
    ...Map.groupBy(
      entries.filter((entry) => entry.scopeKind !== 0),
      (entry) => entry.scopeKind,
    ),
  ].map(([kind, steps]) => ({
    kind,
    title: titleOf(steps),
    asked: steps.some((entry) => entry.asked),
    steps: steps
      .toSorted((a, b) => a.scopeLevel - b.scopeLevel)
      .map((entry) => ({ id: Number(entry.permission), level: entry.scopeLevel, label: label(entry) })),
  }));

/** The catalogue as the editor shows it: what is simply held or not, and what reaches as far as a level says (core §6). */
export const categoriesOf = (entries: PermissionEntry[]): Category[] =>
  [...Map.groupBy(entries, (entry) => entry.category)].map(([name, of]) => ({
    name,
    single: of
      .filter((entry) => entry.scopeKind === 0)
      .map((entry) => ({ id: Number(entry.permission), title: entry.title, asked: entry.asked })),
    ladders: laddersOf(of),
  }));

/** The level held: the permission of the highest one, or 0 for none. */
export const levelHeld = (ladder: Ladder, held: readonly number[]): number =>
  ladder.steps.findLast((step) => held.includes(step.id))?.id ?? 0;

/** A level includes the narrower ones; choosing 0 takes all of them away. */
export const withLevel = (ladder: Ladder, held: readonly number[], chosen: number): number[] => {
  const upTo = ladder.steps.findIndex((step) => step.id === chosen);
  const others = held.filter((id) => !ladder.steps.some((step) => step.id === id));
  return [...others, ...ladder.steps.slice(0, upTo + 1).map((step) => step.id)];
};

export const idsOf = (category: Category): number[] => [
  ...category.single.map((one) => one.id),
  ...category.ladders.flatMap((ladder) => ladder.steps.map((step) => step.id)),
];

/** Everything of a category, or nothing of it. */
export const withCategory = (category: Category, held: readonly number[], on: boolean): number[] => {
  const ids = idsOf(category);
  const others = held.filter((id) => !ids.includes(id));
  return on ? [...others, ...ids] : others;
};
