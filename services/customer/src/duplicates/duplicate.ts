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

/** Whether somebody said of two that they are not the same. */
export type Apart = (a: string, b: string) => boolean;
export type Group = { reason: DuplicateReason; ids: string[] };

const nobodyApart: Apart = () => false;
export function apartBy(pairs: readonly { one: string; other: string }[]): Apart {
  if (pairs.length === 0) return nobodyApart;
  const said = new Set(pairs.flatMap(({ one, other }) => [`${one} ${other}`, `${other} ${one}`]));
  return (a, b) => said.has(`${a} ${b}`);
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

/** People in as few rows as they need, so that nobody stands with whom they are not. */
function inRows(people: readonly Traits[], apart: Apart): Traits[][] {
  const rows: Traits[][] = [];
  for (const one of people) {
    const row = rows.find((others) => !others.some(({ id }) => apart(id, one.id)));
    if (row) row.push(one);
    else rows.push([one]);
  }
  return rows;
}

function groupsOf(people: readonly Traits[], same: Same, apart: Apart): Group[] {
  const left = [...people];
  const groups: Group[] = [];
  for (let first = left.shift(); first; first = left.shift()) {
    const one = first;
    const like = left.filter((other) => same(one, other) !== undefined);
    const [kept, others] = [like.filter(({ id }) => apart(one.id, id)), like.filter(({ id }) => !apart(one.id, id))];
    for (const row of inRows(others, apart))
      groups.push({ reason: same(one, row[0] as Traits) as DuplicateReason, ids: [one.id, ...row.map(({ id }) => id)] });
    // Whoever resembles somebody kept apart from this group is looked at beside them later.
    const waits = (other: Traits): boolean => kept.some((far) => same(far, other) !== undefined && !apart(far.id, other.id));
    for (const other of others) if (!waits(other)) left.splice(left.indexOf(other), 1);
  }
  return groups;
}
