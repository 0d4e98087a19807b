import type { MessageInitShape } from "@bufbuild/protobuf";
import { fromWireDate, reducePhone, toTimestamp, toWireDate } from "@leashline/kit";
import type { PetInput, PetSchema } from "@leashline/proto/leashline/customer/v1/pet_pb.js";
import { type PetColumns, type PetRow, type Size, sizeOf } from "./pet.ts";
import type { Warning } from "./warning.store.ts";

export type PetFacts = {
  sizes: readonly Size[];
  vaccineTags: ReadonlyMap<string, string>;
  warnings: ReadonlyMap<string, readonly Warning[]>;
};

export function toPet(row: PetRow, { sizes, vaccineTags, warnings }: PetFacts): MessageInitShape<typeof PetSchema> {
  const bySize = sizeOf(row.weight, sizes);
  return {
    petId: row.id,
    customerId: row.clientId,
    petName: row.petName,
    petType: row.petType,
    breed: row.breed,
    secondaryBreed: row.secondaryBreed,
    gender: row.gender,
    ...(row.birthday ? { birthday: toWireDate(row.birthday) } : {}),
    weight: row.weight,
    petSizeId: bySize === "0" ? row.petSizeId : bySize,
    coatType: row.coatType,
    color: row.color,
    fixed: row.fixed,
    avatarPath: row.avatarPath,
    lifeStatus: row.lifeStatus,
    ...(row.passAwayDate ? { passAwayDate: toWireDate(row.passAwayDate) } : {}),
    petCodeIds: row.petCodeIds.map(String),
    behavior: row.behavior,
    healthIssues: row.healthIssues,
    feeding: row.feeding,
    medication: row.medication,
    vetName: row.vetName,
    vetPhoneNumber: row.vetPhoneNumber,
    emergencyContact: row.emergencyContact,
    licenseNumber: row.licenseNumber,
    ...(row.licenseIssueDate ? { licenseIssueDate: toWireDate(row.licenseIssueDate) } : {}),
    microchipNumber: row.microchipNumber,
    inactive: row.inactive,
    deleted: row.deletedAt !== null,
    version: row.version,
    createTime: toTimestamp(row.createdAt),
    updateTime: toTimestamp(row.updatedAt),
    vaccineTag: vaccineTags.get(row.id) ?? "",
    warnings: (warnings.get(row.id) ?? []).map(({ happenedAt, ...warning }) => ({ ...warning, happenedTime: toTimestamp(happenedAt) })),
  };
}

/** The fields a request names, as columns; a named field that is not set is cleared. */
export function readInput(input: PetInput, names: ReadonlySet<string>): PetColumns {
  const all: Record<string, PetColumns> = {
    petName: { petName: input.petName ?? "" },
    petType: { petType: input.petType?.trim() || "Dog" },
    breed: { breed: (input.breed ?? "").trim() },
    secondaryBreed: { secondaryBreed: (input.secondaryBreed ?? "").trim() },
    gender: { gender: input.gender ?? 0 },
    birthday: { birthday: input.birthday ? fromWireDate(input.birthday, "pet.birthday") : null },
    weight: { weight: input.weight ?? 0 },
    petSizeId: { petSizeId: input.petSizeId ?? "0" },
    coatType: { coatType: (input.coatType ?? "").trim() },
    color: { color: (input.color ?? "").trim() },
    fixed: { fixed: input.fixed ?? false },
    avatarPath: { avatarPath: input.avatarPath ?? "" },
    petCodeIds: { petCodeIds: input.petCodeIds },
    behavior: { behavior: input.behavior ?? "" },
    healthIssues: { healthIssues: input.healthIssues ?? "" },
    feeding: { feeding: input.feeding ?? "" },
    medication: { medication: input.medication ?? "" },
    vetName: { vetName: input.vetName ?? "" },
    vetPhoneNumber: { vetPhoneNumber: reducePhone(input.vetPhoneNumber ?? "") },
    emergencyContact: { emergencyContact: input.emergencyContact ?? "" },
    licenseNumber: { licenseNumber: (input.licenseNumber ?? "").trim() },
    licenseIssueDate: { licenseIssueDate: input.licenseIssueDate ? fromWireDate(input.licenseIssueDate, "pet.licenseIssueDate") : null },
    microchipNumber: { microchipNumber: (input.microchipNumber ?? "").trim() },
    inactive: { inactive: input.inactive ?? false },
  };
  return Object.assign({}, ...[...names].map((name) => all[name] ?? {})) as PetColumns;
}
