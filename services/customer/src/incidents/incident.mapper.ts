import type { MessageInitShape } from "@bufbuild/protobuf";
import { toTimestamp } from "@leashline/kit";
import { type IncidentSchema, IncidentPart as Part } from "@leashline/proto/leashline/customer/v1/incident_service_pb.js";
import type { ShownIncident } from "./incident.store.ts";

export const toIncident = (row: ShownIncident): MessageInitShape<typeof IncidentSchema> => ({
  incidentId: row.id,
  businessId: row.businessId,
  incidentTypeId: row.incidentTypeId,
  incidentTypeName: row.typeName,
  warns: row.warns,
  happenedTime: toTimestamp(row.happenedAt),
  place: row.place,
  description: row.description,
  actionTaken: row.actionTaken,
  pets: row.pets,
  told: row.told.map(({ who, how, at }) => ({ who, how, time: toTimestamp(at ? new Date(at) : null) })),
  staffIds: row.staffIds,
  photoPaths: row.photoPaths,
  appointmentId: row.appointmentId,
  createdByStaffId: row.createdBy,
  createdByName: row.createdByName,
  createTime: toTimestamp(row.createdAt),
  updateTime: toTimestamp(row.updatedAt),
  version: row.version,
  deleted: row.deletedAt !== null,
});

export const header = [
  "When",
  "Type",
  "Pets",
  "Clients",
  "Where",
  "What happened",
  "What was done",
  "Who was told",
  "Photos",
  "Written by",
];

const words: Record<number, string> = { [Part.CAUSED]: "caused it", [Part.HURT]: "hurt" };
/** "Mochi (caused it), Rex" */
export const petsOf = ({ pets }: Pick<ShownIncident, "pets">): string =>
  pets.map(({ petName, part }) => (words[part] ? `${petName} (${words[part]})` : petName)).join(", ");
const local = (at: Date, zone: string): string => at.toLocaleString("sv-SE", { timeZone: zone }).slice(0, 16);

/** A report as a line of the file; times are the business's. */
export const toLine = (row: ShownIncident, zone: string): string[] => [
  local(row.happenedAt, zone),
  row.typeName,
  petsOf(row),
  [...new Set(row.pets.map(({ customerName }) => customerName).filter(Boolean))].join(", "),
  row.place,
  row.description,
  row.actionTaken,
  row.told.map(({ who, how, at }) => [who, how, at && local(new Date(at), zone)].filter(Boolean).join(" · ")).join("; "),
  String(row.photoPaths.length),
  row.createdByName,
];
