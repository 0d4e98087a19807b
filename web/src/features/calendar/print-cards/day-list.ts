import type { Appointment, PetService } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import type { ListAppointmentCardsResponse } from "@leashline/proto/leashline/calendar/v1/day_list_service_pb.js";
import { dayToIso } from "../../../ui/format/dates.ts";
import type { SortBy } from "./print-settings.ts";

/** What all the lists of a day answer with. */
export type DayList = Pick<
  ListAppointmentCardsResponse,
  "appointments" | "pets" | "clients" | "lodgingTypes" | "lodgingUnits" | "belongings"
>;

/** An appointment as it stands on a list. */
export type DayRow = {
  id: string;
  /** Its first day, and when it begins and ends: minutes of the day. */
  from: string;
  start: number;
  end: number;
  client: string;
  lastName: string;
  petName: string;
  services: string;
  staff: string;
  /** The names of its rooms; and of their type, for who sorts by it. */
  lodging: string;
  lodgingType: string;
  alerts: string[];
  comments: string[];
  petNotes: string[];
  belongings: string[];
};

const once = (texts: readonly string[]): string[] => [...new Set(texts.filter((text) => text !== ""))];

/** The unit in which a pet sleeps, by the line of its stay. */
const unitIds = (line: PetService): string[] => line.lodgings.map((nights) => nights.lodgingUnitId);

function rowOf(one: Appointment, { pets, clients, lodgingTypes, lodgingUnits, belongings }: DayList): DayRow {
  const lines = one.petServiceList;
  const client = clients.find(({ customerId }) => customerId === one.customerId);
  const own = pets.filter(({ pet }) => lines.some((line) => line.petId === pet?.petId));
  const units = lodgingUnits.filter((unit) => lines.some((line) => unitIds(line).includes(unit.lodgingUnitId)));
  const types = lodgingTypes.filter((type) => units.some((unit) => unit.lodgingTypeId === type.lodgingTypeId));
  const behavior = own.flatMap(({ pet }) => (pet?.behavior ? [`${pet.petName}: ${pet.behavior}`] : []));
  return {
    id: one.id,
    from: one.appointmentDate ? dayToIso(one.appointmentDate) : "",
    start: one.startTime,
    end: one.endTime,
    client: `${client?.firstName ?? one.customerFirstName} ${client?.lastName ?? one.customerLastName}`.trim(),
    lastName: `${client?.lastName ?? one.customerLastName} ${client?.firstName ?? one.customerFirstName}`.trim(),
    petName: lines[0]?.petName ?? "",
    services: lines.map((line) => `${line.petName}: ${line.serviceName}`).join(", "),
    staff: once(lines.flatMap((line) => [line.staffName, ...line.operationList.map((part) => part.staffName)])).join(", "),
    lodging: units.map((unit) => unit.name).join(", "),
    lodgingType: types.map((type) => type.name).join(", "),
    alerts: once([one.alertNotes, ...(client?.alertNotes ?? []), ...own.flatMap((pet) => pet.alertNotes), ...behavior]),
    comments: once([one.ticketComments]),
    petNotes: once(own.flatMap((pet) => pet.notes)),
    belongings: belongings.filter((thing) => thing.appointmentId === one.id).map((thing) => `${thing.petName}: ${thing.name}`),
  };
}

export const listRows = (list: DayList): DayRow[] => list.appointments.map((one) => rowOf(one, list));

const collator = new Intl.Collator("en", { sensitivity: "base", numeric: true });
type Sortable = Pick<DayRow, "lastName" | "petName" | "lodging" | "start">;
const keys: Readonly<Record<SortBy, (row: Sortable) => string>> = {
  petName: (row) => row.petName,
  lodging: (row) => row.lodging,
  clientLastName: (row) => row.lastName,
};

/** By what is chosen; those that are alike in it by start. Who has no lodging comes last of a list by lodging. */
export const sortedRows = <R extends Sortable>(rows: readonly R[], by: SortBy): R[] =>
  rows.toSorted((a, b) => {
    const [one, other] = [keys[by](a), keys[by](b)];
    return Number(one === "") - Number(other === "") || collator.compare(one, other) || a.start - b.start;
  });

/** Rows by the type of their lodging, in order of its name; who sleeps nowhere comes last. */
export function groupedByLodging(rows: readonly DayRow[]): { title: string; rows: DayRow[] }[] {
  const titles = once(rows.map((row) => row.lodgingType)).toSorted(collator.compare);
  const groups = titles.map((title) => ({ title, rows: rows.filter((row) => row.lodgingType === title) }));
  const others = rows.filter((row) => row.lodgingType === "");
  return others.length > 0 ? [...groups, { title: "No lodging", rows: others }] : groups;
}
