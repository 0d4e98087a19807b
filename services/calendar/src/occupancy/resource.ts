import type { StoredShare } from "../scheduling/pet-share.ts";
import type { Instants } from "../scheduling/zone.ts";

/** What has time or seats that can be taken; the numbers are stored. */
export const Resource = { STAFF: 1, LODGING_UNIT: 2, AREA: 3, CLASS_SESSION: 4, VAN: 5, DAYCARE_MORNING: 6, DAYCARE_AFTERNOON: 7 } as const;
export type Resource = (typeof Resource)[keyof typeof Resource];

/** What takes it; the numbers are stored. */
export const Source = { APPOINTMENT: 1, BLOCK: 2, CLASS_SESSION: 3, ENROLMENT: 4 } as const;
export type Source = (typeof Source)[keyof typeof Source];

/** Some time of a resource. */
export type Occupancy = {
  readonly resourceKind: Resource;
  readonly resourceId: string;
  /** Which of several times at it, from 0; left out: the only one. */
  readonly part?: number;
  /** The day or night by the clock of the business. */
  readonly day: string;
  readonly businessId: string;
  /** Minutes since 1970 UTC. */
  readonly fromUtc: number;
  readonly toUtc: number;
  /** Nobody else may have any of this time. */
  readonly exclusive: boolean;
  /** Pets or places. Of anything but staff, what is not exclusive counts toward the seats stated for the day. */
  readonly seats: number;
  readonly serviceIds: readonly string[];
  /** Of staff: the pets it is taken for, and its place in a day by slot. */
  readonly pets?: readonly StoredShare[];
  readonly slotStart?: number | null;
  readonly slotPets?: number;
  readonly slotCapacity?: number | null;
};

export const minutesOf = ({ start, end }: Instants): { fromUtc: number; toUtc: number } => ({
  fromUtc: start.epochMilliseconds / 60_000,
  toUtc: end.epochMilliseconds / 60_000,
});
