import { named } from "@leashline/kit";
import { type SaveVaccineRequest, SaveVaccineRequestSchema } from "@leashline/proto/leashline/customer/v1/vaccine_pb.js";
import type { VaccineRule } from "../pets/vaccination-tag.ts";

/** Care types are kept only with "required for scheduling", pet types only with "specific pet type" (growth §5). */
export const tidyRule = (rule: VaccineRule): VaccineRule => ({
  ...rule,
  name: rule.name.trim(),
  requiredCareTypes: rule.requiredForScheduling ? rule.requiredCareTypes : [],
  petTypes: rule.specificPetType ? rule.petTypes : [],
});

/** A rule as it stands after a request, which names what it changes. */
export function ruleOf(req: SaveVaccineRequest, before: VaccineRule | undefined): VaccineRule {
  const fields = named(SaveVaccineRequestSchema, req, req.updateMask);
  return {
    id: req.id,
    name: req.name ?? before?.name ?? "",
    sort: before?.sort ?? 0,
    requiredForScheduling: req.requiredForScheduling ?? before?.requiredForScheduling ?? false,
    requiredCareTypes: fields.has("requiredCareTypes") ? req.requiredCareTypes : (before?.requiredCareTypes ?? []),
    specificPetType: req.specificPetType ?? before?.specificPetType ?? false,
    petTypes: fields.has("petTypes") ? req.petTypes : (before?.petTypes ?? []),
  };
}
