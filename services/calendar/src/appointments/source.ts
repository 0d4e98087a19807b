import { AppointmentSource } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";

const { ONLINE_BOOKING, WEB, ANDROID, IOS, AUTO_MESSAGE, CALENDAR_SYNC } = AppointmentSource;

/** The specification's words (core §3, growth §9). */
const names: Record<number, string> = {
  [ONLINE_BOOKING]: "online booking",
  [WEB]: "web",
  [ANDROID]: "android",
  [IOS]: "ios",
  [AUTO_MESSAGE]: "auto message",
  [CALENDAR_SYNC]: "calendar sync",
};

export const sourceName = (source: number): string => names[source] ?? "web";
export const sourceOrWeb = (source: AppointmentSource): AppointmentSource => source || WEB;
