import { fail } from "@leashline/kit";
import type { Service } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import type { Db } from "../db.ts";
import { isDoneBy, partsOf, type Worked } from "../scheduling/shared-work.ts";
import { type ServiceTerms, termsOf } from "./service-terms.store.ts";
import { NO_STAFF } from "./staff.ts";

type Line = Worked & { readonly id: string; readonly serviceId: string; readonly serviceName: string; readonly onDays?: object };
export type Terms = Pick<ServiceTerms, "serviceId" | "ownStaff" | "staffIds">;

/** What the catalog says of who does its services. */
export const ownStaffIn = (services: Iterable<Service>): Terms[] =>
  [...services].map(({ id, options, availability }) => ({
    serviceId: id,
    ownStaff: options?.requireDedicatedStaff ?? false,
    staffIds: availability?.staffIds ?? [],
  }));

/** Refuses a service that is always somebody's work, where nobody is to do it or somebody who does not. On certain days of a stay nobody is chosen ahead. */
export function mustBeTheirWork(lines: readonly Line[], terms: readonly Terms[], field = "petServices"): void {
  const own = new Map(terms.filter(({ ownStaff }) => ownStaff).map((one) => [one.serviceId, one.staffIds]));
  for (const line of lines) {
    const doers = own.get(line.serviceId);
    const stranger =
      doers && partsOf(line).find(({ staffId }) => (staffId === NO_STAFF ? !line.onDays : doers.length > 0 && !doers.includes(staffId)));
    if (!stranger) continue;
    const { serviceId, serviceName } = line;
    const who = stranger.staffId === NO_STAFF ? "nobody is chosen" : `${stranger.staffName || "this staff member"} is not one of them`;
    throw fail("PARAMS_INVALID", {
      field,
      message: `${serviceName} has staff of its own, and ${who}. Choose somebody who does it.`,
      facts: { why: "dedicatedStaff", serviceId, staffId: stranger.staffId, staffIds: doers.join(",") },
    });
  }
}

/** The same of a change: who did a line before may go on. */
export async function mustStayTheirWork(db: Db, before: readonly Line[], after: readonly Line[], field: string): Promise<void> {
  const given = newlyGiven(before, after);
  if (given.length > 0) mustBeTheirWork(given, await termsOf(db, servicesOn(given)), field);
}

/** The lines on which somebody is who was not. */
export function newlyGiven(before: readonly Line[], after: readonly Line[]): Line[] {
  const had = new Map(before.map((line) => [`${line.id} ${line.serviceId}`, line]));
  return after.filter((line) => {
    const old = had.get(`${line.id} ${line.serviceId}`);
    return partsOf(line).some(({ staffId }) => !old || !isDoneBy(old, staffId));
  });
}

export const servicesOn = (lines: readonly Pick<Line, "serviceId">[]): string[] => lines.map(({ serviceId }) => serviceId);

/** Whether somebody may do all of these services. */
export const mayDo = (terms: readonly Terms[], staffId: string): boolean =>
  terms.every(({ ownStaff, staffIds }) => !ownStaff || staffIds.length === 0 || staffIds.includes(staffId));
