import { MergePetField } from "@leashline/proto/leashline/customer/v1/merge_service_pb.js";
import type { PetColumns, PetRow } from "../pets/pet.ts";
import { changed } from "./merge.ts";

type Column = keyof PetColumns & keyof PetRow;

const columnsOf: Partial<Record<MergePetField, readonly Column[]>> = {
  [MergePetField.NAME]: ["petName"],
  [MergePetField.BREED]: ["petType", "breed", "secondaryBreed"],
  [MergePetField.GENDER]: ["gender"],
  [MergePetField.BIRTHDAY]: ["birthday"],
  [MergePetField.WEIGHT]: ["weight", "petSizeId"],
  [MergePetField.COAT]: ["coatType"],
  [MergePetField.COLOR]: ["color"],
  [MergePetField.FIXED]: ["fixed"],
  [MergePetField.PHOTO]: ["avatarPath"],
  [MergePetField.BEHAVIOR]: ["behavior"],
  [MergePetField.HEALTH_ISSUES]: ["healthIssues"],
  [MergePetField.FEEDING]: ["feeding"],
  [MergePetField.MEDICATION]: ["medication"],
  [MergePetField.VET]: ["vetName", "vetPhoneNumber"],
  [MergePetField.EMERGENCY_CONTACT]: ["emergencyContact"],
  [MergePetField.LICENSE]: ["licenseNumber", "licenseIssueDate"],
  [MergePetField.MICROCHIP]: ["microchipNumber"],
};

/** The columns that change of the pet that is left. What either of the two carries a code for, it carries. */
export function petTakenOver(left: PetRow, gone: PetRow, take: readonly MergePetField[]): PetColumns {
  const next: Record<string, unknown> = {};
  for (const field of take) for (const column of columnsOf[field] ?? []) next[column] = gone[column];
  next.petCodeIds = [...new Set([...left.petCodeIds, ...gone.petCodeIds].map(String))];
  return changed(next, left);
}
