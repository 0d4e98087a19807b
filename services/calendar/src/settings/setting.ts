import { create } from "@bufbuild/protobuf";
import {
  type CalendarSetting,
  CalendarSettingSchema,
  CalendarZoomLevel,
  ColorCodeDisplay,
  ColorCodeWith,
  WeeklyViewZoomLevel,
} from "@leashline/proto/leashline/calendar/v1/calendar_setting_service_pb.js";
import { CalendarView } from "@leashline/proto/leashline/calendar/v1/card_service_pb.js";
import { DAY_MINUTES } from "../scheduling/minutes.ts";

/** Core §9: the view starts at 660 (11:00) and ends at 1440. */
export const VIEW_START = 660;

/** What a business has before it changes anything. */
export const standard = (): CalendarSetting =>
  create(CalendarSettingSchema, {
    defaultView: CalendarView.DAY,
    showPopupView: true,
    showClientName: true,
    showPetName: true,
    showPetCode: true,
    showStaffEstimatedRevenue: true,
    showStaffServiceArea: false,
    showCurrentTimeIndicator: true,
    showServiceName: true,
    showAddress: false,
    showColorCodeWith: ColorCodeWith.STAFF,
    showColorCodeDisplay: ColorCodeDisplay.BACKGROUND,
    calendarViewStartAt: VIEW_START,
    calendarViewEndAt: DAY_MINUTES,
    weeklyViewZoomLevel: WeeklyViewZoomLevel.STANDARD,
    calendarZoomLevel: CalendarZoomLevel.STANDARD,
    showComment: true,
    showPrice: true,
    showAgreementNotSignedAlert: true,
    showVaccinationAlert: true,
    isDrivingTimeOpen: false,
    isDrivingTimeVisible: false,
    showSlotLocation: true,
    showSlotTime: true,
    showAppointmentTime: true,
  });

/** The named fields from `given`, the rest as before. Turning driving time off also hides it (core §4). */
export function changed(before: CalendarSetting, given: CalendarSetting, names: ReadonlySet<string>): CalendarSetting {
  const after: Record<string, unknown> = { ...before };
  for (const name of names) after[name] = (given as unknown as Record<string, unknown>)[name];
  const next = after as unknown as CalendarSetting;
  return next.isDrivingTimeOpen ? next : { ...next, isDrivingTimeVisible: false };
}
