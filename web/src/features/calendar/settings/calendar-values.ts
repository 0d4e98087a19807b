import type { CalendarSetting } from "@leashline/proto/leashline/calendar/v1/calendar_setting_service_pb.js";

const chosen = [
  "defaultView",
  "calendarViewStartAt",
  "calendarViewEndAt",
  "calendarZoomLevel",
  "weeklyViewZoomLevel",
  "showColorCodeWith",
  "showColorCodeDisplay",
  "showAddressType",
] as const;
const switched = [
  "showAppointmentTime",
  "showClientName",
  "showPetName",
  "showServiceName",
  "showPrice",
  "showComment",
  "showAgreementNotSignedAlert",
  "showVaccinationAlert",
  "showPetCode",
  "showPopupView",
  "showAddress",
  "showSlotTime",
  "showSlotLocation",
  "showStaffEstimatedRevenue",
  "showStaffServiceArea",
  "showCurrentTimeIndicator",
  "isDrivingTimeOpen",
  "isDrivingTimeVisible",
  "finishWhenPaid",
] as const;

export type CalendarValues = Record<(typeof chosen)[number], string> & Record<(typeof switched)[number], boolean>;

const pick = <K extends string, V>(names: readonly K[], value: (name: K) => V) =>
  Object.fromEntries(names.map((name) => [name, value(name)])) as Record<K, V>;

/** What the page's fields hold. */
export const valuesOf = (setting: CalendarSetting): CalendarValues => ({
  ...pick(chosen, (name) => String(setting[name])),
  ...pick(switched, (name) => setting[name] ?? true),
});

/** What the page changes; everything that it does not offer stays as it is. */
export const requestOf = (values: CalendarValues) => ({
  setting: { ...pick(chosen, (name) => Number(values[name])), ...pick(switched, (name) => values[name]) },
  updateMask: { paths: [...chosen, ...switched].map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)) },
});
