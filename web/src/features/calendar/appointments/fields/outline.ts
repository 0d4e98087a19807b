import { ServiceStart } from "@leashline/proto/leashline/calendar/v1/appointment_booking_pb.js";
import type { Service } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { DOG_WALKING } from "@leashline/proto/rules/walks.ts";
import { DAY } from "../../shared/layout.ts";
import { DAYCARE } from "../../shared/stay/refusal-text.ts";
import { areMinutes, type DraftLine, type Plan, shownIn } from "./draft.ts";
import { timesIn } from "./split.ts";

/** One staff member's part of a visit that is put together: as the server lines it up. */
export type Segment = { staffId: string; startTime: number; endTime: number; pets: number; coming: Coming[]; twice?: true };
/** One of its pets and what it gets there. */
export type Coming = { petId: string; serviceIds: string[] };

/** What nothing is chosen for yet takes, and the least that is drawn (core §9). */
const UNKNOWN = 60;
const LEAST = 15;

type Stretch = { start: number; end: number };
/** Whether one person would be at two things at once; the dogs of a household are walked together. */
const isTwice = (own: readonly (Stretch & { walks: boolean })[]): boolean =>
  own.some((one, nth) => own.slice(nth + 1).some((other) => one.start < other.end && other.start < one.end && !(one.walks && other.walks)));

/** With the line before it, after it, or as soon as everybody is free. */
const startOf = ({ starts }: DraftLine, soonest: number, before: Stretch | undefined): number => {
  if (!starts || !before) return soonest;
  return starts === ServiceStart.SAME_TIME ? before.start : before.end;
};

/** Lines follow each other: neither a person nor a pet is in two places; the dogs of a household are walked together. Without services, the time that was marked, or an hour, of the visit's staff member. */
export const outlineOf = (plan: Plan, services: readonly Service[]): Segment[] => {
  if (plan.startTime === undefined) return [];
  const from = plan.startTime;
  if (plan.lines.length === 0)
    return [{ staffId: plan.staffId, startTime: from, endTime: Math.min(DAY, from + (plan.marked || UNKNOWN)), pets: 1, coming: [] }];
  const free = new Map<string, number>();
  /** Since when a person is out with dogs. */
  const outSince = new Map<string, number>();
  const serviceOf = (line: DraftLine) => services.find((one) => one.id === line.serviceId);
  // Daycare takes a place of the day and nobody's time.
  const timed = plan.lines.filter((line) => serviceOf(line)?.careType !== DAYCARE);
  let before: Stretch | undefined;
  const steps = timed.map((line) => {
    const service = serviceOf(line);
    const { staffId, minutes } = shownIn(plan, line, service);
    const parts = line.split ? timesIn(line.split) : [{ staffId, from: 0, minutes: areMinutes(minutes) ? Number(minutes) : 0 }];
    const walks = service?.careType === DOG_WALKING && !line.split;
    const out = walks ? outSince.get(staffId) : undefined;
    const byPet = `pet ${line.petId}`;
    const soonest = Math.max(
      from,
      free.get(byPet) ?? from,
      ...parts.map((part) => (out ?? free.get(`staff ${part.staffId}`) ?? from + part.from) - part.from),
    );
    const start = startOf(line, soonest, before);
    const own = parts.map((part) => ({ ...part, start: start + part.from, end: start + part.from + part.minutes }));
    const end = Math.max(...own.map((part) => part.end));
    before = { start, end };
    free.set(byPet, end);
    for (const part of own) {
      const byStaff = `staff ${part.staffId}`;
      free.set(byStaff, out === undefined ? part.end : Math.max(part.end, free.get(byStaff) ?? from));
      if (walks) outSince.set(part.staffId, out ?? start);
      else outSince.delete(part.staffId);
    }
    return own.map((part) => ({ ...part, petId: line.petId, serviceId: line.serviceId, walks, addOn: line.addOn }));
  });
  return [...Map.groupBy(steps.flat(), (step) => step.staffId)].map(([staffId, own]) => {
    const startTime = Math.min(...own.map((step) => step.start));
    const endTime = Math.max(startTime + LEAST, ...own.map((step) => step.end));
    const byPet = Map.groupBy(own, (step) => step.petId);
    const coming = [...byPet].map(([petId, its]) => ({
      petId,
      serviceIds: its.filter((step) => !step.addOn).map((step) => step.serviceId),
    }));
    return { staffId, startTime, endTime: Math.min(DAY, endTime), pets: byPet.size, coming, ...(isTwice(own) && { twice: true as const }) };
  });
};
