import type { MessageInitShape } from "@bufbuild/protobuf";
import { toTimestamp, toWireDate } from "@leashline/kit";
import type { PetVaccineSchema } from "@leashline/proto/leashline/customer/v1/vaccine_pb.js";
import type { KnownVaccination, Vaccination } from "../pets/vaccination.store.ts";
import { tagOf, type VaccineRule } from "../pets/vaccination-tag.ts";

/** What is known of one vaccine for one pet; `vaccination` is undefined when nothing is recorded. */
export const toPetVaccine = (
  petId: string,
  rule: VaccineRule,
  vaccination: (Vaccination & Partial<KnownVaccination>) | undefined,
  today: string,
): MessageInitShape<typeof PetVaccineSchema> => ({
  vaccineBindingId: vaccination?.id ?? "0",
  petId,
  vaccineId: rule.id,
  vaccineName: rule.name,
  documentPath: vaccination?.documentPath ?? "",
  tag: tagOf(vaccination, today),
  requiredForScheduling: rule.requiredForScheduling,
  requiredCareTypes: rule.requiredForScheduling ? rule.requiredCareTypes : [],
  ...(vaccination?.expirationDate ? { expirationDate: toWireDate(vaccination.expirationDate) } : {}),
  ...(vaccination?.remindedFor && vaccination.remindedFor === vaccination.expirationDate
    ? { remindTime: toTimestamp(vaccination.remindedAt ?? null) }
    : {}),
});
