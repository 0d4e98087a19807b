import type { PetService } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { CareKind, type CareTask, type DayService } from "@leashline/proto/leashline/calendar/v1/care_service_pb.js";
import type { PrintCard } from "@leashline/proto/leashline/calendar/v1/print_card_service_pb.js";
import { sortedRows } from "./day-list.ts";
import { type PrintSettings, shows, sortOf } from "./print-settings.ts";

export type Extra = { id: string; name: string };

const petsOf = (cards: readonly PrintCard[]): Set<string> =>
  new Set(cards.flatMap((card) => card.appointment?.petServiceList.map((line) => line.petId) ?? []));

/** The services that pets that stay get besides on the day, in the same appointment or in another one; `lines` are those of the day. */
export const extrasOf = (cards: readonly PrintCard[], lines: readonly PetService[]): Extra[] => {
  const pets = petsOf(cards);
  const own = lines.filter((line) => pets.has(line.petId));
  return [...new Map(own.map((line) => [line.serviceId, { id: line.serviceId, name: line.serviceName }])).values()];
};

/** Of what was chosen, what there is; all there is where nothing of it is left (growth §5). */
export function reconciled(chosen: readonly string[], available: readonly string[]): readonly string[] {
  const left = available.filter((id) => chosen.includes(id));
  return left.length > 0 ? left : available;
}

const isStrings = (value: unknown): value is string[] => Array.isArray(value) && value.every((one) => typeof one === "string");

/** The extras that stand on the paper. */
export function chosenExtras(settings: PrintSettings, available: readonly Extra[]): readonly string[] {
  const { addOnItems } = settings.type as { addOnItems?: unknown };
  return reconciled(
    isStrings(addOnItems) ? addOnItems : [],
    available.map(({ id }) => id),
  );
}

/** Something to be done for a pet on the day; `who` is to do it, empty for nobody. */
export type Activity = { key: string; kind: "feeding" | "medication" | "addOns"; time: number; text: string; who: string };
export type PetDay = {
  key: string;
  petName: string;
  lastName: string;
  lodging: string;
  start: number;
  comments: string;
  activities: Activity[];
};

const given = (task: CareTask): Activity => {
  const { careScheduleId = "", amount = "", unit = "", name = "", instructions = "" } = task.schedule ?? {};
  const what = [amount, unit, name].filter(Boolean).join(" ");
  return {
    key: `${careScheduleId}.${task.time}`,
    kind: task.schedule?.kind === CareKind.MEDICATION ? "medication" : "feeding",
    time: task.time,
    text: instructions ? `${what} (${instructions})` : what,
    who: task.assignedStaffName,
  };
};

type Day = { cards: readonly PrintCard[]; tasks: readonly CareTask[]; services: readonly DayService[]; lines: readonly PetService[] };

/** What is to be done for each pet that stays on a day, of the kinds that are chosen; a pet for which nothing is left out of it has no paper. */
export function petDays({ cards, tasks, services, lines }: Day, settings: PrintSettings): PetDay[] {
  const extras = new Set(chosenExtras(settings, extrasOf(cards, lines)));
  const doers = new Map(services.map((one) => [one.petDetailId, one.assignedStaffName]));
  const on = (one: Activity) => shows(settings, "type", one.kind);
  const days = cards.flatMap(({ appointment, lodgingUnits }) => {
    const stay = appointment?.petServiceList ?? [];
    return [...new Set(stay.map((line) => line.petId))].map((petId): PetDay => {
      const own = stay.filter((line) => line.petId === petId);
      const units = own.flatMap((line) => line.lodgings.map((nights) => nights.lodgingUnitId));
      const care = tasks.filter(({ schedule }) => schedule?.appointmentId === appointment?.id && schedule?.petId === petId).map(given);
      const besides = lines
        .filter((line) => line.petId === petId && extras.has(line.serviceId))
        .map(
          ({ petDetailId: key, startTime: time, serviceName: text }): Activity => ({
            key,
            kind: "addOns",
            time,
            text,
            who: doers.get(key) ?? "",
          }),
        );
      return {
        key: `${appointment?.id}.${petId}`,
        petName: own[0]?.petName ?? "",
        lastName: appointment?.customerLastName ?? "",
        lodging: lodgingUnits.flatMap((unit) => (units.includes(unit.lodgingUnitId) ? [unit.name] : [])).join(", "),
        start: appointment?.startTime ?? 0,
        comments: shows(settings, "type", "showTicketComments") ? (appointment?.ticketComments ?? "") : "",
        activities: [...care, ...besides].filter(on).toSorted((one, other) => one.time - other.time),
      };
    });
  });
  return sortedRows(
    days.filter((day) => day.activities.length > 0),
    sortOf(settings),
  );
}
