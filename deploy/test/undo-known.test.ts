import { readFileSync } from "node:fs";
import type { DescMessage } from "@bufbuild/protobuf";
import { loadContract } from "@leashline/proto/descriptors/contract.ts";
import { Tier } from "@leashline/proto/leashline/options/v1/access_pb.js";
import { expect, test } from "vitest";

// Every act on the calendar offers undo for ten minutes. What writes in the calendar's contract is an act with the call that takes it back, a setting, or one of the
// few acts that say why they go without. A new call belongs to the first. Closed dates are a setting of account, and not as good: what undoes them on their screen is the opposite
// call, which does not see what somebody else changed meanwhile, so it is offered beside the words only and not for ten minutes.

/** Acts, by the call that takes them back. */
const acts: Readonly<Record<string, readonly string[]>> = {
  "AppointmentService/UndoChange": [
    "AppointmentService/BookAppointment",
    "AppointmentService/UpdateAppointment",
    "AppointmentService/RescheduleCard",
    "AppointmentService/RemoveAppointmentPet",
    "AppointmentService/UpdateStatus",
    "AppointmentService/RevertStatus",
    "AppointmentService/UpdateActionTime",
    "AppointmentService/CancelAppointment",
    "AppointmentService/DeleteAppointment",
    "AppointmentService/UpdateTicketComments",
    "CardService/RescheduleEvaluationService",
    "StayService/ChangeStay",
    "WalkService/StartWalk",
    "WalkService/FinishWalk",
  ],
  "SeriesService/UndoSeriesChange": [
    "SeriesService/CreateSeries",
    "SeriesService/ChangeSeries",
    "SeriesService/ChangeSeriesRule",
    "SeriesService/CancelSeries",
    "BatchService/BatchReschedule",
    "BatchService/BatchBookAgain",
    "BatchService/BatchReprice",
    "BatchService/BatchCancel",
  ],
  "BlockSeriesService/UndoBlockChanges": [
    "BlockService/CreateBlock",
    "BlockService/UpdateBlock",
    "BlockService/DeleteBlock",
    "BlockSeriesService/CreateBlockSeries",
    "BlockSeriesService/ChangeBlockSeries",
    "BlockSeriesService/DeleteBlockSeries",
  ],
  "ClassUndoService/UndoClassChange": [
    "ClassService/CreateClass",
    "ClassService/UpdateClass",
    "ClassService/UpdateClassSession",
    "ClassService/CancelClassSession",
    "ClassService/CancelClass",
    "ClassService/EnrolPet",
    "ClassService/WithdrawPet",
    "ClassService/AddMakeUp",
  ],
  "StaffScheduleService/UndoScheduleChange": [
    "StaffScheduleService/UpdateStaffSchedule",
    "StaffScheduleService/SaveDateOverrides",
    "StaffScheduleService/DeleteDateOverrides",
    "StaffAvailabilityService/UpdateStaffAvailabilityByTime",
    "StaffAvailabilityService/OverrideStaffAvailabilityByTime",
    "StaffAvailabilityService/UpdateStaffAvailabilityBySlot",
    "StaffAvailabilityService/OverrideStaffAvailabilityBySlot",
  ],
  "ServiceAreaService/UndoStaffAreas": ["ServiceAreaService/SaveStaffAreas"],
  "WalkService/UndoWalkReport": ["WalkService/UpdateWalkReport", "WalkService/SendWalkReport"],
};

/** Acts that go without. This list may only shrink. */
const without: Readonly<Record<string, string>> = {
  "ClassService/SetAttendance": "a tick: the same call sets what was there before",
  "PlaygroupDayService/PlacePet": "answers where the pet was, and the same call puts it back",
  "CareService/RecordCare": "a tick: taken back by an outcome of its own",
  "CareService/AssignCare": "the same call gives each task back to whom it was with, and is refused where somebody changed that since",
  "CareService/CreateCareSchedule": "deleted again by its own call; what was given stays noted",
  "CareService/DeleteCareSchedule": "asked before, and written again; what was given stays noted",
  "CareService/AddBelonging": "deleted again by its own call",
  "CareService/ReturnBelonging": "the same call says that it is still here",
  "CareService/DeleteBelonging": "written again",
  "CareService/UpdateBelonging": "the same call writes what stood there before",
  "CareService/AddShiftNote": "a word to colleagues stays said",
  "DaycareService/SetDaycareDay": "one number of a day: the same call sets what was there before",
  "StayService/SetExtraPlaces": "one number of a night: the same call sets what was there before",
  "SlotService/HoldSlot": "is given up by its own call, and by itself after some minutes",
  "SlotService/ReleaseHold": "the time is held again if it is still free",
  "StaffAppointmentService/TransferStaffAppointments": "part of somebody's leaving, for whom nothing is booked any more",
};
const MOST_WITHOUT = 16;

/** How the calendar works and looks, and what it is connected with: no acts on it. */
const settings = new Set([
  "AlertService/SaveAlertSettings",
  "CalendarFeedService/OpenCalendarFeed",
  "CalendarFeedService/RenewCalendarFeed",
  "CalendarFeedService/CloseCalendarFeed",
  "CalendarSettingService/UpdateCalendarSetting",
  "DaycareService/UpdateDaycareSetting",
  "DrivingRuleService/SaveDrivingRule",
  "DrivingRuleService/DeleteDrivingRule",
  "DrivingRuleService/SaveParkingLocation",
  "DrivingRuleService/DeleteParkingLocation",
  "DrivingRuleService/RelateVan",
  "GoogleCalendarService/FinishGoogleCalendar",
  "GoogleCalendarService/SyncGoogleCalendar",
  "GoogleCalendarService/UnlinkGoogleCalendar",
  "PrintCardService/UpdatePrintCardSettings",
  "ServiceAreaService/SaveServiceArea",
  "ServiceAreaService/DeleteServiceArea",
  "SlotFreeServiceService/UpdateSlotFreeServices",
  "SmartScheduleSettingService/UpdateSmartScheduleSetting",
]);

const writing = new Map(
  loadContract()
    .methods.filter(({ domain, read, tier }) => domain === "calendar" && !read && tier !== Tier.INTERNAL)
    .map(({ service, desc }) => [`${service.name}/${desc.name}`, desc]),
);
const undone = Object.values(acts).flat();

test("every call that changes the calendar is an act that can be taken back, a setting, or says why it goes without", () => {
  const known = [...Object.keys(acts), ...undone, ...Object.keys(without), ...settings];
  expect(known.length, "each once").toBe(new Set(known).size);
  expect([...writing.keys()].sort(), "give a new act a call that takes it back").toEqual(known.sort());
  expect(Object.keys(without).length).toBeLessThanOrEqual(MOST_WITHOUT);
});

/** A number of this name in a message or in what it holds. */
const holds = ({ fields }: DescMessage, name: string): boolean =>
  [...fields, ...fields.flatMap(({ message }) => message?.fields ?? [])].some(
    (field) => field.name === name && field.fieldKind === "scalar",
  );

/** How an undo says which change it means: by the version that something came to, or by the number of the change. */
const names = ["version", "change"];
const namedBy = (undo: string): string[] => names.filter((name) => holds(writing.get(undo)!.input, name));

test("an undo says which change it means, or it may take back somebody else's", () => {
  for (const undo of Object.keys(acts)) expect(namedBy(undo), undo).toHaveLength(1);
});

test("the web client keeps every undo for its ten minutes", () => {
  const source = readFileSync(new URL("../../web/src/app/undo/undo-calls.ts", import.meta.url), "utf8");
  const kept = [...source.matchAll(/^ {2}(\w+)\.method\.(\w+),$/gm)].map(
    ([, service, [first = "", ...rest] = ""]) => `${service}/${first.toUpperCase()}${rest.join("")}`,
  );
  expect(kept.sort()).toEqual(Object.keys(acts).sort());
});

/** Gone, and named by its id alone: nothing can come after it. */
const byItsId = ["AppointmentService/DeleteAppointment"];

test("an act answers what its undo names it by", () => {
  const silent = Object.entries(acts).flatMap(([undo, list]) =>
    list.filter((act) => !byItsId.includes(act) && !namedBy(undo).every((name) => holds(writing.get(act)!.output, name))),
  );
  expect(silent).toEqual([]);
});
