import type { OnDays } from "@leashline/proto/rules/day-services.ts";
import type { PricePart } from "@leashline/proto/rules/stay-price.ts";
import type { Json } from "../db.gen.ts";
import { withStay } from "../lodging/day-lines.ts";
import { type Nights, rescheduledNights, type Span } from "../lodging/room.ts";
import { NO_STAFF } from "../projections/staff.ts";
import { addDays, daysBetween } from "../scheduling/dates.ts";
import { type Beside, isBoarding, isDaycare } from "../scheduling/line-up.ts";
import { DAY_MINUTES, type Range } from "../scheduling/minutes.ts";
import type { PetShare, SlotPlace } from "../scheduling/pet-share.ts";
import { givenTo, isDoneBy, lasting, lastingFor, partsOf, type SharedWork } from "../scheduling/shared-work.ts";
import { stretched } from "../scheduling/stretches.ts";
import { type Twice, twiceIn } from "../scheduling/twice.ts";
import type { Status } from "./moves.ts";

/** A card with equal start and end shows, and takes, 60 minutes (core §5). */
export const ZERO_LENGTH_MINUTES = 60;

/** One service for one pet. Ids are "0" until stored; money is in minor units. */
export type ServiceLine = {
  readonly id: string;
  readonly petId: string;
  readonly petName: string;
  readonly breed: string;
  /** The size it had when the line was booked; "0" when not known. */
  readonly petSizeId: string;
  readonly serviceId: string;
  readonly serviceName: string;
  readonly careType: string;
  readonly colorCode: string;
  readonly staffId: string;
  readonly staffName: string;
  readonly start: number;
  readonly duration: number;
  readonly price: string;
  readonly taxId: string;
  /** Of a boarding stay: where the pet sleeps, one after the other. */
  readonly lodgings: readonly Nights[];
  /** How the price was reckoned; its parts sum to it. Empty where it was set by hand. */
  readonly priceParts: readonly PricePart[];
  /** Where several people do it: who does what of it. Then `staffId` is the first of them. */
  readonly work?: SharedWork;
  /** Of a stay, or of a day of daycare: what the pet gets on these days of it besides, which takes nobody's time. Its start is 0 where it is done at any time of the day. */
  readonly onDays?: OnDays;
  /** On top of a service of the same pet. */
  readonly addOn?: true;
};

/** What people decide about an appointment; the change log keeps it, and undo brings it back. */
export type AppointmentPlan = {
  readonly date: string;
  readonly endDate: string;
  readonly start: number;
  readonly end: number;
  readonly staffId: string;
  readonly lines: readonly ServiceLine[];
  readonly status: Status;
  readonly statusPath: readonly Status[];
  readonly checkInAt: string | null;
  readonly readyAt: string | null;
  readonly checkOutAt: string | null;
  readonly canceledAt: string | null;
  readonly cancelReason: string;
  readonly noShow: number;
  readonly ticketComments: string;
  readonly alertNotes: string;
  /** Where it is, of the client's addresses; "0" for their primary one. */
  readonly addressId: string;
  readonly colorCode: string;
  readonly overbooked: boolean;
  readonly outOfHours: boolean;
  readonly overrideReason: string;
};

export type Appointment = AppointmentPlan & {
  readonly id: string;
  readonly businessId: string;
  readonly customerId: string;
  readonly customerFirstName: string;
  readonly customerLastName: string;
  readonly clientColor: string;
  readonly isNewClient: boolean;
  readonly startAt: string;
  readonly endAt: string;
  readonly source: number;
  readonly currency: string;
  readonly orderId: string;
  readonly paymentStatus: number;
  readonly paid: string;
  readonly refunded: string;
  /** Of a canceled one: what of its deposit the business keeps. */
  readonly keptMinor: string;
  /** Null until the order service told what is owed. */
  readonly outstanding: string | null;
  /** Asked for ahead, and what the order comes to with tax and tip. */
  readonly depositMinor: string;
  readonly billedMinor: string;
  /** The fee for an appointment that did not take place, and the invoice's count of changes when it said so. */
  readonly feeMinor: string;
  readonly feeVersion: number;
  readonly bookingRequestId: string;
  /** What the client was told when they asked for it online; null for what was booked otherwise. */
  readonly agreedPolicy: Json | null;
  /** "0" when it does not repeat. */
  readonly seriesId: string;
  readonly createdByStaffId: string;
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
};

/** One staff member's share of an appointment, or a part of it that has time for others before or after. */
export type StaffSegment = Range & {
  readonly staffId: string;
  /** Which of the parts, from 0; 0 of a whole share. */
  readonly part: number;
  readonly lineIds: readonly string[];
  readonly petIds: readonly string[];
  readonly serviceIds: readonly string[];
  /** What limits count: each of its pets with what it gets here. */
  readonly shares: readonly PetShare[];
  /** Where the person would be at two of its lines at once. */
  readonly twice?: readonly Twice[];
};

/** A staff segment with a place in its staff member's day. */
export type PlacedSegment = StaffSegment & {
  readonly takesTime: boolean;
  readonly exclusive: boolean;
  readonly overbooked: boolean;
  readonly outOfHours: boolean;
  /** Its place in a day by slot; null where there is none. */
  readonly slot: SlotPlace | null;
};

/** Without what is on certain days of a stay only. */
const throughout = (lines: readonly ServiceLine[]): ServiceLine[] => lines.filter((line) => !line.onDays);

/** A line as far as one person does it. */
type Own = Range & { readonly line: ServiceLine };

const ownIn = (line: ServiceLine): [staffId: string, own: Own][] =>
  partsOf(line).map(({ staffId, offset, duration }) => {
    const start = line.start + offset;
    return [staffId, { line, start, end: start + duration }];
  });

const byStart = (a: StaffSegment, b: StaffSegment): number => a.start - b.start || (a.staffId < b.staffId ? -1 : 1);
const idsOf = (own: readonly Own[]): string[] => own.map(({ line }) => line.id);

/** What one staff member does of the lines forms one share from their first start to their last end; by start, then staff. */
export function segmentsOf(lines: readonly ServiceLine[]): StaffSegment[] {
  const byStaff = Map.groupBy(throughout(lines).flatMap(ownIn), ([staffId]) => staffId);
  const segments = [...byStaff].map(([staffId, owned]): StaffSegment => {
    const own = owned.map(([, one]) => one);
    const start = Math.min(...own.map((one) => one.start));
    const end = Math.max(...own.map((one) => one.end));
    return { staffId, part: 0, start, end, lineIds: idsOf(own), ...countedIn(own) };
  });
  return segments.sort(byStart);
}

/**
 * When each person is at it, without the time between: what is drawn as a card and takes their time; by start, then staff.
 * Pets are counted in a person's first part, for all of their share.
 */
export function stretchesOf(lines: readonly ServiceLine[]): StaffSegment[] {
  const byStaff = Map.groupBy(throughout(lines).flatMap(ownIn), ([staffId]) => staffId);
  const stretches = [...byStaff].flatMap(([staffId, owned]): StaffSegment[] => {
    const own = owned.map(([, one]) => one);
    return stretched(own, takenBy).map(({ start, end, of }, part) => {
      const twice = twiceIn(of);
      return {
        ...{ staffId, part, start, end, lineIds: idsOf(own.filter((one) => of.includes(one))) },
        ...countedIn(part === 0 ? own : []),
        ...(twice.length > 0 && { twice }),
      };
    });
  });
  return stretches.sort(byStart);
}

/** Where people are at two of these lines at once. */
export const twiceAmong = (lines: readonly ServiceLine[]): Twice[] => stretchesOf(lines).flatMap(({ twice = [] }) => twice);

const countedIn = (own: readonly Own[]): Pick<StaffSegment, "petIds" | "serviceIds" | "shares"> => {
  const theirs = own.map(({ line }) => line);
  return {
    petIds: [...new Set(theirs.map((line) => line.petId))],
    serviceIds: [...new Set(theirs.map((line) => line.serviceId))],
    shares: sharesOf(theirs),
  };
};

/** A share of an appointment that moved: with the same person, else with whom it was given to, else the one with its lines. */
export function segmentAfter(lines: readonly ServiceLine[], { lineIds, staffId }: StaffSegment, to: string): StaffSegment | undefined {
  const found = segmentsOf(lines).filter((segment) => segment.lineIds.some((id) => lineIds.includes(id)));
  return found.find((one) => one.staffId === to) ?? found.find((one) => one.staffId === staffId) ?? found[0];
}

const sharesOf = (lines: readonly ServiceLine[]): PetShare[] =>
  [...Map.groupBy(lines, (line) => line.petId).values()].map((own) => {
    const { petSizeId: sizeId, breed } = own[0] as ServiceLine;
    const services = own.filter((line) => !line.addOn);
    const counted = services.length > 0 ? services : own;
    return { sizeId, breed, serviceIds: [...new Set(counted.map((line) => line.serviceId))] };
  });

/** The minutes a share takes of a person's day. */
export const takenBy = (range: Range): Range =>
  range.end > range.start ? range : { start: range.start, end: range.start + ZERO_LENGTH_MINUTES };

export const isStay = (plan: Pick<AppointmentPlan, "date" | "endDate">): boolean => plan.endDate > plan.date;

/** A stay in lodging units; what else goes over midnight has none. */
export const isBoardingStay = (plan: Pick<AppointmentPlan, "lines">): boolean => plan.lines.some(isBoarding);

export { isBoarding, isDaycare, isWalk } from "../scheduling/line-up.ts";

/** How long a stay takes by the clock on the wall. */
export const minutesOfSpan = ({ date, start, endDate, end }: Span): number => daysBetween(date, endDate) * DAY_MINUTES + end - start;

/** A stay on other days or at other times: its lines begin and end with it, and its units go along. */
export function respanned(plan: AppointmentPlan, span: Span): AppointmentPlan {
  const { date, start, endDate, end } = span;
  const duration = minutesOfSpan(span);
  const lines = plan.lines.map((line) =>
    line.onDays ? withStay(line, plan, span) : { ...line, start, duration, lodgings: rescheduledNights(line.lodgings, plan, span) },
  );
  return { ...plan, date, start, endDate, end, lines };
}

/** Start, end and leading staff member of an appointment follow from its lines; a stay keeps the end it has. */
export function withBounds<P extends Pick<AppointmentPlan, "date" | "endDate" | "end" | "lines">>(
  plan: P,
): P & Range & { staffId: string } {
  const segments = segmentsOf(plan.lines);
  const start = Math.min(...segments.map((segment) => segment.start));
  const end = Math.max(...segments.map((segment) => segment.end));
  return { ...plan, start, end: isStay(plan) ? plan.end : end, staffId: segments[0]?.staffId ?? NO_STAFF };
}

export type LineInput = Omit<ServiceLine, "start"> & { readonly start: number | null; readonly beside?: Beside };

export type Moving = {
  readonly date?: string;
  readonly start?: number;
  readonly end?: number;
  readonly staff?: { readonly id: string; readonly name: string };
  /** Whose card it is; absent: that of whoever is first on each line. */
  readonly whose?: string;
  /** The lines of the card that is dragged; all of an appointment with one card. */
  readonly lineIds: ReadonlySet<string>;
  /** The appointment's other cards move by the same distance. */
  readonly all: boolean;
};

/** A drag or resize: the moved card's lines go along, a new length is taken from or added to its last lines. */
export function moved(plan: AppointmentPlan, moving: Moving): AppointmentPlan {
  if (isBoardingStay(plan)) return movedStay(plan, moving);
  const { whose } = moving;
  const own = throughout(plan.lines).filter((line) => moving.lineIds.has(line.id));
  const start = Math.min(...own.map((line) => rangeFor(line, whose).start));
  const delta = (moving.start ?? start) - start;
  const date = moving.date ?? plan.date;
  const others = moving.all || date !== plan.date;
  const shifted = plan.lines.map((line) => {
    if (line.onDays) return line;
    const there = { ...line, start: line.start + delta };
    if (moving.lineIds.has(line.id)) return moving.staff && !isDaycare(line) ? givenTo(there, whose ?? line.staffId, moving.staff) : there;
    return others ? there : line;
  });
  const lines = moving.end === undefined ? shifted : resized(shifted, { ...moving, end: moving.end });
  const days = isStay(plan) ? daysOf(plan) : 0;
  return withBounds({ ...plan, date, endDate: addDays(date, days), lines });
}

/** A stay is dragged as a whole, and keeps its nights. */
function movedStay(plan: AppointmentPlan, { date = plan.date, start = plan.start, end = plan.end, staff }: Moving): AppointmentPlan {
  const after = respanned(plan, { date, start, endDate: addDays(date, daysOf(plan)), end });
  if (!staff) return after;
  const given = after.lines.map((line) => (line.onDays ? line : { ...line, staffId: staff.id, staffName: staff.name }));
  return { ...after, staffId: staff.id, lines: given };
}

const daysOf = (plan: AppointmentPlan): number => Temporal.PlainDate.from(plan.date).until(plan.endDate).days;

/** When a person is at a line; the whole of it where they have no part of their own. */
function rangeFor(line: ServiceLine, whose: string = line.staffId): Range {
  const part = partsOf(line).find(({ staffId }) => staffId === whose);
  const start = line.start + (part?.offset ?? 0);
  return { start, end: start + (part?.duration ?? line.duration) };
}

/** The last line takes up the difference; when that is not enough, the ones before it give too. */
function resized(lines: readonly ServiceLine[], { lineIds, end, whose, staff }: Moving & { end: number }): ServiceLine[] {
  const theirs = staff?.id ?? whose;
  const own = throughout(lines)
    .filter((line) => lineIds.has(line.id))
    .sort((a, b) => rangeFor(a, theirs).end - rangeFor(b, theirs).end);
  const last = own.at(-1);
  return lines.map((line) => {
    if (!lineIds.has(line.id) || line.onDays) return line;
    const range = rangeFor(line, theirs);
    const stop = line === last ? end : Math.min(range.end, end);
    const start = Math.min(range.start, stop);
    const there = { ...line, start: line.start + start - range.start };
    return theirs !== undefined && isDoneBy(line, theirs) ? lastingFor(there, theirs, stop - start) : lasting(there, stop - start);
  });
}

export const totalOf = (lines: readonly ServiceLine[]): bigint => lines.reduce((sum, line) => sum + BigInt(line.price), 0n);
