import type { Appointment, PetService } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { StayDay } from "@leashline/proto/leashline/offering/v1/additional_service_pb.js";
import type { Format } from "../../../../ui/format/useFormat.ts";

/** The days of a stay on which a service of it can be. */
export const DAY_WORDS: readonly { value: StayDay; label: string }[] = [
  { value: StayDay.FIRST, label: "First day" },
  { value: StayDay.LAST, label: "Last day" },
  { value: StayDay.EVERY, label: "Every day" },
  { value: StayDay.ON_DATE, label: "On one day" },
];

/** On which day of its stay a service is: "Last day", "Fri, Nov 28"; nothing for what is all of the visit. */
export const dayText = ({ stayDay, serviceDate }: Pick<PetService, "stayDay" | "serviceDate">, format: Pick<Format, "shortDay">): string =>
  serviceDate ? format.shortDay(serviceDate) : (DAY_WORDS.find(({ value }) => value === stayDay)?.label ?? "");

export const isOnDays = ({ stayDay }: Pick<PetService, "stayDay">): boolean => stayDay !== StayDay.UNSPECIFIED;

/** What is all of the visit: without what its pets get on certain days of a stay. */
export const mainLines = ({ petServiceList }: Pick<Appointment, "petServiceList">): PetService[] =>
  petServiceList.filter((line) => !isOnDays(line));
