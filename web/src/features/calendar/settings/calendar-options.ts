import {
  CalendarZoomLevel,
  ColorCodeDisplay,
  ColorCodeWith,
  WeeklyViewZoomLevel,
} from "@leashline/proto/leashline/calendar/v1/calendar_setting_service_pb.js";
import { CalendarView } from "@leashline/proto/leashline/calendar/v1/card_service_pb.js";
import { choicesWith } from "../../../ui/form/choices.ts";

type Choice = readonly [value: number, label: string];
const choices = (...all: Choice[]) => all.map(([value, label]) => ({ value: String(value), label }));

export const views = choices(
  [CalendarView.DAY, "Day"],
  [CalendarView.WEEK, "Week"],
  [CalendarView.MONTH, "Month"],
  [CalendarView.LIST, "List"],
);
export const dayZooms = choices(
  [CalendarZoomLevel.STANDARD, "Standard"],
  [CalendarZoomLevel.LARGE, "Large"],
  [CalendarZoomLevel.EXTRA_LARGE, "Extra large"],
);
export const weekZooms = choices([WeeklyViewZoomLevel.STANDARD, "Standard"], [WeeklyViewZoomLevel.COMPACT, "Compact"]);
export const colorMeanings = choices(
  [ColorCodeWith.STAFF, "Staff member"],
  [ColorCodeWith.SERVICE, "Service"],
  [ColorCodeWith.APPOINTMENT, "Appointment"],
);
/** What the choice comes to, beneath it. */
export const colorHelp: Readonly<Record<string, string>> = {
  [ColorCodeWith.STAFF]: "Each card has the color of its staff member.",
  [ColorCodeWith.SERVICE]: "Each card has the color of its first service.",
  [ColorCodeWith.APPOINTMENT]:
    "Choose a color while you book, change an appointment or block time. One without has the color of its first service.",
};
export const colorPlaces = choices([ColorCodeDisplay.BACKGROUND, "The whole card"], [ColorCodeDisplay.STRIPE, "A stripe at the edge"]);

/** How much of an address a card shows. */
export const addressParts = choices([0, "The full address"], [1, "The street"], [2, "The city"], [3, "The ZIP code"]);

/** Whole hours to choose from, and what is set now where that is none. */
export const hoursOf = (first: number, last: number, now: number, words: (minutes: number) => string) => {
  const all = Array.from({ length: last - first + 1 }, (_, n) => (first + n) * 60);
  return choicesWith(all, String(now), (minutes) => (minutes === 1440 ? "Midnight" : words(minutes)));
};

/** The switches of the page, in its groups. */
export const cardSwitches = [
  ["showAppointmentTime", "Time"],
  ["showClientName", "Client"],
  ["showPetName", "Pets"],
  ["showServiceName", "Services"],
  ["showPrice", "Price"],
  ["showComment", "Comments"],
  ["showAgreementNotSignedAlert", "A mark where an agreement is not signed"],
  ["showVaccinationAlert", "A mark where a vaccine is missing or runs out before the appointment"],
  ["showPetCode", "The letters of the pets’ codes"],
  ["showAddress", "Where the client lives, for who may see contact data"],
  ["isDrivingTimeVisible", "Minutes to drive from the stop before, for mobile grooming"],
  ["showPopupView", "Details while the pointer rests on a card"],
] as const;
export const gridSwitches = [
  ["showStaffEstimatedRevenue", "Each staff member’s expected revenue of the day"],
  ["showStaffServiceArea", "Each staff member’s service areas of the day"],
  ["showSlotTime", "When each slot begins, of staff booked by slot"],
  ["showSlotLocation", "Where a slot’s staff member goes that day, for mobile grooming"],
  ["showCurrentTimeIndicator", "A line at the current time"],
  ["isDrivingTimeOpen", "Work out driving times between stops, for mobile grooming"],
] as const;
