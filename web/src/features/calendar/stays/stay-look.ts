import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import type { LodgingCard } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import type { Format } from "../../../ui/format/useFormat.ts";
import { statusWords } from "../shared/status.ts";
import { isoOf } from "../shared/stay/stay-days.ts";

export const petsOf = (card: LodgingCard): string => [...new Set(card.petList.map((pet) => pet.petName))].join(", ");
export const familyOf = (card: LodgingCard): string => `${card.customerFirstName} ${card.customerLastName}`.trim();

/** Over: the stay is finished. */
export const isDone = (card: LodgingCard): boolean => card.status === AppointmentStatus.FINISHED;

/** All of a bar, as it is spoken. */
export const spoken = (card: LodgingCard, unitName: string, format: Format): string =>
  [
    `${petsOf(card)}, ${familyOf(card)}`,
    unitName,
    `${format.shortDay(card.startDate)} to ${format.shortDay(card.endDate)}`,
    statusWords[card.status].label,
  ].join(", ");

export const comesHere = (card: LodgingCard): boolean => isoOf(card.startDate) === isoOf(card.stayStartDate);
export const leavesHere = (card: LodgingCard): boolean => isoOf(card.endDate) === isoOf(card.stayEndDate);
