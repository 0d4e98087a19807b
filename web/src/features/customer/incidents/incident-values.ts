import { timestampDate, timestampFromDate } from "@bufbuild/protobuf/wkt";
import { type Incident, IncidentPart } from "@leashline/proto/leashline/customer/v1/incident_service_pb.js";
import type { Pet } from "@leashline/proto/leashline/customer/v1/pet_pb.js";
import { instantIn, nowIn } from "../../../ui/format/dates.ts";

/** `part` is empty until somebody says it; `owner` where the name is known. */
export type InvolvedPet = { petId: string; petName: string; part: string; owner: string };
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
const CAUSED = String(IncidentPart.CAUSED);
export const involved = ({ petId, petName }: Pick<Pet, "petId" | "petName">, owner = ""): InvolvedPet => ({
  petId,
  petName,
  part: "",
  owner,
});

/** What is wrong with the pets of a report; one whose type warns asks for each pet's part, since only who caused it is warned of. */
export const wrongPets = (pets: readonly InvolvedPet[], warns: boolean): string | undefined => {
  if (pets.length === 0) return "Name at least one pet.";
  const silent = warns && pets.find(({ part }) => part === "");
  return silent ? `Say what ${silent.petName} had to do with it.` : undefined;
};

/** Whom staff will be warned about. */
export const warningOf = (pets: readonly InvolvedPet[], warns: boolean): string | undefined => {
  if (!warns || pets.length === 0 || pets.some(({ part }) => part === "")) return undefined;
  const names = pets.filter(({ part }) => part === CAUSED).map(({ petName }) => petName);
  return names.length > 0 ? `Staff will be warned about ${names.join(" and ")}.` : "No pet caused it, so staff are not warned about any.";
};

const dayAndTime = (at: Parameters<typeof timestampDate>[0] | undefined, zone: string) =>
  at ? nowIn(zone, timestampDate(at)) : { date: "", minutes: undefined };

/** A report as the form shows it; a new one happened just now, to the pets it was begun from. */
export const valuesOf = (incident: Incident | undefined, pets: readonly InvolvedPet[], zone: string): IncidentValues => ({
  incidentTypeId: incident?.incidentTypeId ?? "",
  ...(incident ? dayAndTime(incident.happenedTime, zone) : nowIn(zone)),
  place: incident?.place ?? "",
  description: incident?.description ?? "",
  actionTaken: incident?.actionTaken ?? "",
  pets: incident
    ? incident.pets.map(({ petId, petName, part, customerName }) => ({ petId, petName, part: String(part), owner: customerName }))
    : [...pets],
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
  pets: values.pets.map(({ petId, part }) => ({ petId, part: Number(part) || IncidentPart.INVOLVED })),
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

/** The owners' names, each once; those out of reach are left out. */
export const ownersLine = ({ pets }: Pick<Incident, "pets">): string =>
  [...new Set(pets.map(({ customerName }) => customerName).filter(Boolean))].join(", ");
