import type { Service } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { DAY } from "../../shared/layout.ts";
import { DAYCARE } from "../../shared/stay/refusal-text.ts";
import { areMinutes, type Plan, shownIn } from "./draft.ts";

/** One staff member's part of a visit that is put together: as the server lines it up. */
export type Segment = { staffId: string; startTime: number; endTime: number; pets: number; coming: Coming[] };
/** One of its pets and what it gets there. */
export type Coming = { petId: string; serviceIds: string[] };

/** What nothing is chosen for yet takes, and the least that is drawn (core §9). */
const UNKNOWN = 60;
const LEAST = 15;

/** Lines follow each other: neither a person nor a pet is in two places. Without services, an hour of the visit's staff member. */
export const outlineOf = (plan: Plan, services: readonly Service[]): Segment[] => {
  if (plan.startTime === undefined) return [];
  const from = plan.startTime;
  if (plan.lines.length === 0)
    return [{ staffId: plan.staffId, startTime: from, endTime: Math.min(DAY, from + UNKNOWN), pets: 1, coming: [] }];
  const free = new Map<string, number>();
  // Daycare takes a place of the day and nobody's time.
  const timed = plan.lines.filter((line) => services.find((one) => one.id === line.serviceId)?.careType !== DAYCARE);
  const steps = timed.map((line) => {
    const shown = shownIn(
      plan,
      line,
      services.find((one) => one.id === line.serviceId),
    );
    const keys = [`staff ${shown.staffId}`, `pet ${line.petId}`];
    const start = Math.max(from, ...keys.map((key) => free.get(key) ?? from));
    const end = start + (areMinutes(shown.minutes) ? Number(shown.minutes) : 0);
    for (const key of keys) free.set(key, end);
    return { staffId: shown.staffId, petId: line.petId, serviceId: line.serviceId, start, end };
  });
  return [...Map.groupBy(steps, (step) => step.staffId)].map(([staffId, own]) => {
    const startTime = Math.min(...own.map((step) => step.start));
    const endTime = Math.max(startTime + LEAST, ...own.map((step) => step.end));
    const byPet = Map.groupBy(own, (step) => step.petId);
    const coming = [...byPet].map(([petId, its]) => ({ petId, serviceIds: its.map((step) => step.serviceId) }));
    return { staffId, startTime, endTime: Math.min(DAY, endTime), pets: byPet.size, coming };
  });
};
