import type { MultiStaffSetting } from "@leashline/proto/leashline/account/v1/metadata_service_pb.js";
import { WorkMode } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { formatPercent, parsePercent } from "@leashline/proto/rules/percent.ts";
import type { PetService } from "../../shared/types.ts";

// One service that several people do, while it is put together: who does what, how long, and whose share of the price is how much.

export type SplitPart = { readonly staffId: string; readonly task: string; readonly minutes: string; readonly share: string };
export type Split = { readonly together: boolean; readonly parts: readonly SplitPart[] };

export const MOST_PEOPLE = 10;
const WHOLE = parsePercent("100") as bigint;

export const splitOf = ({ enableOperation, workMode, operationList }: PetService): Split | undefined =>
  enableOperation
    ? {
        together: workMode === WorkMode.PARALLEL,
        parts: operationList.map((one) => ({
          staffId: one.staffId,
          task: one.taskName,
          minutes: String(one.duration),
          share: one.priceRatio,
        })),
      }
    : undefined;

const minutesIn = ({ minutes }: SplitPart): number => (/^\d{1,4}$/.test(minutes) ? Number(minutes) : 0);

/** Each person's part of the time: from which minute of the service, and how long. */
export const timesIn = ({ together, parts }: Split): { staffId: string; from: number; minutes: number }[] => {
  let at = 0;
  return parts.map((part) => {
    const from = at;
    if (!together) at += minutesIn(part);
    return { staffId: part.staffId, from, minutes: minutesIn(part) };
  });
};

export const lengthOf = (split: Split): number => Math.max(...timesIn(split).map(({ from, minutes }) => from + minutes));

/** What the shares come to, in percent as text; undefined while one of them is none. */
export const sharesSum = ({ parts }: Split): string | undefined => {
  const shares = parts.map(({ share }) => parsePercent(share));
  return shares.includes(null) ? undefined : formatPercent(shares.reduce<bigint>((sum, one) => sum + (one ?? 0n), 0n));
};

/** What keeps it from being saved, in words; undefined when nothing does. */
export const wrongWith = (split: Split): string | undefined => {
  const people = split.parts.map(({ staffId }) => staffId);
  if (new Set(people).size < people.length) return "Each person can do one part of a service.";
  if (split.parts.some((part) => minutesIn(part) < 1 || minutesIn(part) > 1440))
    return "The minutes of each part must be between 1 and 1,440.";
  const sum = sharesSum(split);
  if (sum === undefined) return "Each share is a percentage, like 50 or 33.33.";
  return sum === "100" ? undefined : `The shares add up to ${sum}%. They must come to 100%.`;
};

/** As many equal shares; the first takes what does not divide. */
const equalShares = (n: number): string[] => {
  const each = WHOLE / BigInt(n);
  return Array.from({ length: n }, (_, nth) => formatPercent(nth === 0 ? WHOLE - each * BigInt(n - 1) : each));
};

type Usual = Pick<MultiStaffSetting, "workPattern">;
/** Shares of the usual split, where it has as many steps and they come to the whole; else equal ones. */
const usualShares = (n: number, usual: Usual | undefined): string[] => {
  const shares = (usual?.workPattern ?? []).slice(0, n).map(({ priceRatio }) => String(priceRatio));
  const sum = shares.reduce((total, share) => total + (parsePercent(share) ?? 0n), 0n);
  return shares.length === n && sum === WHOLE ? shares : equalShares(n);
};

const shared = (split: Split, usual: Usual | undefined): Split => {
  const shares = usualShares(split.parts.length, usual);
  return { ...split, parts: split.parts.map((part, nth) => ({ ...part, share: shares[nth] ?? "0" })) };
};

/** A service of one person that a second one joins: as the usual split has it, else half of it each. */
export const newSplit = ({ staffId, minutes }: { staffId: string; minutes: string }, other: string, usual?: Usual): Split => {
  const whole = Number(minutes) || 0;
  const half = Math.max(1, Math.ceil(whole / 2));
  const parts = [staffId, other].map((id, nth): SplitPart => {
    const step = usual?.workPattern[nth];
    const rest = nth === 0 ? half : Math.max(1, whole - half);
    return { staffId: id, task: step?.taskName ?? "", minutes: String(step?.duration || rest), share: "0" };
  });
  return shared({ together: usual?.workPattern[0]?.workMode === WorkMode.PARALLEL, parts }, usual);
};

export const withPerson = (split: Split, staffId: string, usual?: Usual): Split => {
  const step = usual?.workPattern[split.parts.length];
  const part = { staffId, task: step?.taskName ?? "", minutes: String(step?.duration || 15), share: "0" };
  return shared({ ...split, parts: [...split.parts, part] }, usual);
};

/** What a line becomes: shared by several people, or done by whoever is left. */
export type Worked = { readonly split: Split } | { readonly split: undefined; readonly staffId: string; readonly minutes: string };

/** Without one of them; with one left, nothing is shared any more. */
export const withoutPerson = (split: Split, nth: number): Worked => {
  const parts = split.parts.toSpliced(nth, 1);
  const [left, ...others] = parts;
  if (left && others.length === 0) return { split: undefined, staffId: left.staffId, minutes: left.minutes };
  return { split: shared({ ...split, parts }, undefined) };
};

/** As the server takes it. */
export const operationsOf = ({ together, parts }: Split) => ({
  enableOperation: true,
  workMode: together ? WorkMode.PARALLEL : WorkMode.SEQUENCE,
  operationList: parts.map(({ staffId, task, minutes, share }) => ({
    staffId,
    taskName: task.trim(),
    duration: Number(minutes),
    priceRatio: share,
  })),
});

/** As the usual split, for the next time. */
export const patternOf = ({ together, parts }: Split) =>
  parts.map(({ task, minutes, share }) => ({
    workMode: together ? WorkMode.PARALLEL : WorkMode.SEQUENCE,
    staffNumber: 1,
    taskName: task.trim(),
    priceRatio: Number(share),
    duration: Number(minutes),
  }));
