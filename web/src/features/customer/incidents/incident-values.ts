import { timestampDate, timestampFromDate } from "@bufbuild/protobuf/wkt";
import { type Incident, IncidentPart } from "@leashline/proto/leashline/customer/v1/incident_service_pb.js";
import type { Pet } from "@leashline/proto/leashline/customer/v1/pet_pb.js";
import { instantIn, nowIn } from "../../../ui/format/dates.ts";

export type InvolvedPet = { petId: string; petName: string; part: string };
export type Told = { who: string; how: string; date: string; minutes: number | undefined };
export type IncidentValues = {
  incidentTypeId: string;
  date: string;
  minutes: number | undefined;
  place: string;
  description: string;
  actionTaken: string;
  pets: InvolvedPet[];
  told: Told[];
  staffIds: string[];
  photoPaths: string[];
};

export const PARTS = [
  { value: String(IncidentPart.INVOLVED), label: "Was there" },
  { value: String(IncidentPart.CAUSED), label: "Caused it" },
  { value: String(IncidentPart.HURT), label: "Got hurt" },
];
export const involved = ({ petId, petName }: Pick<Pet, "petId" | "petName">): InvolvedPet => ({
  petId,
  petName,
  part: String(IncidentPart.INVOLVED),
});

const dayAndTime = (at: Parameters<typeof timestampDate>[0] | undefined, zone: string) =>
  at ? nowIn(zone, timestampDate(at)) : { date: "", minutes: undefined };

/** A report as the form shows it; a new one happened just now, to the pets it was begun from. */
export const valuesOf = (incident: Incident | undefined, pets: readonly InvolvedPet[], zone: string): IncidentValues => ({
  incidentTypeId: incident?.incidentTypeId ?? "",
  ...(incident ? dayAndTime(incident.happenedTime, zone) : nowIn(zone)),
  place: incident?.place ?? "",
  description: incident?.description ?? "",
  actionTaken: incident?.actionTaken ?? "",
  pets: incident ? incident.pets.map(({ petId, petName, part }) => ({ petId, petName, part: String(part) })) : [...pets],
  told: (incident?.told ?? []).map(({ who, how, time }) => ({ who, how, ...dayAndTime(time, zone) })),
  staffIds: incident?.staffIds ?? [],
  photoPaths: incident?.photoPaths ?? [],
});

const stamp = (date: string, minutes: number | undefined, zone: string) => timestampFromDate(instantIn(date, minutes ?? 0, zone));

/** What the form says, as the request takes it. People without a name are left out. */
export const inputOf = (values: IncidentValues, zone: string) => ({
  incidentTypeId: values.incidentTypeId,
  happenedTime: stamp(values.date, values.minutes, zone),
  place: values.place.trim(),
  description: values.description.trim(),
  actionTaken: values.actionTaken.trim(),
  pets: values.pets.map(({ petId, part }) => ({ petId, part: Number(part) })),
  told: values.told
    .filter(({ who }) => who.trim() !== "")
    .map(({ who, how, date, minutes }) => ({
      who: who.trim(),
      how: how.trim(),
      ...(date && { time: stamp(date, minutes, zone) }),
    })),
  staffIds: values.staffIds,
  photoPaths: values.photoPaths,
});

export const MASK = [
  "incident_type_id",
  "happened_time",
  "place",
  "description",
  "action_taken",
  "pets",
  "told",
  "staff_ids",
  "photo_paths",
];

/** "Rex (caused it), Ivy (got hurt)" */
export const petsLine = ({ pets }: Pick<Incident, "pets">): string =>
  pets
    .map(({ petName, part }) => {
      const word = PARTS.find(({ value }) => value === String(part))?.label.toLowerCase();
      return part === IncidentPart.INVOLVED || !word ? petName : `${petName} (${word})`;
    })
    .join(", ");
