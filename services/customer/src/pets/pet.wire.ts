import type { MessageInitShape } from "@bufbuild/protobuf";
import { fromWireDate, toTimestamp, toWireDate } from "@leashline/kit";
import type { PetInput, PetSchema } from "@leashline/proto/leashline/customer/v1/pet_pb.js";
import { reducePhone } from "../clients/phone.ts";
import { type PetColumns, type PetRow, type Size, sizeOf } from "./pet.ts";

export type PetFacts = { sizes: readonly Size[]; vaccineTags: ReadonlyMap<string, string> };

export function toWire(row: PetRow, { sizes, vaccineTags }: PetFacts): MessageInitShape<typeof PetSchema> {
  const bySize = sizeOf(row.weight, sizes);
  return {
    petId: row.id,
    customerId: row.client_id,
    petName: row.pet_name,
    petType: row.pet_type,
    breed: row.breed,
    secondaryBreed: row.secondary_breed,
    gender: row.gender,
    ...(row.birthday ? { birthday: toWireDate(row.birthday) } : {}),
    weight: row.weight,
    petSizeId: bySize === "0" ? row.pet_size_id : bySize,
    coatType: row.coat_type,
    color: row.color,
    fixed: row.fixed,
    avatarPath: row.avatar_path,
    lifeStatus: row.life_status,
    ...(row.pass_away_date ? { passAwayDate: toWireDate(row.pass_away_date) } : {}),
    petCodeIds: row.pet_code_ids.map(String),
    behavior: row.behavior,
    healthIssues: row.health_issues,
    feeding: row.feeding,
    medication: row.medication,
    vetName: row.vet_name,
    vetPhoneNumber: row.vet_phone_number,
    emergencyContact: row.emergency_contact,
    licenseNumber: row.license_number,
    ...(row.license_issue_date ? { licenseIssueDate: toWireDate(row.license_issue_date) } : {}),
    microchipNumber: row.microchip_number,
    inactive: row.inactive,
    deleted: row.deleted_at !== null,
    version: row.version,
    createTime: toTimestamp(row.created_at),
    updateTime: toTimestamp(row.updated_at),
    vaccineTag: vaccineTags.get(row.id) ?? "",
  };
}

/** The fields a request names, as columns; a named field that is not set is cleared. */
export function readInput(input: PetInput, names: ReadonlySet<string>): PetColumns {
  const all: Record<string, PetColumns> = {
    petName: { pet_name: input.petName ?? "" },
    petType: { pet_type: input.petType?.trim() || "Dog" },
    breed: { breed: (input.breed ?? "").trim() },
    secondaryBreed: { secondary_breed: (input.secondaryBreed ?? "").trim() },
    gender: { gender: input.gender ?? 0 },
    birthday: { birthday: input.birthday ? fromWireDate(input.birthday, "pet.birthday") : null },
    weight: { weight: input.weight ?? 0 },
    petSizeId: { pet_size_id: input.petSizeId ?? "0" },
    coatType: { coat_type: (input.coatType ?? "").trim() },
    color: { color: (input.color ?? "").trim() },
    fixed: { fixed: input.fixed ?? false },
    avatarPath: { avatar_path: input.avatarPath ?? "" },
    petCodeIds: { pet_code_ids: input.petCodeIds },
    behavior: { behavior: input.behavior ?? "" },
    healthIssues: { health_issues: input.healthIssues ?? "" },
    feeding: { feeding: input.feeding ?? "" },
    medication: { medication: input.medication ?? "" },
    vetName: { vet_name: input.vetName ?? "" },
    vetPhoneNumber: { vet_phone_number: reducePhone(input.vetPhoneNumber ?? "") },
    emergencyContact: { emergency_contact: input.emergencyContact ?? "" },
    licenseNumber: { license_number: (input.licenseNumber ?? "").trim() },
    licenseIssueDate: { license_issue_date: input.licenseIssueDate ? fromWireDate(input.licenseIssueDate, "pet.licenseIssueDate") : null },
    microchipNumber: { microchip_number: (input.microchipNumber ?? "").trim() },
    inactive: { inactive: input.inactive ?? false },
  };
  return Object.assign({}, ...[...names].map((name) => all[name] ?? {})) as PetColumns;
}
