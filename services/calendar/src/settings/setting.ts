import { create } from "@bufbuild/protobuf";
import { fail } from "@leashline/kit";
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
    finishWhenPaid: true,
  });

/** What follows from a setting that somebody chose: driving time that is off is not shown either (core §4). A view that ends before it starts is refused. */
export function settled(setting: CalendarSetting): CalendarSetting {
  if (setting.calendarViewEndAt <= setting.calendarViewStartAt)
    throw fail("PARAMS_INVALID", { field: "setting.calendarViewEndAt", reason: "must be after the start" });
  return setting.isDrivingTimeOpen ? setting : { ...setting, isDrivingTimeVisible: false };
}
