import { fail, notBlank } from "@leashline/kit";
import { StayDay } from "@leashline/proto/leashline/offering/v1/additional_service_pb.js";
import { careTypeFacts, isCareType } from "../care-types/care-type.ts";
import type { Availability } from "../services/availability.ts";
import type { LocationOverride } from "../services/service.ts";

export type AddOnFields = {
  name: string;
  description: string;
  categoryId: string;
  colorCode: string;
  careType: string;
  inactive: boolean;
  images: string[];
  priceMinor: string;
  currency: string;
  duration: number;
  taxId: string;
  isRequiredStaff: boolean;
  availability: Availability;
  applicableServiceIds: string[];
  businessOverrides: LocationOverride[];
  bookOnlineAvailable: boolean;
  /** A number of ShowPrice. */
  showBasePrice: number;
  showDuration: boolean;
  /** A number of StayDay; of boarding the days of a stay, 0 of the others. */
  stayDay: number;
};

export const newAddOn = (currency: string): AddOnFields => ({
  name: "",
  description: "",
  categoryId: "0",
  colorCode: "",
  careType: "",
  inactive: false,
  images: [],
  priceMinor: "0",
  currency,
  duration: 0,
  taxId: "0",
  isRequiredStaff: false,
  availability: {},
  applicableServiceIds: [],
  businessOverrides: [],
  bookOnlineAvailable: true,
  showBasePrice: 0,
  showDuration: true,
  stayDay: 0,
});

/** Puts what a request names onto what there is. Only some care types have add-ons (growth §6). */
export function changedAddOn(current: AddOnFields, patch: Partial<AddOnFields>, isNew: boolean): AddOnFields {
  const next = { ...current, ...patch, name: notBlank(patch.name ?? current.name, "addOn.name") };
  if (!isCareType(next.careType)) throw fail("PARAMS_INVALID", { field: "addOn.careType", reason: "a care type is needed" });
  if (!careTypeFacts[next.careType].addOns)
    throw fail("STATE_CONFLICT", { field: "addOn.careType", message: `${careTypeFacts[next.careType].label} has no add-ons.` });
  if (!isNew && next.careType !== current.careType)
    throw fail("PARAMS_INVALID", { field: "addOn.careType", reason: "an add-on keeps its care type" });
  if (BigInt(next.priceMinor) < 0n) throw fail("PARAMS_INVALID", { field: "addOn.price", reason: "a price is not below zero" });
  return { ...next, stayDay: stayDayOf(next), colorCode: next.colorCode || careTypeFacts[next.careType].color };
}

/** What is given to a boarding pet has its days; the other care types have none. */
function stayDayOf({ careType, stayDay }: AddOnFields): number {
  if (careType === "BOARDING") return stayDay || StayDay.LAST;
  if (stayDay !== 0)
    throw fail("PARAMS_INVALID", { field: "addOn.stayDay", reason: "only add-ons of boarding are on certain days of a stay" });
  return 0;
}
