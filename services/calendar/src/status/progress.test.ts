import { fromBinary } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { ErrorCode, toMoney, toWireDate } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { StaffChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import {
  type Appointment,
  AppointmentLogKind,
  AppointmentStatus,
  NoShow,
  PaymentStatus,
  RepeatModifyType,
} from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { BatchService } from "@leashline/proto/leashline/calendar/v1/batch_service_pb.js";
import { CalendarSettingService } from "@leashline/proto/leashline/calendar/v1/calendar_setting_service_pb.js";
import { CardType } from "@leashline/proto/leashline/calendar/v1/card_pb.js";
import { CardService } from "@leashline/proto/leashline/calendar/v1/card_service_pb.js";
import { AppointmentChangedSchema, AppointmentStatusChangedSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { MessageFailedSchema, MessageSentSchema } from "@leashline/proto/leashline/message/v1/events_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { OrderBalanceChangedSchema } from "@leashline/proto/leashline/order/v1/events_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Harness, openHarness } from "../../test/harness.ts";

const { CONFIRMED, CHECKED_IN, READY_FOR_PICKUP, FINISHED, CANCELLED, UNCONFIRMED } = AppointmentStatus;
let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness.stop());

const day = (n: number) => Temporal.PlainDate.from("2031-01-01").add({ weeks: n }).toString();
const api = (caller = {}) => harness.client(AppointmentService, caller);
const log = async (id: string) => (await api().listActionLog({ id })).entries;
const eventsOf = async (id: string): Promise<string[]> =>
  (await harness.admin.query("select type from calendar.outbox where aggregate = $1 order by id", [id])).rows.map((row) =>
    row.type.split(".").at(-1),
  );

/** Of each change of its status, whether a payment finished it. */
const wereByPayment = async (id: string): Promise<boolean[]> => {
  const like = "type like '%AppointmentStatusChanged'";
  const { rows } = await harness.admin.query(`select payload from calendar.outbox where aggregate = $1 and ${like} order by id`, [id]);
  return rows.map((row) => fromBinary(AppointmentStatusChangedSchema, row.payload).finishedByPayment);
};

describe("an appointment's day", () => {
  test("appointment-status-revert: checked in, ready, finished, and back again; each step is logged and told", async () => {
    const { id } = await harness.book({ date: day(1), start: 600 });
    for (const status of [CHECKED_IN, READY_FOR_PICKUP, FINISHED]) await api().updateStatus({ id, status });
    const { appointment: finished } = await api().getAppointment({ id });
    expect(finished).toMatchObject({ status: FINISHED, revertStatus: READY_FOR_PICKUP, editable: false, version: 4 });
    expect([finished?.checkInTime, finished?.readyTime, finished?.checkOutTime]).not.toContain(undefined);
    const { appointment: back } = await api().revertStatus({ id });
    expect(back).toMatchObject({ status: READY_FOR_PICKUP, editable: true });
    expect(back?.checkOutTime).toBeUndefined();
    expect((await log(id)).map((entry) => [entry.kind, entry.operatorName, entry.detail])).toEqual([
      [AppointmentLogKind.UPDATE_STATUS, "Olive Owner", "Finished → Ready"],
      [AppointmentLogKind.UPDATE_STATUS, "Olive Owner", "Ready → Finished"],
      [AppointmentLogKind.UPDATE_STATUS, "Olive Owner", "In store → Ready"],
      [AppointmentLogKind.UPDATE_STATUS, "Olive Owner", "Unconfirmed → In store"],
      [AppointmentLogKind.CREATE, "Olive Owner", "2031-01-08 10:00 - 11:00 with Staff 1; Pet 10: Service 1"],
    ]);
    expect(await eventsOf(id)).toEqual(["AppointmentBooked", ...Array.from({ length: 4 }, () => "AppointmentStatusChanged")]);
  });

  test("what was sent, and what did not arrive, stands in the log and hides no change that can be undone; a client's own change is named so", async () => {
    const { id } = await harness.book({ date: day(13), start: 600 });
    const message = { messageId: "1", businessId: "1", customerId: "1", appointmentId: id, method: "sms", useCase: "appointment booked" };
    await harness.tell(MessageSentSchema, message);
    await harness.tell(MessageFailedSchema, { ...message, reason: "The phone is off." });
    await harness.tell(MessageSentSchema, { ...message, appointmentId: "999999" });
    expect((await log(id)).map((entry) => [entry.kind, entry.detail, entry.undoable])).toMatchObject([
      [AppointmentLogKind.UPDATE_NOTIFICATION_STATUS, "Text: appointment booked: The phone is off.", false],
      [AppointmentLogKind.SEND_NOTIFICATION, "Text: appointment booked", false],
      [AppointmentLogKind.CREATE, expect.any(String), true],
    ]);
    const parent = { kind: "anonymous" as const, accountId: "0", staffId: "0", via: "online-booking", permissions: [] };
    await api(parent).rescheduleCard({ appointmentId: id, startTime: 660 });
    expect((await log(id))[0]).toMatchObject({ kind: AppointmentLogKind.CLIENT_UPDATE_APPOINTMENT });
    await api({ via: "online-booking" }).rescheduleCard({ appointmentId: id, startTime: 600 });
    const { rows } = await harness.admin.query(
      "select payload from calendar.outbox where aggregate = $1 and type like '%AppointmentChanged' order by id",
      [id],
    );
    expect(rows.map(({ payload }) => fromBinary(AppointmentChangedSchema, payload).byClient)).toEqual([true, false]);
    expect((await log(id))[0], "who accepts a client's wish moves it").toMatchObject({ kind: AppointmentLogKind.RESCHEDULE });
    await api(parent).rescheduleCard({ appointmentId: id, startTime: 660 });
    await api({ via: "message" }).updateStatus({ id, status: CONFIRMED });
    expect((await log(id))[0]).toMatchObject({ kind: AppointmentLogKind.CUSTOMER_REPLY });
    await api().undoChange({ id });
    expect((await api().getAppointment({ id })).appointment).toMatchObject({ status: UNCONFIRMED, startTime: 660 });
  });

  test("appointment-log-kinds: each thing that happens to an appointment is logged under its own kind", async () => {
    const { id } = await harness.book({ date: day(14), start: 600 });
    const newest = async () => (await log(id))[0]?.kind;
    const parent = { kind: "anonymous" as const, accountId: "0", staffId: "0", via: "online-booking", permissions: [] };
    const message = { messageId: "2", businessId: "1", customerId: "1", appointmentId: id, method: "sms", useCase: "appointment booked" };
    const earlier = timestampFromDate(new Date(Date.now() - 60_000));
    const service = { serviceId: "1", staffId: "1", duration: 45 };
    const acts: [() => Promise<unknown>, AppointmentLogKind][] = [
      [async () => undefined, AppointmentLogKind.CREATE],
      [() => harness.tell(MessageSentSchema, message), AppointmentLogKind.SEND_NOTIFICATION],
      [() => harness.tell(MessageFailedSchema, { ...message, reason: "Off" }), AppointmentLogKind.UPDATE_NOTIFICATION_STATUS],
      [() => api({ via: "message" }).updateStatus({ id, status: CONFIRMED }), AppointmentLogKind.CUSTOMER_REPLY],
      [() => api(parent).rescheduleCard({ appointmentId: id, startTime: 660 }), AppointmentLogKind.CLIENT_UPDATE_APPOINTMENT],
      [() => api().rescheduleCard({ appointmentId: id, startTime: 700 }), AppointmentLogKind.RESCHEDULE],
      [
        () => api().updateAppointment({ id, petServices: [{ petId: "10", services: [service] }] }),
        AppointmentLogKind.EDIT_PET_AND_SERVICES,
      ],
      [() => api().cancelAppointment({ id }), AppointmentLogKind.CANCEL],
      [() => api().revertStatus({ id }), AppointmentLogKind.UPDATE_STATUS],
      [() => api().updateStatus({ id, status: FINISHED }), AppointmentLogKind.UPDATE_STATUS],
      [() => api().updateActionTime({ id, checkInTime: earlier }), AppointmentLogKind.CHANGE_CHECK_IN_TIME],
      [() => api().updateActionTime({ id, checkOutTime: earlier }), AppointmentLogKind.CHANGE_CHECK_OUT_TIME],
    ];
    for (const [act, kind] of acts) {
      await act();
      expect(await newest(), AppointmentLogKind[kind]).toBe(kind);
    }
  });

  test("appointment-status-invalid: a move that the table does not have is 51008; the same status again changes nothing", async () => {
    const { id } = await harness.book({ date: day(2), start: 600 });
    const refusal = await refusalOf(api().updateStatus({ id, status: READY_FOR_PICKUP }));
    expect([refusal.code, refusal.message]).toEqual([ErrorCode.APPOINTMENT_STATUS_INVALID, "appointment status invalid"]);
    expect((await refusalOf(api().revertStatus({ id }))).code).toBe(ErrorCode.APPOINTMENT_STATUS_INVALID);
    await api().updateStatus({ id, status: CONFIRMED });
    expect((await api().updateStatus({ id, status: CONFIRMED })).appointment?.version).toBe(2);
    await api().updateStatus({ id, status: FINISHED });
    expect((await refusalOf(api().updateAppointment({ id, alertNotes: "x" }))).code).toBe(ErrorCode.APPOINTMENT_STATUS_INVALID);
    expect((await refusalOf(api().rescheduleCard({ appointmentId: id, startTime: 700 }))).code).toBe(ErrorCode.APPOINTMENT_STATUS_INVALID);
    expect((await refusalOf(api().cancelAppointment({ id }))).code).toBe(ErrorCode.APPOINTMENT_STATUS_INVALID);
  });

  test("appointment-status-revert: check-in and finish times can be corrected, with the permission; a check-in that was left out is added once finished", async () => {
    const { id } = await harness.book({ date: day(3), start: 600 });
    await api().updateStatus({ id, status: CHECKED_IN });
    const earlier = timestampFromDate(new Date(Date.now() - 600_000));
    const { appointment } = await api().updateActionTime({ id, checkInTime: earlier });
    expect(appointment?.checkInTime?.seconds).toBe(earlier.seconds);
    expect((await log(id))[0]?.kind).toBe(AppointmentLogKind.CHANGE_CHECK_IN_TIME);
    expect((await refusalOf(api().updateActionTime({ id, checkOutTime: earlier }))).options.fields?.[0]?.field).toBe("checkOutTime");
    const straight = await harness.book({ date: day(3), start: 700 });
    expect((await refusalOf(api().updateActionTime({ id: straight.id, checkInTime: earlier }))).options.fields?.[0]?.field).toBe(
      "checkInTime",
    );
    await api().updateStatus({ id: straight.id, status: FINISHED });
    const { appointment: finished } = await api().updateActionTime({ id: straight.id, checkInTime: earlier });
    expect(finished?.checkInTime?.seconds).toBe(earlier.seconds);
    const clerk = { permissions: [Permission.EDIT_TICKET], employeeCategory: 0 };
    expect((await refusalOf(api(clerk).updateActionTime({ id, checkInTime: earlier }))).code).toBe(ErrorCode.NO_PERMISSION);
  });

  test("appointment-cancel-forms, no-show-values: cancelled with form, reason and refund; the time is free at once; reverting needs it free again", async () => {
    const { id } = await harness.book({ date: day(4), start: 600 });
    const { appointment } = await api().cancelAppointment({
      id,
      noShow: NoShow.NO_SHOW_CANCEL,
      cancelReason: "sick",
      autoRefundOrder: true,
    });
    expect(appointment).toMatchObject({ status: CANCELLED, noShow: NoShow.NO_SHOW_CANCEL, cancelReason: "sick" });
    expect((await eventsOf(id)).at(-1)).toBe("AppointmentCancelled");
    const other = await harness.book({ date: day(4), start: 630, petId: "20" });
    expect((await refusalOf(api().revertStatus({ id }))).options.conflict?.appointmentId).toBe(other.id);
    await api().cancelAppointment({ id: other.id });
    expect((await api().revertStatus({ id })).appointment).toMatchObject({ status: UNCONFIRMED, cancelReason: "", noShow: NoShow.NOT_SET });
    expect((await refusalOf(harness.book({ date: day(4), start: 630, petId: "20" }))).code).toBe(ErrorCode.SLOT_FULL);
  });

  test("no-permission-code: whoever may cancel but not refund does not ask for a refund by canceling, one appointment or several", async () => {
    const { id } = await harness.book({ date: day(6), start: 600 });
    const permissions = [Permission.CANCEL_OR_DELETE_TICKET, Permission.VIEW_CALENDAR, Permission.VIEW_CLIENTS_ALL_LOCATIONS];
    const clerk = { permissions, employeeCategory: 0 };
    const several = harness.client(BatchService, clerk);
    for (const asked of [
      () => api(clerk).cancelAppointment({ id, autoRefundOrder: true }),
      () => several.batchCancel({ targets: [{ appointmentId: id }], autoRefundOrder: true }),
    ]) {
      const no = await refusalOf(asked());
      expect([no.code, no.options.fields?.[0]?.field]).toEqual([ErrorCode.NO_PERMISSION, "autoRefundOrder"]);
    }
    expect(await eventsOf(id)).toEqual(["AppointmentBooked"]);
    const cashier = { permissions: [...permissions, Permission.REFUND], employeeCategory: 0 };
    expect((await api(cashier).cancelAppointment({ id, autoRefundOrder: true })).appointment?.status).toBe(CANCELLED);
    const other = await harness.book({ date: day(6), start: 600 });
    expect((await several.batchCancel({ targets: [{ appointmentId: other.id }] })).appointments[0]?.status, "without").toBe(CANCELLED);
  });

  test("a change on a version that is no longer current is refused", async () => {
    const { id } = await harness.book({ date: day(5), start: 600 });
    await api().updateAppointment({ id, alertNotes: "Bites", version: 1 });
    expect((await refusalOf(api().updateAppointment({ id, alertNotes: "Sweet", version: 1 }))).code).toBe(ErrorCode.VERSION_CONFLICT);
    const both = await Promise.allSettled([
      api().updateStatus({ id, status: CONFIRMED, version: 2 }),
      api().updateStatus({ id, status: CHECKED_IN, version: 2 }),
    ]);
    expect(both.map((one) => one.status).sort()).toEqual(["fulfilled", "rejected"]);
  });
});

describe("paid in full", () => {
  let version = 0;
  const told = async (appointmentId: string, paymentStatus: string) => {
    version += 1;
    await harness.tell(OrderBalanceChangedSchema, { order: { orderId: "70", appointmentId, paymentStatus, version } });
    return (await api().getAppointment({ id: appointmentId })).appointment;
  };
  const checkedIn = async (week: number): Promise<string> => {
    const { id } = await harness.book({ date: day(week), start: 600 });
    await api().updateStatus({ id, status: CHECKED_IN });
    return id;
  };

  test("the payment that completes the bill finishes a checked-in or ready appointment; nothing less does", async () => {
    const id = await checkedIn(20);
    expect(await told(id, "partial")).toMatchObject({ status: CHECKED_IN, version: 2 });
    const finished = await told(id, "paid");
    expect(finished).toMatchObject({ status: FINISHED, paymentStatus: PaymentStatus.PAID, revertStatus: CHECKED_IN, version: 3 });
    expect(finished?.checkOutTime).toBeDefined();
    expect((await log(id))[0]).toMatchObject({ kind: AppointmentLogKind.UPDATE_STATUS, detail: "Paid in full: In store → Finished" });
    expect((await eventsOf(id)).at(-1)).toBe("AppointmentStatusChanged");
    expect(await wereByPayment(id)).toEqual([false, true]);
    const ready = await checkedIn(21);
    await api().updateStatus({ id: ready, status: READY_FOR_PICKUP });
    expect(await told(ready, "paid")).toMatchObject({ status: FINISHED, revertStatus: READY_FOR_PICKUP });
  });

  test("an appointment paid ahead stays booked, and one put back to the store stays there", async () => {
    const { id } = await harness.book({ date: day(22), start: 600 });
    expect(await told(id, "paid")).toMatchObject({ status: UNCONFIRMED, version: 1 });
    await api().updateStatus({ id, status: CHECKED_IN });
    expect(await told(id, "paid")).toMatchObject({ status: CHECKED_IN });
    const back = await checkedIn(23);
    await told(back, "paid");
    await api().revertStatus({ id: back });
    expect(await told(back, "paid")).toMatchObject({ status: CHECKED_IN, paymentStatus: PaymentStatus.PAID });
  });

  test("a business can switch it off", async () => {
    const settings = harness.client(CalendarSettingService);
    expect((await settings.getCalendarSetting({ businessId: "1" })).setting?.finishWhenPaid).toBe(true);
    await settings.updateCalendarSetting({ businessId: "1", setting: { showPrice: true }, updateMask: { paths: ["show_price"] } });
    expect((await settings.getCalendarSetting({ businessId: "1" })).setting?.finishWhenPaid).toBe(true);
    const change = (finishWhenPaid: boolean) =>
      settings.updateCalendarSetting({ businessId: "1", setting: { finishWhenPaid }, updateMask: { paths: ["finish_when_paid"] } });
    await change(false);
    expect(await told(await checkedIn(24), "paid")).toMatchObject({ status: CHECKED_IN, paymentStatus: PaymentStatus.PAID });
    await change(true);
  });
});

describe("moving and changing", () => {
  test("a drag to another day and person, then a longer edge: the former time is free, the new one taken", async () => {
    const { id } = await harness.book({ date: day(6), start: 600 });
    const wish = { appointmentId: id, staffId: "2", startDate: toWireDate(day(7)), startTime: 720 };
    const { appointment } = await api().rescheduleCard(wish);
    expect(appointment).toMatchObject({
      staffId: "2",
      startTime: 720,
      endTime: 780,
      petServiceList: [{ staffName: "Staff 2", startTime: 720 }],
    });
    expect((await log(id))[0]).toMatchObject({ kind: AppointmentLogKind.RESCHEDULE });
    await harness.book({ date: day(6), start: 600, petId: "20" });
    expect((await refusalOf(harness.book({ date: day(7), start: 750, staffId: "2", petId: "20" }))).code).toBe(ErrorCode.SLOT_FULL);
    const neighbour = await harness.book({ date: day(7), start: 840, staffId: "2", petId: "20" });
    const longer = await refusalOf(api().rescheduleCard({ appointmentId: id, endTime: 850 }));
    expect(longer.options.conflict?.appointmentId).toBe(neighbour.id);
    const { appointment: fits } = await api().rescheduleCard({ appointmentId: id, endTime: 840 });
    expect(fits?.petServiceList[0]?.duration).toBe(120);
    expect((await eventsOf(id)).slice(1)).toEqual(["AppointmentChanged", "AppointmentChanged"]);
  });

  test("a move of which its client is not to hear says so to the other services and in the log, alone and among others; one that moves nothing does not", async () => {
    const { id } = await harness.book({ date: day(30), start: 600 });
    const untold = async () => {
      const like = "type like '%AppointmentChanged'";
      const { rows } = await harness.admin.query(`select payload from calendar.outbox where aggregate = $1 and ${like} order by id`, [id]);
      return rows.map((row) => fromBinary(AppointmentChangedSchema, row.payload).untold);
    };
    const withoutTelling = true;
    await api().rescheduleCard({ appointmentId: id, startTime: 660, withoutTelling });
    expect((await log(id))[0]?.detail).toMatch(/; the client is not told$/);
    await api().updateAppointment({ id, startTime: 690, withoutTelling });
    const place = { appointmentId: id, startDate: toWireDate(day(31)) };
    await harness.client(BatchService).batchReschedule({ places: [place], withoutTelling });
    await api().rescheduleCard({ appointmentId: id, startTime: 720 });
    await api().rescheduleCard({ appointmentId: id, endTime: 840, withoutTelling });
    expect(await untold()).toEqual([true, true, true, false, false]);
    expect((await log(id)).map(({ detail }) => detail.includes("the client is not told"))).toEqual([false, false, true, true, true, false]);
  });

  test("price-unit: another person or length names the prices it would change; they stay unless asked for, and are taken back with the move", async () => {
    const services = [{ serviceId: "97" }, { serviceId: "98", duration: 120 }, { serviceId: "1", price: toMoney(4_500, "USD") }];
    const { id } = await harness.book({ date: day(40), start: 600, petServices: [{ petId: "10", services }] });
    const pricesOf = (appointment: Appointment | undefined) => appointment?.petServiceList.map((line) => Number(line.price?.units));
    const changesTo = async (more: object) =>
      (await api().previewReschedulePrices({ appointmentId: id, ...more })).priceChanges.map((change) => [
        change.serviceName,
        Number(change.price?.units),
        Number(change.catalogPrice?.units),
        change.byLength,
      ]);
    expect(await changesTo({ startTime: 660 })).toEqual([]);
    expect(await changesTo({ staffId: "2" })).toEqual([["Service 97", 50, 70, false]]);
    // The last line ends earlier and so does the one before it; what was agreed by hand is nobody's to change.
    expect(await changesTo({ endTime: 720 })).toEqual([["Service 98", 20, 10, true]]);
    const { appointment: kept } = await api().rescheduleCard({ appointmentId: id, staffId: "2", startDate: toWireDate(day(41)) });
    expect(pricesOf(kept)).toEqual([50, 20, 45]);
    await api().undoChange({ id });
    const asked = { appointmentId: id, staffId: "2", endTime: 720, takeCatalogPrices: true };
    const { appointment: taken } = await api().rescheduleCard(asked);
    expect(pricesOf(taken)).toEqual([70, 10, 45]);
    expect((await log(id))[0]?.detail).toContain("Service 97 for Pet 10 50.00 → 70.00; Service 98 for Pet 10 20.00 → 10.00");
    expect(pricesOf((await api().undoChange({ id })).appointment)).toEqual([50, 20, 45]);
    expect((await refusalOf(api({ companyId: "2" }).previewReschedulePrices({ appointmentId: id }))).code).toBe(
      ErrorCode.APPOINTMENT_NOT_FOUND,
    );
  });

  test("reschedule-card-fields: one of two cards moves alone, named by whose it was or by its lines, with every field; a card of the appointment moves all of it", async () => {
    const petServices = [{ petId: "10", services: [{ serviceId: "1" }, { serviceId: "2", staffId: "2" }] }];
    const { id } = await harness.book({ date: day(8), start: 600, petServices });
    const { appointment } = await api().rescheduleCard({ appointmentId: id, originalStaffId: "2", startTime: 800 });
    expect(appointment?.petServiceList.map((line) => line.startTime)).toEqual([600, 800]);
    const { cards } = await harness.client(CardService).listDayCards({ startDate: toWireDate(day(8)) });
    expect(cards.map((card) => [card.staffId, card.startTime, card.hasRelatedSplitCards, card.petDetailIds.length])).toEqual([
      ["1", 600, true, 1],
      ["2", 800, true, 1],
    ]);
    const [first, second] = appointment?.petServiceList ?? [];
    const all = {
      appointmentId: id,
      cardType: CardType.SERVICE,
      staffId: "3",
      startDate: toWireDate(day(12)),
      startTime: 900,
      endTime: 945,
      petDetailIds: [second!.petDetailId],
      repeatModifyType: RepeatModifyType.ONLY_THIS,
      moveAllCards: false,
      originalStaffId: "2",
    };
    await harness.tell(StaffChangedSchema, { staffId: "3", firstName: "Staff", lastName: "3", businessIds: ["1"], showOnCalendar: true });
    const { appointment: moved } = await api().rescheduleCard(all);
    expect(moved?.appointmentDate).toMatchObject(toWireDate(day(12)));
    expect(moved?.petServiceList.map((line) => [line.staffId, line.startTime, line.duration])).toEqual([
      ["1", 700, 60],
      ["3", 900, 45],
    ]);
    const whole = { appointmentId: id, cardType: CardType.APPOINTMENT, petDetailIds: [first!.petDetailId], startTime: 730 };
    const { appointment: together } = await api().rescheduleCard(whole);
    expect(together?.petServiceList.map((line) => line.startTime)).toEqual([730, 930]);
    const one = { appointmentId: id, cardType: CardType.SERVICE, petDetailIds: [first!.petDetailId], startTime: 700 };
    const { appointment: apart } = await api().rescheduleCard({ ...one, moveAllCards: false });
    expect(apart?.petServiceList.map((line) => line.startTime)).toEqual([700, 930]);
    const { appointment: dragged } = await api().rescheduleCard({ ...one, moveAllCards: true, startTime: 720 });
    expect(dragged?.petServiceList.map((line) => line.startTime)).toEqual([720, 950]);
    const { appointment: byLines } = await api().rescheduleCard({ ...one, petDetailIds: [second!.petDetailId], startTime: 960 });
    expect(byLines?.petServiceList.map((line) => line.startTime)).toEqual([720, 960]);
    for (const wrong of [{ cardType: CardType.BLOCK }, { repeatModifyType: 9 as RepeatModifyType }])
      expect((await refusalOf(api().rescheduleCard({ appointmentId: id, startTime: 600, ...wrong }))).code).toBe(ErrorCode.PARAMS_INVALID);
  });

  test("services change: lines keep their ids, a longer appointment needs the time, the last pet stays", async () => {
    const appointment = await harness.book({ date: day(9), start: 600 });
    await harness.book({ date: day(9), start: 720, petId: "20" });
    const kept = { serviceId: "1", petDetailId: appointment.petServiceList[0]!.petDetailId, price: toMoney(6150, "USD") };
    const longer = [
      { petId: "10", services: [kept, { serviceId: "2" }] },
      { petId: "11", services: [{ serviceId: "1" }] },
    ];
    expect((await refusalOf(api().updateAppointment({ id: appointment.id, petServices: longer }))).code).toBe(ErrorCode.SLOT_FULL);
    const { appointment: after } = await api().updateAppointment({
      id: appointment.id,
      petServices: [longer[0]!, { petId: "11", services: [{ serviceId: "1", duration: 0 }] }],
    });
    expect(after?.petServiceList.map((line) => [line.petId, line.serviceId])).toEqual([
      ["10", "1"],
      ["10", "2"],
      ["11", "1"],
    ]);
    expect(after?.petServiceList[0]).toMatchObject({ petDetailId: kept.petDetailId, price: { units: 61n, nanos: 500_000_000 } });
    const { appointment: alone } = await api().removeAppointmentPet({ id: appointment.id, petId: "11" });
    expect(alone?.petServiceList.map((line) => line.petId)).toEqual(["10", "10"]);
    expect((await refusalOf(api().removeAppointmentPet({ id: appointment.id, petId: "10" }))).code).toBe(ErrorCode.STATE_CONFLICT);
  });

  test("ticket-edit-denied-message: somebody else's appointment needs the permission to edit tickets", async () => {
    const { id } = await harness.book({ date: day(10), start: 600, staffId: "2" });
    const groomer = { permissions: [Permission.CREATE_AND_EDIT_TICKET], staffId: "5", employeeCategory: 0 };
    const refusal = await refusalOf(api(groomer).updateAppointment({ id, alertNotes: "x" }));
    expect([refusal.code, refusal.message]).toEqual([ErrorCode.NO_PERMISSION, "Please request edit access from the business owner."]);
    const denied = async (call: Promise<unknown>) => {
      const { code, message } = await refusalOf(call);
      expect([code, message]).toEqual([ErrorCode.NO_PERMISSION, "Please request edit access from the business owner."]);
    };
    await denied(api(groomer).updateStatus({ id, status: CONFIRMED }));
    await denied(api(groomer).revertStatus({ id }));
    await denied(api(groomer).undoChange({ id }));
    const viewer = { permissions: [Permission.VIEW_CALENDAR], staffId: "5", employeeCategory: 0 };
    await denied(api(viewer).updateAppointment({ id, alertNotes: "x" }));
    await denied(api(viewer).rescheduleCard({ appointmentId: id, startTime: 700 }));
    await denied(api(viewer).updateStatus({ id, status: CONFIRMED }));
    await denied(api(viewer).updateTicketComments({ id, ticketComments: "x" }));
    await api({ ...groomer, staffId: "2" }).updateAppointment({ id, alertNotes: "x" });
    await api({ ...groomer, staffId: "2" }).updateStatus({ id, status: CONFIRMED });
    await api({ ...groomer, permissions: [Permission.EDIT_TICKET] }).updateStatus({ id, status: UNCONFIRMED });
  });

  test("deleted: gone from the calendar and from its client's list, its time free", async () => {
    const { id } = await harness.book({ date: day(11), start: 600, petId: "300" });
    await api().deleteAppointment({ id });
    expect((await refusalOf(api().getAppointment({ id }))).code).toBe(ErrorCode.APPOINTMENT_NOT_FOUND);
    expect((await api().listCustomerAppointments({ customerId: "30" })).total).toBe(0);
    await harness.book({ date: day(11), start: 600 });
  });
});
