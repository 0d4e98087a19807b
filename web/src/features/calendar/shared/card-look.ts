import {
  type CalendarSetting,
  CalendarZoomLevel,
  ColorCodeDisplay,
  WeeklyViewZoomLevel,
} from "@leashline/proto/leashline/calendar/v1/calendar_setting_service_pb.js";
import { CalendarView } from "@leashline/proto/leashline/calendar/v1/card_service_pb.js";
import { FACILITY } from "../../../ui/format/preferences.ts";
import type { View } from "./types.ts";

/** What a card shows beyond its status, as the business set it. */
export type CardLook = {
  readonly time: boolean;
  readonly client: boolean;
  readonly pets: boolean;
  readonly service: boolean;
  readonly price: boolean;
  readonly comment: boolean;
  /** Everything about the appointment appears while the pointer rests on its card. */
  readonly popup: boolean;
  /** The color is a stripe at the card's edge only. */
  readonly stripe: boolean;
};

/** While the setting is on its way: what is drawn then must not go away a moment later. */
export const everyLook: CardLook = {
  time: true,
  client: true,
  pets: true,
  service: true,
  price: false,
  comment: false,
  popup: false,
  stripe: false,
};

export const lookOf = (setting: CalendarSetting | undefined): CardLook =>
  setting
    ? {
        time: setting.showAppointmentTime,
        client: setting.showClientName,
        pets: setting.showPetName,
        service: setting.showServiceName,
        price: setting.showPrice,
        comment: setting.showComment,
        popup: setting.showPopupView,
        stripe: setting.showColorCodeDisplay === ColorCodeDisplay.STRIPE,
      }
    : everyLook;

type CardTexts = { client: string; pets: string; service: string };

/** The card's first line is the client; without it, what comes next. A card never stands there without a name. */
export const headline = (look: CardLook, { client, pets, service }: CardTexts): { title: string; from: keyof CardTexts | undefined } => {
  const order = [
    ["client", look.client && client],
    ["pets", look.pets && pets],
    ["service", look.service && service],
  ] as const;
  const [from, title] = order.find(([, text]) => text) ?? [undefined, "Appointment"];
  return { title: title || "Appointment", from };
};

const viewOf: Readonly<Record<CalendarView, View>> = {
  [CalendarView.UNSPECIFIED]: "day",
  [CalendarView.DAY]: "day",
  [CalendarView.WEEK]: "week",
  [CalendarView.MONTH]: "month",
  [CalendarView.LIST]: "list",
};

/** Which view opens, where the address names none. */
export const firstView = (setting: CalendarSetting | undefined): View => viewOf[setting?.defaultView ?? CalendarView.DAY];

/** What stands around the cards, as the business set it. */
export const gridOf = (setting: CalendarSetting | undefined, view: View, appType: number) => ({
  /** Of each staff member's day, in its head. */
  revenue: setting?.showStaffEstimatedRevenue ?? false,
  areas: view === "day" && (setting?.showStaffServiceArea ?? false),
  driving: appType !== FACILITY && view !== "month" && (setting?.isDrivingTimeOpen ?? false) && (setting?.isDrivingTimeVisible ?? false),
  now: setting?.showCurrentTimeIndicator ?? true,
  compact: setting?.weeklyViewZoomLevel === WeeklyViewZoomLevel.COMPACT,
  /** On the marks of slots. */
  slotTime: setting?.showSlotTime ?? false,
  slotLocation: setting?.showSlotLocation ?? false,
});

const dayHeights: Readonly<Record<CalendarZoomLevel, number>> = {
  [CalendarZoomLevel.UNSPECIFIED]: 78,
  [CalendarZoomLevel.STANDARD]: 78,
  [CalendarZoomLevel.LARGE]: 104,
  [CalendarZoomLevel.EXTRA_LARGE]: 136,
};

/** How many pixels high an hour is: the day has three sizes, the week its own two (core §9). */
export const hourHeight = (view: View, setting: CalendarSetting | undefined): number => {
  if (view === "week") return setting?.weeklyViewZoomLevel === WeeklyViewZoomLevel.COMPACT ? 48 : 78;
  return dayHeights[setting?.calendarZoomLevel ?? CalendarZoomLevel.STANDARD];
};
