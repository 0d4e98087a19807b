import { NO_END } from "../scheduling/dates.ts";
import {
  type Availability,
  type ClosedDate,
  type DayHours,
  dayOff,
  hours,
  type RegularSchedule,
  type Rotation,
  type Rules,
  type ScheduleType,
} from "../scheduling/schedule.ts";

// Rows of the rules, as the one loading statement answers them in JSON, and the rules they make.

export type ScheduleRow = [
  staffId: string,
  start: string,
  end: string,
  type: number,
  availability: Availability,
  weekStart: number,
  days: Record<number, DayHours>,
];
export type OverrideRow = [staffId: string, date: string, hours: DayHours];
export type ClosedRow = [start: string, end: string, description: string];

export type RuleRows = {
  schedules: ScheduleRow[] | null;
  overrides: OverrideRow[] | null;
  closed: ClosedRow[] | null;
  slotFree: string[] | null;
  /** Of whom it was asked for, those who work at other locations only. */
  elsewhere: string[] | null;
};

/** What a staff member works until somebody saves other hours: Monday to Saturday, 9 to 6. */
export const standardHours = hours({ start: 540, end: 1080 });

export const standardSchedule: RegularSchedule = {
  scheduleType: 1,
  startDate: "2000-01-02",
  endDate: NO_END,
  availability: "time",
  weekStart: 0,
  days: Array.from({ length: 28 }, (_, index) => (index % 7 === 0 ? dayOff : standardHours)),
};

export function rulesByStaff(rows: RuleRows, staffIds: readonly string[]): Map<string, Rules> {
  const closed: ClosedDate[] = (rows.closed ?? []).map(([startDate, endDate, description]) => ({ startDate, endDate, description }));
  const schedules = Map.groupBy(rows.schedules ?? [], ([staffId]) => staffId);
  const overrides = Map.groupBy(rows.overrides ?? [], ([staffId]) => staffId);
  const rest = { closed, ...(rows.slotFree?.length && { slotFree: rows.slotFree }) };
  return new Map(
    staffIds.map((staffId): [string, Rules] => {
      // What was set for them while they still worked here holds no more.
      if (rows.elsewhere?.includes(staffId)) return [staffId, { ...rest, schedules: [], overrides: new Map() }];
      const own = overrides.get(staffId) ?? [];
      return [
        staffId,
        {
          ...rest,
          schedules: schedules.get(staffId)?.map(toSchedule) ?? [standardSchedule],
          overrides: new Map(own.map(([, date, hoursOfDay]) => [date, hoursOfDay])),
        },
      ];
    }),
  );
}

const toSchedule = ([, startDate, endDate, type, availability, weekStart, days]: ScheduleRow): Rotation => ({
  scheduleType: type as ScheduleType,
  startDate,
  endDate,
  availability,
  weekStart: weekStart === 1 ? 1 : 0,
  days,
});

/** By slot, or with a limit on pets, somewhere: then the sweep must know what each booking holds. */
export const countsPets = (rows: RuleRows): boolean =>
  (rows.schedules ?? []).some(
    ([, , , , availability, , days]) => availability === "slot" || Object.values(days).some((day) => day.limitationGroups.length > 0),
  ) || (rows.overrides ?? []).some(([, , day]) => day.slots.length > 0 || day.limitationGroups.length > 0);
