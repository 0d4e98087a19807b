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

/** Of people with one name, those who have a pet or a place in common with another of them. */
export const alike = (people: readonly Traits[]) => groupsOf(people, ofOneName);
/** Of people at one place, those who are nearly called as another of them. */
export const neighborsAlike = (people: readonly Traits[]) => groupsOf(people, ofOnePlace);

function groupsOf(people: readonly Traits[], wanted: readonly DuplicateReason[]): { reason: DuplicateReason; ids: string[] }[] {
  const left = [...people];
  const groups: { reason: DuplicateReason; ids: string[] }[] = [];
  for (let first = left.shift(); first; first = left.shift()) {
    const one = first;
    const others = left.filter((other) => reasonsFor(one, other).some((reason) => wanted.includes(reason)));
    if (others.length === 0) continue;
    const [second] = others as [Traits];
    const reason = reasonsFor(one, second).find((each) => wanted.includes(each)) as DuplicateReason;
    groups.push({ reason, ids: [one.id, ...others.map(({ id }) => id)] });
    for (const other of others) left.splice(left.indexOf(other), 1);
  }
  return groups;
}
