import type { PetRules } from "@leashline/proto/rules/pet-fit.ts";

/** For whom and where a service may be booked; an absent or empty rule lets everything pass. As stored. */
export type Availability = PetRules & { businessIds?: string[]; staffIds?: string[] };

/** Whether a location offers it; "0" asks about no location in particular. */
export const offeredAt = (rules: Availability, businessId: string): boolean =>
  businessId === "0" || businessId === "" || !rules.businessIds?.length || rules.businessIds.includes(businessId);
