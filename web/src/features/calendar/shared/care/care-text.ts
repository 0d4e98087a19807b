import {
  type CareEvent,
  CareKind,
  CareOutcome,
  type CareSchedule,
  type CareTask,
  type DayService,
  type GetCareSheetResponse,
} from "@leashline/proto/leashline/calendar/v1/care_service_pb.js";
import { whyNoAmount } from "@leashline/proto/rules/given-amount.ts";
import type { Place } from "../../../../app/offline/tick.ts";
import { addDays, dayToIso } from "../../../../ui/format/dates.ts";

export const KINDS = [
  { value: String(CareKind.FEEDING), label: "Feeding" },
  { value: String(CareKind.MEDICATION), label: "Medication" },
];

export const kindName = (kind: CareKind): string => KINDS.find((one) => one.value === String(kind))?.label ?? "";

type Given = Pick<CareSchedule, "name" | "amount" | "unit">;

/** What is given, as one says it: "1/2 cup Kibble". */
export const givenText = ({ name, amount, unit }: Given): string =>
  [amount, unit, name]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(" ");

/** Beside the field. */
export const amountCheck = (amount: string): string | undefined => {
  const why = whyNoAmount(amount);
  return why && `The amount ${why}`;
};

/** Asked before something is given no more: written anew it would be open again where it was given ahead of its time, so no notice puts it back. */
export const stopQuestion = (one: Pick<CareSchedule, "petName"> & Given) => ({
  title: `Stop ${givenText(one)} for ${one.petName}?`,
  body: "From now on it is no longer among the tasks. What was given stays noted; to give it again, add it anew.",
  action: "Stop",
  danger: true,
});

/** What is ticked: something to feed or to give at a time, or a service of a stay on one of its days. */
export type Tickable = CareTask | DayService;

export const isService = (one: Tickable): one is DayService => one.$typeName === "leashline.calendar.v1.DayService";

/** "Rex: 1/2 cup Kibble", "Rex: Bath". */
export const titleOf = (one: Tickable): string => {
  if (isService(one)) return `${one.petName}: ${one.serviceName}`;
  return one.schedule ? `${one.schedule.petName}: ${givenText(one.schedule)}` : "";
};

export const petOf = (one: Tickable): string => (isService(one) ? one.petName : (one.schedule?.petName ?? ""));

export const appointmentOf = (one: Tickable): string => (isService(one) ? one.appointmentId : (one.schedule?.appointmentId ?? "0"));

/** What a tick is about. A service stays the same one on its day, whenever it is planned. */
export const placeOf = (one: Tickable): Place => {
  const date = one.date ? dayToIso(one.date) : "";
  if (isService(one)) return { careScheduleId: "0", petDetailId: one.petDetailId, date, time: 0 };
  return { careScheduleId: one.schedule?.careScheduleId ?? "0", date, time: one.time };
};

/** Minutes before it is due in which something of the next day may be given. */
const EARLY = 120;

/** Whether it is too early to note what a pet is fed or given; a service may be done ahead. `now` is that of the business. */
export function isAhead(one: Tickable, now: { date: string; minutes: number }): boolean {
  const day = one.date ? dayToIso(one.date) : "";
  if (isService(one) || day <= now.date) return false;
  return day > addDays(now.date, 1) || one.time + 1440 - now.minutes > EARLY;
}

export const timeText = (one: Tickable, minutes: (minute: number) => string): string =>
  isService(one) && one.time === 0 ? "Any time" : minutes(one.time);

export const outcomeWords: Readonly<Record<CareOutcome, string>> = {
  [CareOutcome.UNSPECIFIED]: "",
  [CareOutcome.GIVEN]: "Given",
  [CareOutcome.NOT_GIVEN]: "Not given",
  [CareOutcome.TAKEN_BACK]: "Undone",
};

/** Why something is not given, most of the time. */
export const REASONS = ["Refused", "Vomited", "Not here"];

/** "Not given: Refused". */
export const notedText = ({ outcome, note = "" }: { outcome: CareOutcome; note?: string | undefined }): string =>
  [outcomeWords[outcome], note].filter(Boolean).join(": ");

const isSameTask = (a: CareEvent, b: CareEvent): boolean =>
  a.careScheduleId === b.careScheduleId && a.petDetailId === b.petDetailId && a.time === b.time && dayOf(a) === dayOf(b);
const dayOf = ({ date }: CareEvent): string => (date ? dayToIso(date) : "");

/** Entries, newest first, as they are told: who said why right after is told once, with the reason. */
export const told = (events: readonly CareEvent[]): CareEvent[] =>
  events.filter((one, at) => {
    const next = events.slice(0, at).findLast((later) => isSameTask(later, one));
    const plain = one.outcome === CareOutcome.NOT_GIVEN && one.note === "";
    return !(plain && next?.outcome === CareOutcome.NOT_GIVEN && next.note !== "" && next.staffId === one.staffId);
  });

/** Whose it is and where it sleeps. */
export const whereText = ({ customerLastName, lodgingUnitName, checkedIn }: Tickable): string =>
  [customerLastName, lodgingUnitName, checkedIn ? "" : "not checked in"].filter(Boolean).join(" · ");

type Noted = Pick<GetCareSheetResponse, "schedules" | "events" | "services">;

/** Who noted what of a visit, newest first. */
export const entriesOf = ({ schedules, events, services }: Noted, minutes: (minute: number) => string) => {
  const names = new Map(schedules.map((one) => [one.careScheduleId, `${one.petName}: ${givenText(one)}`]));
  const given = told(events).map((event) => ({
    event,
    what: names.get(event.careScheduleId) ?? "Ended schedule",
    time: minutes(event.time),
  }));
  const served = services.flatMap((one) => told(one.events).map((event) => ({ event, what: titleOf(one), time: "" })));
  const at = ({ event }: (typeof given)[number]): number => Number(event.createTime?.seconds ?? 0);
  return [...given, ...served].toSorted((a, b) => at(b) - at(a));
};

type Timed = { time: number; lodgingUnitName: string };

/** Tasks in groups: by their time, or by the room of their pet. */
export const grouped = <T extends Timed>(tasks: readonly T[], by: "time" | "room", timeText: (minute: number) => string) => {
  const titleOf = (task: T): string => (by === "time" ? timeText(task.time) : task.lodgingUnitName || "No room");
  return [...Map.groupBy(tasks, titleOf)].map(([title, own]) => ({ title, tasks: own }));
};
