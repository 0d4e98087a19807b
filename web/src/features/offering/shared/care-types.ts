import type { IconName } from "../../../ui/icons.tsx";

/** The care types are exactly these six (core §1). */
export const CARE_TYPES = [
  { id: "GROOMING", label: "Grooming", icon: "scissors" },
  { id: "BOARDING", label: "Boarding", icon: "building" },
  { id: "DAYCARE", label: "Daycare", icon: "sun" },
  { id: "EVALUATION", label: "Evaluation", icon: "check" },
  { id: "DOG_WALKING", label: "Dog walking", icon: "paw" },
  { id: "GROUP_CLASS", label: "Group class", icon: "clients" },
] as const satisfies readonly { id: string; label: string; icon: IconName }[];

const WITH_STAFF = ["GROOMING", "EVALUATION", "DOG_WALKING"];

/** Whether it takes the time of somebody who is booked for it: a stay takes a room, a class its sessions. */
export const isWithStaff = ({ careType }: { careType: string }): boolean => WITH_STAFF.includes(careType);

/** 0 mobile grooming, 1 facility-based, 2 hybrid (core §1). */
export const APP_TYPES = [
  { value: 1, label: "At our place", text: "Clients come to the shop." },
  { value: 0, label: "Mobile", text: "We drive to the client." },
  { value: 2, label: "Both", text: "A shop and a van." },
] as const;
