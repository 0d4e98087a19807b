import { linesOn } from "../lodging/day-lines.ts";
import { NO_STAFF } from "../projections/staff.ts";
import { addDays } from "../scheduling/dates.ts";
import { type CareEntry, type Instant, newestFirst, Outcome, standing, type Visit } from "./care.ts";

/** A service of a stay, as a line of it. */
export type StayLine = {
  readonly petDetailId: string;
  readonly petId: string;
  readonly petName: string;
  readonly serviceId: string;
  readonly serviceName: string;
};

export type ServiceEntry = StayLine & Omit<CareEntry, "careScheduleId" | "minute"> & { readonly appointmentId: string };

type Line = Parameters<typeof linesOn>[1]["lines"][number] &
  Omit<StayLine, "petDetailId"> & { readonly id: string; readonly staffId: string; readonly staffName: string; readonly start: number };

/** A service of a stay on one of its days. */
export type ServiceTask = StayLine & {
  /** Whom the stay has for it. */
  readonly staffId: string;
  readonly staffName: string;
  /** Minutes since local midnight; 0: at any time of the day. */
  readonly time: number;
  readonly day: string;
  readonly outcome: number;
  readonly missed: boolean;
  readonly twice: boolean;
  readonly events: readonly ServiceEntry[];
};

type Asked = {
  readonly visit: Visit & { readonly id: string; readonly lines: readonly Line[] };
  readonly entries: readonly ServiceEntry[];
  readonly now: number;
  readonly at: Instant;
};

export const stayLine = ({ id, petId, petName, serviceId, serviceName }: Line): StayLine => ({
  ...{ petDetailId: id, petId, petName, serviceId, serviceName },
});

/** What the pets of a stay get on a day, as it stands. What was given stays noted, also where the stay has it on another day by now, or no more. */
export function servicesOn(day: string, { visit, entries, now, at }: Asked): ServiceTask[] {
  const noted = Map.groupBy(
    entries.filter((one) => one.appointmentId === visit.id && one.day === day),
    ({ petDetailId }) => petDetailId,
  );
  const due = linesOn(day, visit);
  const planned = due.map((line): ServiceTask => {
    const events = (noted.get(line.id) ?? []).toSorted(newestFirst);
    const state = standing(events);
    const missed = state.outcome === Outcome.NONE && isOver(visit, { day, minute: line.start, now, at });
    return { ...stayLine(line), staffId: line.staffId, staffName: line.staffName, time: line.start, day, events, missed, ...state };
  });
  const besides = [...noted.values()].flatMap((all): ServiceTask[] => {
    const events = all.toSorted(newestFirst);
    const [{ petDetailId, petId, petName, serviceId, serviceName }] = events as [ServiceEntry];
    const state = standing(events);
    if (state.outcome === Outcome.NONE || due.some(({ id }) => id === petDetailId)) return [];
    const line = { petDetailId, petId, petName, serviceId, serviceName };
    return [{ ...line, staffId: NO_STAFF, staffName: "", time: 0, day, events, missed: false, ...state }];
  });
  return [...planned, ...besides];
}

type Moment = { readonly day: string; readonly minute: number; readonly now: number; readonly at: Instant };

/** It was here on that day, and its time has passed, or the day where it has none or the pet came after it; or it has left. */
function isOver({ checkInAt, checkOutAt }: Visit, { day, minute, now, at }: Moment): boolean {
  if (checkInAt === null) return false;
  const [came, ends] = [Date.parse(checkInAt), at(addDays(day, 1), 0)];
  const left = checkOutAt === null ? undefined : Date.parse(checkOutAt);
  const wasHere = came < ends && (left === undefined || left >= at(day, 0));
  const due = minute > 0 && came <= at(day, minute) ? at(day, minute) : ends;
  return wasHere && (due <= now || left !== undefined);
}
