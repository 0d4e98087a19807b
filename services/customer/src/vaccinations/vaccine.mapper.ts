import type { MessageInitShape } from "@bufbuild/protobuf";
import { toWireDate } from "@leashline/kit";
import type { PetVaccineSchema } from "@leashline/proto/leashline/customer/v1/vaccine_pb.js";
import type { Vaccination } from "../pets/vaccination.store.ts";
import { tagOf, type VaccineRule } from "../pets/vaccination-tag.ts";

/** What is known of one vaccine for one pet; `vaccination` is undefined when nothing is recorded. */
export const toPetVaccine = (
  petId: string,
  rule: VaccineRule,
  vaccination: Vaccination | undefined,
  today: string,
): MessageInitShape<typeof PetVaccineSchema> => ({
  vaccineBindingId: vaccination?.id ?? "0",
  petId,
  vaccineId: rule.id,
  vaccineName: rule.name,
  documentPath: vaccination?.documentPath ?? "",
  tag: tagOf(vaccination, today),
  ...(vaccination?.expirationDate ? { expirationDate: toWireDate(vaccination.expirationDate) } : {}),
});
