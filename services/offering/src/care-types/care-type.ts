/** The six care types, fixed by the specification (core §1). A care type's id is its place in this list, from 1. */
export const careTypeNames = ["GROOMING", "BOARDING", "DAYCARE", "EVALUATION", "DOG_WALKING", "GROUP_CLASS"] as const;
export type CareTypeName = (typeof careTypeNames)[number];

type Facts = { label: string; color: string; addOns: boolean; packages: boolean; sessions: boolean };

/** What each care type is called at first, its colour, and which features it has (growth §6). */
export const careTypeFacts: Record<CareTypeName, Facts> = {
  GROOMING: { label: "Grooming", color: "#2F6F5E", addOns: true, packages: true, sessions: false },
  BOARDING: { label: "Boarding", color: "#3D5A98", addOns: true, packages: true, sessions: false },
  DAYCARE: { label: "Daycare", color: "#C77B30", addOns: true, packages: true, sessions: false },
  EVALUATION: { label: "Evaluation", color: "#7A5C99", addOns: false, packages: false, sessions: false },
  DOG_WALKING: { label: "Dog walking", color: "#4F8A3C", addOns: false, packages: false, sessions: false },
  GROUP_CLASS: { label: "Group class", color: "#A8485C", addOns: false, packages: false, sessions: true },
};

export const isCareType = (name: string): name is CareTypeName => (careTypeNames as readonly string[]).includes(name);
export const careTypeId = (name: string): number => careTypeNames.indexOf(name as CareTypeName) + 1;
export const careTypeOf = (id: number): CareTypeName => careTypeNames[id - 1] ?? "GROOMING";

/** Sold by the stay: the storefront does not offer it. */
export const isByStay = (careType: string): boolean => careType === "BOARDING" || careType === "DAYCARE";

/** A service needs staff of its own when it is grooming or flagged so (growth §5). */
export const isDedicatedStaff = (careType: string, flagged: boolean): boolean => careType === "GROOMING" || flagged;
