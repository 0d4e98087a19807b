import { type LodgingType, type LodgingUnit, SpaceType } from "@leashline/proto/leashline/offering/v1/lodging_service_pb.js";
import { plural } from "../../../ui/format/text.ts";

/** The words of the specification. */
export const SPACES = [
  { value: String(SpaceType.ROOM_KENNEL), label: "Room/kennel: one family at a time" },
  { value: String(SpaceType.AREA), label: "Area: pets of several families" },
];

export const spaceName = (type: LodgingType | undefined): string => (type?.spaceType === SpaceType.AREA ? "Area" : "Room/kennel");

/** "2 pets, up to 60 lb, Dog and Cat". */
export function fitsText(type: LodgingType, weightUnit: string): string {
  const weight = type.maxWeight > 0 ? `up to ${type.maxWeight} ${weightUnit}` : "";
  return [plural(type.capacity, "pet"), weight, type.petTypes.join(" and ")].filter(Boolean).join(", ");
}

export const capacityOf = (unit: LodgingUnit, type: LodgingType | undefined): number => unit.capacity || (type?.capacity ?? 1);
