import { WaitlistClientType } from "@leashline/proto/leashline/online_booking/v1/appointment_waitlist_service_pb.js";
import type { WaitlistEntry } from "@leashline/proto/leashline/online_booking/v1/waitlist_pb.js";
import { isoToDay } from "../../../ui/format/dates.ts";
import { plural } from "../../../ui/format/text.ts";
import type { Format } from "../../../ui/format/useFormat.ts";
import { partOf, parts } from "../shared/waitlist/wait-draft.ts";

/** What the address says of the list. */
export const start = {
  keyword: "",
  page: "1",
  order: "",
  free: "",
  from: "",
  until: "",
  day: "",
  time: "",
  staff: "",
  anyDay: "",
  client: "",
  source: "",
  valid: "",
  care: "",
  class: "",
  area: "",
};
export type State = typeof start;

const any = { value: "", label: "Any" };
const yesNo = (yes: string, no: string) => [any, { value: "yes", label: yes }, { value: "no", label: no }];
export const choices = {
  free: yesNo("A time is free", "Nothing is free"),
  anyDay: yesNo("Any day", "Certain days"),
  source: yesNo("Booking page", "Added by staff"),
  valid: yesNo("Still waiting", "Expired or not begun"),
  client: [any, { value: "new", label: "New clients" }, { value: "known", label: "Existing clients" }],
  time: [any, ...parts.map(({ label }) => ({ value: label, label }))],
  order: [
    { value: "", label: "Newest first" },
    { value: "oldest", label: "Waiting longest" },
  ],
  care: [
    any,
    ...[
      ["GROOMING", "Grooming"],
      ["BOARDING", "Boarding"],
      ["DAYCARE", "Daycare"],
      ["EVALUATION", "Evaluation"],
      ["DOG_WALKING", "Dog walking"],
      ["GROUP_CLASS", "Group class"],
    ].map(([value = "", label = ""]) => ({ value, label })),
  ],
};

/** In place of an area: none of them, or not known which. */
export const OUTSIDE = "outside";
export const UNKNOWN = "unknown";
const noArea = [OUTSIDE, UNKNOWN];

const flag = (value: string) => (value === "" ? undefined : value === "yes");

/** The address as the server's filters. */
export const filtersOf = (state: State) => {
  const day = isoToDay(state.day);
  const part = parts.find(({ label }) => label === state.time);
  const flags = {
    isAvailable: flag(state.free),
    isAnyDate: flag(state.anyDay),
    isFromOb: flag(state.source),
    isOnGoing: flag(state.valid),
    isOutOfArea: state.area === OUTSIDE ? true : undefined,
    isAreaUnknown: state.area === UNKNOWN ? true : undefined,
  };
  return {
    ...Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined)),
    dateList: day ? [day] : [],
    timeRangeList: part ? [{ startTime: part.startTime, endTime: part.endTime }] : [],
    staffIdList: state.staff ? [state.staff] : [],
    careTypes: state.care ? [state.care] : [],
    serviceAreaIdList: state.area && !noArea.includes(state.area) ? [state.area] : [],
    classIds: state.class ? [state.class] : [],
    clientType:
      state.client === "new"
        ? WaitlistClientType.NEW
        : state.client === "known"
          ? WaitlistClientType.EXISTING
          : WaitlistClientType.UNSPECIFIED,
    ...(state.from && { availableStartDateTime: `${state.from} 00:00` }),
    ...(state.until && { availableEndDateTime: `${state.until} 23:59` }),
  };
};

export const isNarrowed = (state: State): boolean =>
  Object.entries(state).some(([name, value]) => !["page", "order"].includes(name) && value !== "");

export const whenOf = ({ datePreference, timePreference, classId }: WaitlistEntry, format: Format): string => {
  if (classId !== "0") return "When a place opens up";
  const days = datePreference?.dates ?? [];
  const nights = datePreference?.nights ?? 0;
  const shown = days.slice(0, 3).map((day) => format.shortDay(day));
  const more = days.length > 3 ? ` and ${days.length - 3} more` : "";
  const hours = (timePreference?.timeRanges ?? []).map((one) => partOf(one).toLowerCase() || format.range(one.startTime, one.endTime));
  const stay = nights > 0 ? plural(nights, "night") : "";
  return [days.length === 0 ? "Any day" : `${shown.join(", ")}${more}`, stay, hours.join(", ")].filter(Boolean).join(" · ");
};

export const withWhom = ({ staffPreference, classId }: WaitlistEntry, names: ReadonlyMap<string, string>): string =>
  classId !== "0" ? "" : (staffPreference?.staffIds ?? []).map((id) => names.get(id) ?? "A former staff member").join(", ") || "Anyone";
