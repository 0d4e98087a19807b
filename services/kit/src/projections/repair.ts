import { fail } from "../errors.ts";

export type Place<Stage extends string> = { stage: Stage; after: string };
export type Walk<Stage extends string> = {
  placeOf: (token: string) => Place<Stage>;
  /** Where to go on: after the last id that was looked at, or with the next stage when there was nothing more; empty at the end. */
  tokenAfter: (place: Place<Stage>, last: string | null) => string;
};

const id = /^(0|[1-9]\d{0,18})$/;

/** The way through what is kept, stage by stage in the order given, each in pages by id; a token tells where one is. */
export function walkOf<Stage extends string>(stages: readonly [Stage, ...Stage[]]): Walk<Stage> {
  return {
    placeOf: (token) => {
      if (token === "") return { stage: stages[0], after: "0" };
      const [name, after = "", ...more] = token.split(".");
      const stage = stages.find((one) => one === name);
      if (!stage || !id.test(after) || more.length > 0)
        throw fail("PARAMS_INVALID", { field: "pageToken", reason: "this is no token of ours" });
      return { stage, after };
    },
    tokenAfter: ({ stage }, last) => {
      if (last !== null) return `${stage}.${last}`;
      const next = stages[stages.indexOf(stage) + 1];
      return next ? `${next}.0` : "";
    },
  };
}

type Told = { id: string; version: number };
export type Repair<T extends Told> = {
  /** Kept here, and unknown to the owner or said to be newer than the owner's own. */
  wrong: T[];
  /** The owner's, of a kind that is kept here, and missing or different. */
  right: T[];
  /** The last id both lists are complete up to; null when they hold all there is. */
  last: string | null;
};

const isAfter = (a: string, b: string): boolean => BigInt(a) > BigInt(b);
// An owner counts up the version for changes that are its own affair as well, and tells nobody of those.
const facts = (one: Told): string => JSON.stringify({ ...one, version: 0 }, inOrder);
const inOrder = (_: string, value: unknown): unknown =>
  value !== null && typeof value === "object" && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort()) : value;
const same = (a: Told, b: Told): boolean => facts(a) === facts(b);

/**
 * What is kept, against what its owner says. Kept was read before the owner was asked, so whatever is there and the owner does not have, or has in an older
 * version, never was so. A list as long as the page is complete only up to its last id.
 */
export function repairOf<T extends Told>(kept: readonly T[], told: readonly T[], size: number, isOurs: (one: T) => boolean): Repair<T> {
  const ends = [kept, told].flatMap((list) => (list.length < size ? [] : [(list.at(-1) as T).id]));
  const last = ends.reduce<string | null>((least, one) => (least === null || isAfter(least, one) ? one : least), null);
  const within = (one: T): boolean => last === null || !isAfter(one.id, last);
  const here = new Map(kept.filter(within).map((one) => [one.id, one]));
  const there = new Map(told.filter((one) => within(one) && isOurs(one)).map((one) => [one.id, one]));
  const wrong = [...here.values()].filter((one) => one.version > (there.get(one.id)?.version ?? Number.NEGATIVE_INFINITY));
  const right = [...there.values()].filter((one) => {
    const before = here.get(one.id);
    return before === undefined || before.version > one.version || !same(before, one);
  });
  return { wrong, right, last };
}
