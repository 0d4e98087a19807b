import { DuplicateReason } from "@leashline/proto/leashline/customer/v1/merge_service_pb.js";
import { words } from "../clients/words.ts";
import { isNearName } from "./near-name.ts";

/** What of a client tells whether it is the same person. */
export type Traits = {
  id: string;
  phoneKey: string;
  emailKey: string;
  nameKey: string;
  petNames: readonly string[];
  /** Street and postal code of every address. */
  places: readonly string[];
};

const plain = (text: string): string => words(text).join(" ");
const shares = (a: readonly string[], b: readonly string[]): boolean => {
  const known = new Set(a.map(plain).filter(Boolean));
  return b.some((one) => known.has(plain(one)));
};

/** Why two records may be one person, the surest first; none when nothing says so. A name alone says nothing. */
export function reasonsFor(a: Traits, b: Traits): DuplicateReason[] {
  const named = a.nameKey !== "" && a.nameKey === b.nameKey;
  const near = !named && isNearName(a.nameKey, b.nameKey);
  const found: [boolean, DuplicateReason][] = [
    [a.phoneKey !== "" && a.phoneKey === b.phoneKey, DuplicateReason.PHONE],
    [a.emailKey !== "" && a.emailKey === b.emailKey, DuplicateReason.EMAIL],
    [named && shares(a.petNames, b.petNames), DuplicateReason.NAME_AND_PET],
    [named && shares(a.places, b.places), DuplicateReason.NAME_AND_ADDRESS],
    [near && shares(a.petNames, b.petNames), DuplicateReason.NEAR_NAME_AND_PET],
    [near && shares(a.places, b.places), DuplicateReason.NEAR_NAME_AND_ADDRESS],
  ];
  return found.filter(([is]) => is).map(([, reason]) => reason);
}

const ofOneName = [DuplicateReason.NAME_AND_PET, DuplicateReason.NAME_AND_ADDRESS];
const ofOnePlace = [DuplicateReason.NEAR_NAME_AND_ADDRESS];

/** Of everybody in a pair of whom somebody said that they are not the same: with whom they are not. */
export type Apart = ReadonlyMap<string, ReadonlySet<string>>;
export type Group = { reason: DuplicateReason; ids: string[] };

export function apartBy(pairs: readonly { one: string; other: string }[]): Apart {
  const said = new Map<string, Set<string>>();
  const note = (a: string, b: string) => said.set(a, (said.get(a) ?? new Set()).add(b));
  for (const { one, other } of pairs) {
    note(one, other);
    note(other, one);
  }
  return said;
}

type Same = (a: Traits, b: Traits) => DuplicateReason | undefined;
const oneOf =
  (wanted: readonly DuplicateReason[]): Same =>
  (a, b) =>
    reasonsFor(a, b).find((reason) => wanted.includes(reason));

/** Of people with one name, those who have a pet or a place in common with another of them. */
export const alike = (people: readonly Traits[], apart: Apart) => groupsOf(people, oneOf(ofOneName), apart);
/** Of people at one place, those who are nearly called as another of them. */
export const neighborsAlike = (people: readonly Traits[], apart: Apart) => groupsOf(people, oneOf(ofOnePlace), apart);
/** People who have one value in common, whatever else they are called by. */
export const allFor = (reason: DuplicateReason, people: readonly Traits[], apart: Apart) => groupsOf(people, () => reason, apart);

type Row = { people: Traits[]; ids: Set<string> };

/** People in as few rows as they need, so that nobody stands with whom they are not. */
function inRows(people: readonly Traits[], apart: Apart): Traits[][] {
  const rows: Row[] = [];
  for (const one of people) {
    const not = [...(apart.get(one.id) ?? [])];
    const row = rows.find(({ ids }) => !not.some((id) => ids.has(id)));
    if (row) {
      row.people.push(one);
      row.ids.add(one.id);
    } else rows.push({ people: [one], ids: new Set([one.id]) });
  }
  return rows.map((row) => row.people);
}

function groupsOf(people: readonly Traits[], same: Same, apart: Apart): Group[] {
  const isApart = (a: Traits, b: Traits): boolean => apart.get(a.id)?.has(b.id) ?? false;
  let left = [...people];
  const groups: Group[] = [];
  for (let first = left.shift(); first; first = left.shift()) {
    const one = first;
    const like = left.filter((other) => same(one, other) !== undefined);
    const [kept, others] = [like.filter((other) => isApart(one, other)), like.filter((other) => !isApart(one, other))];
    for (const row of inRows(others, apart))
      groups.push({ reason: same(one, row[0] as Traits) as DuplicateReason, ids: [one.id, ...row.map(({ id }) => id)] });
    // Whoever resembles somebody kept apart from this group is looked at beside them later.
    const waits = (other: Traits): boolean => kept.some((far) => same(far, other) !== undefined && !isApart(far, other));
    const done = new Set(others.filter((other) => !waits(other)));
    left = left.filter((other) => !done.has(other));
  }
  return groups;
}
