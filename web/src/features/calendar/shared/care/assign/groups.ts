import type { CareTask, DayService } from "@leashline/proto/leashline/calendar/v1/care_service_pb.js";
import { grouped, isService, type Tickable } from "../care-text.ts";
import { NOBODY } from "./assigning.ts";

/** In which order the tasks of a day are looked at. */
export const ORDERS = [
  { value: "time", label: "By time" },
  { value: "room", label: "By room" },
  { value: "person", label: "By person" },
] as const;

export type Order = (typeof ORDERS)[number]["value"];

export const orderOf = (asked: string): Order => ORDERS.find(({ value }) => value === asked)?.value ?? "time";

export type Group = { readonly key: string; readonly title: string; readonly tasks: readonly Tickable[] };

/** What is done at any time of the day comes last. */
const timeOf = (task: Tickable): number => (isService(task) && task.time === 0 ? 1440 : task.time);

/** One's own tasks first, also where there are none, then those of each person by name, then what nobody has yet; each by time. */
export const byPerson = (tasks: readonly Tickable[], me: string): Group[] => {
  const sorted = tasks.toSorted((a, b) => timeOf(a) - timeOf(b));
  const groups = Map.groupBy(sorted, (task) => task.assignedStaffId);
  const others = [...groups]
    .filter(([staffId]) => staffId !== me && staffId !== NOBODY.staffId)
    .map(([key, own]): Group => ({ key, title: own[0]?.assignedStaffName ?? "", tasks: own }))
    .toSorted((a, b) => a.title.localeCompare(b.title));
  const mine = { key: "mine", title: "My tasks", tasks: me === NOBODY.staffId ? [] : (groups.get(me) ?? []) };
  const left = { key: "nobody", title: "Nobody yet", tasks: groups.get(NOBODY.staffId) ?? [] };
  return [mine, ...others, ...(left.tasks.length > 0 ? [left] : [])];
};

type Day = { readonly tasks: readonly CareTask[]; readonly services: readonly DayService[]; readonly me: string };

/** The tasks of a day under their headings. By time, services stand by themselves: most are done whenever it suits. */
export const groupsOf = (order: Order, { tasks, services, me }: Day, minutes: (minute: number) => string): Group[] => {
  const all = [...tasks, ...services];
  if (order === "person") return byPerson(all, me);
  const own = order === "room" ? grouped<Tickable>(all, order, minutes) : grouped<Tickable>(tasks, order, minutes);
  const besides = order === "time" && services.length > 0 ? [{ title: "Services", tasks: services }] : [];
  return [...own, ...besides].map((group) => ({ key: group.title, ...group }));
};
