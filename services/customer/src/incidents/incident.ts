import { fail, fromTimestamp, named } from "@leashline/kit";
import { type IncidentInput, IncidentInputSchema, IncidentPart } from "@leashline/proto/leashline/customer/v1/incident_service_pb.js";

export type Told = { who: string; how: string; at: string | null };
export type Part = { petId: string; part: number };

/** What a person writes of an incident, as it is kept. */
export type Report = {
  readonly incidentTypeId: string;
  readonly happenedAt: Date;
  readonly place: string;
  readonly description: string;
  readonly actionTaken: string;
  readonly told: readonly Told[];
  readonly staffIds: readonly string[];
  readonly photoPaths: readonly string[];
  readonly appointmentId: string;
  readonly pets: readonly Part[];
};

const blank = (now: Date): Report => ({
  incidentTypeId: "0",
  happenedAt: now,
  place: "",
  description: "",
  actionTaken: "",
  told: [],
  staffIds: [],
  photoPaths: [],
  appointmentId: "0",
  pets: [],
});

/** Clocks of phones run ahead. */
const AHEAD_MS = 5 * 60_000;
/** Reports of old ones are entered too; what is longer ago is a slip of the pen. */
const MOST_YEARS = 30;

/** The report after a request, which names what it changes; without one before, a new report of now. */
export function reportAfter(input: IncidentInput, mask: Parameters<typeof named>[2], before: Report | undefined, now: Date): Report {
  const fields = named(IncidentInputSchema, input, mask);
  const was = before ?? blank(now);
  const pick = <T>(field: string, given: () => T, kept: T): T => (fields.has(field) ? given() : kept);
  const after: Report = {
    incidentTypeId: pick("incidentTypeId", () => input.incidentTypeId ?? "0", was.incidentTypeId),
    happenedAt: pick("happenedTime", () => fromTimestamp(input.happenedTime) ?? was.happenedAt, was.happenedAt),
    place: pick("place", () => (input.place ?? "").trim(), was.place),
    description: pick("description", () => (input.description ?? "").trim(), was.description),
    actionTaken: pick("actionTaken", () => (input.actionTaken ?? "").trim(), was.actionTaken),
    told: pick("told", () => toldOf(input), was.told),
    staffIds: pick("staffIds", () => input.staffIds, was.staffIds),
    photoPaths: pick("photoPaths", () => input.photoPaths, was.photoPaths),
    appointmentId: pick("appointmentId", () => input.appointmentId ?? "0", was.appointmentId),
    pets: pick("pets", () => partsOf(input), was.pets),
  };
  mustBeWhole(after);
  if (fields.has("happenedTime")) mustBeOfOurTime(after.happenedAt, "incident.happenedTime", now);
  if (fields.has("told")) for (const { at } of after.told) if (at) mustBeOfOurTime(new Date(at), "incident.told", now);
  return after;
}

const toldOf = (input: IncidentInput): Told[] =>
  input.told.map(({ who, how, time }) => ({ who: who.trim(), how: how.trim(), at: fromTimestamp(time)?.toISOString() ?? null }));

/** A pet that is named twice has the part named last. */
const partsOf = (input: IncidentInput): Part[] =>
  [...new Map(input.pets.map(({ petId, part }) => [petId, part || IncidentPart.INVOLVED]))].map(([petId, part]) => ({ petId, part }));

function mustBeOfOurTime(at: Date, field: string, now: Date): void {
  if (at.getTime() > now.getTime() + AHEAD_MS) throw fail("PARAMS_INVALID", { field, reason: "cannot be in the future" });
  if (at.getUTCFullYear() < now.getUTCFullYear() - MOST_YEARS)
    throw fail("PARAMS_INVALID", { field, reason: `is more than ${MOST_YEARS} years ago` });
}

function mustBeWhole({ pets, description, told }: Report): void {
  const wrong = (field: string, reason: string) => fail("PARAMS_INVALID", { field: `incident.${field}`, reason });
  if (pets.length === 0) throw wrong("pets", "name at least one pet");
  if (description === "") throw wrong("description", "say what happened");
  if (told.some(({ who }) => who === "")) throw wrong("told", "say who was told");
}
