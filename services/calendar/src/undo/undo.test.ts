import { ErrorCode, toMoney, toTimestamp, toWireDate } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { AppointmentStatus, NoShow, PaymentStatus, PrepayStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { CardService } from "@leashline/proto/leashline/calendar/v1/card_service_pb.js";
import { SlotService } from "@leashline/proto/leashline/calendar/v1/slot_service_pb.js";
import { ClientChangedSchema, PetChangedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { OrderBalanceChangedSchema, OrderChangedSchema } from "@leashline/proto/leashline/order/v1/events_pb.js";
import { OrderStatus } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Harness, openHarness } from "../../test/harness.ts";

const { CONFIRMED, CANCELLED, UNCONFIRMED } = AppointmentStatus;
let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness.stop());

const day = (n: number) => Temporal.PlainDate.from("2031-01-01").add({ weeks: n }).toString();
const api = (caller = {}) => harness.client(AppointmentService, caller);
const log = async (id: string) => (await api().listActionLog({ id })).entries;
describe("undo", () => {
  test("the newest change can be taken back, once: drag, cancel, booking", async () => {
    const { id } = await harness.book({ date: day(12), start: 600 });
    await api().rescheduleCard({ appointmentId: id, startTime: 800 });
    expect((await log(id)).map((entry) => entry.undoable)).toEqual([true, false]);
    const [dragged] = await log(id);
    const { appointment } = await api().undoChange({ id, logId: dragged!.id });
    expect(appointment).toMatchObject({ startTime: 600, version: 3 });
    expect((await refusalOf(api().undoChange({ id, logId: dragged!.id }))).code).toBe(ErrorCode.UNDO_EXPIRED);
    expect((await api().getAppointment({ id })).appointment).toMatchObject({ startTime: 600, version: 3 });
    await api().cancelAppointment({ id, cancelReason: "oops" });
    expect((await api().undoChange({ id })).appointment).toMatchObject({ status: UNCONFIRMED, cancelReason: "", startTime: 600 });
    expect((await refusalOf(harness.book({ date: day(12), start: 600, petId: "20" }))).code).toBe(ErrorCode.SLOT_FULL);
    const fresh = await harness.book({ date: day(12), start: 900, petId: "20" });
    expect((await api().undoChange({ id: fresh.id })).appointment?.status).toBe(CANCELLED);
  });

  test("names the change by what it came to: an earlier one is not mistaken for what somebody did after it", async () => {
    const { id } = await harness.book({ date: day(17), start: 600 });
    const { appointment: mine } = await api().updateAppointment({ id, alertNotes: "Bites" });
    const { appointment: theirs } = await api().rescheduleCard({ appointmentId: id, startTime: 800 });
    expect((await refusalOf(api().undoChange({ id, version: mine!.version }))).code).toBe(ErrorCode.UNDO_EXPIRED);
    expect((await api().getAppointment({ id })).appointment).toMatchObject({ startTime: 800, alertNotes: "Bites", version: 3 });
    const { appointment } = await api().undoChange({ id, version: theirs!.version });
    expect(appointment).toMatchObject({ startTime: 600, alertNotes: "Bites", version: 4 });
  });

  test("change after change, from the newest back: each once, and none that somebody's later change stands on", async () => {
    const { id } = await harness.book({ date: day(19), start: 600 });
    await api().rescheduleCard({ appointmentId: id, startTime: 700 });
    await api().updateAppointment({ id, alertNotes: "Bites" });
    await api().rescheduleCard({ appointmentId: id, startTime: 800 });
    const back = async (version: number) => (await api().undoChange({ id, version })).appointment;
    expect((await refusalOf(back(3))).code).toBe(ErrorCode.UNDO_EXPIRED);
    expect(await back(4)).toMatchObject({ startTime: 700, alertNotes: "Bites", version: 5 });
    expect((await refusalOf(back(2))).code).toBe(ErrorCode.UNDO_EXPIRED);
    expect(await back(3)).toMatchObject({ startTime: 700, alertNotes: "", version: 6 });
    expect((await refusalOf(back(3))).code).toBe(ErrorCode.UNDO_EXPIRED);
    expect(await back(2)).toMatchObject({ startTime: 600, version: 7 });
    await api().updateAppointment({ id, alertNotes: "Theirs" });
    expect((await refusalOf(back(1))).code).toBe(ErrorCode.UNDO_EXPIRED);
    expect(await back(8)).toMatchObject({ alertNotes: "", version: 9 });
    await harness.admin.query("update calendar.change_log set at = at - interval '11 minutes' where entity_id = $1", [id]);
    expect((await refusalOf(back(1))).code).toBe(ErrorCode.UNDO_EXPIRED);
    await harness.admin.query("update calendar.change_log set at = at + interval '11 minutes' where entity_id = $1", [id]);
    expect(await back(1)).toMatchObject({ status: CANCELLED });
  });

  test("until ten minutes have passed, and not a second longer", async () => {
    const { id } = await harness.book({ date: day(18), start: 600 });
    await api().rescheduleCard({ appointmentId: id, startTime: 800 });
    const aged = (by: string) =>
      harness.admin.query("update calendar.change_log set at = clock_timestamp() - $2::interval where entity_id = $1", [id, by]);
    await aged("10 minutes 1 second");
    expect((await log(id))[0]?.undoable).toBe(false);
    expect((await refusalOf(api().undoChange({ id }))).code).toBe(ErrorCode.UNDO_EXPIRED);
    await aged("9 minutes 50 seconds");
    expect((await log(id))[0]?.undoable).toBe(true);
    expect((await api().undoChange({ id })).appointment).toMatchObject({ startTime: 600 });
  });

  test("not when its time is taken, not an older entry, not after ten minutes", async () => {
    const { id } = await harness.book({ date: day(13), start: 600 });
    const [created] = await log(id);
    await api().rescheduleCard({ appointmentId: id, startTime: 800 });
    expect((await refusalOf(api().undoChange({ id, logId: created!.id }))).code).toBe(ErrorCode.UNDO_EXPIRED);
    await harness.book({ date: day(13), start: 630, petId: "20" });
    expect((await refusalOf(api().undoChange({ id }))).code).toBe(ErrorCode.SLOT_FULL);
    await harness.admin.query("update calendar.change_log set at = at - interval '11 minutes' where entity_id = $1", [id]);
    expect((await refusalOf(api().undoChange({ id }))).code).toBe(ErrorCode.UNDO_EXPIRED);
  });
});

describe("a time that is kept for an offer to somebody on the waitlist", () => {
  const until = Temporal.Now.zonedDateTimeISO("America/Los_Angeles").with({ hour: 11, minute: 24, second: 0, millisecond: 0 });
  const kept = async (n: number, offeredUntil: Temporal.ZonedDateTime) => {
    const { id } = await harness.book({ date: day(n), start: 600 });
    await api().cancelAppointment({ id });
    const time = { staffIds: ["1"], date: toWireDate(day(n)), startTime: 600, duration: 60 };
    await slots().holdSlot({ ...time, offeredUntil: toTimestamp(new Date(offeredUntil.epochMilliseconds)) });
    return id;
  };
  const slots = () => harness.client(SlotService);

  test("an undo is refused by that name and until when, and so is a booking; given back, it is undone", async () => {
    const refusal = await refusalOf(api().undoChange({ id: await kept(20, until) }));
    expect([refusal.code, refusal.message]).toEqual([
      ErrorCode.SLOT_FULL,
      "This time is kept for an offer to somebody on the waitlist until 11:24.",
    ]);
    const later = await kept(21, Temporal.ZonedDateTime.from("2031-03-04T09:05[America/Los_Angeles]"));
    expect((await refusalOf(api().undoChange({ id: later }))).message).toContain("until Tuesday, March 4, 09:05.");
    expect((await refusalOf(harness.book({ date: day(21), start: 600, petId: "20" }))).message).toContain("kept for an offer");
    await harness.admin.query("delete from calendar.slot_hold");
    expect((await api().undoChange({ id: later })).appointment).toMatchObject({ status: UNCONFIRMED, startTime: 600 });
  });

  test("a booking page is told no more than that it is full, and staff nothing of an offer where something else fills the slot", async () => {
    await kept(22, until);
    const online = { via: "online-booking", staffId: "0", kind: "service" as const };
    const time = { staffIds: ["1"], date: toWireDate(day(22)), startTime: 600, duration: 60 };
    expect((await refusalOf(harness.client(SlotService, online).holdSlot(time))).message).not.toContain("waitlist");
    await harness.book({ date: day(22), start: 700 });
    expect((await refusalOf(harness.book({ date: day(22), start: 700, petId: "20" }))).message).toContain("already full");
  });
});

describe("what others tell", () => {
  test("names follow the profile and money follows the ledger; neither is an edit", async () => {
    const { id } = await harness.book({ date: day(14), start: 600, petId: "400" });
    await harness.tell(ClientChangedSchema, { customerId: "40", firstName: "Dana", lastName: "Whitcomb", clientColor: "#0f766e" });
    await harness.tell(PetChangedSchema, { petId: "400", customerId: "40", petName: "Biscuit", breed: "Corgi" });
    const order = {
      orderId: "77",
      appointmentId: id,
      paid: toMoney(2000, "USD"),
      refunded: toMoney(0, "USD"),
      remain: toMoney(3000, "USD"),
      kept: toMoney(500, "USD"),
      paymentStatus: "partial",
      version: 2,
    };
    await harness.tell(OrderBalanceChangedSchema, { order });
    await harness.tell(OrderBalanceChangedSchema, { order: { ...order, version: 1, paymentStatus: "unpaid" } });
    const { appointment } = await api().getAppointment({ id });
    expect(appointment).toMatchObject({
      customerFirstName: "Dana",
      orderId: "77",
      paymentStatus: PaymentStatus.PARTIAL,
      outstandingBalance: { units: 30n },
      keptAmount: { units: 5n },
      version: 1,
      petServiceList: [{ petName: "Biscuit", breed: "Corgi" }],
    });
    const { cards } = await harness.client(CardService).listDayCards({ startDate: toWireDate(day(14)) });
    expect(cards).toMatchObject([
      {
        customerInfo: { lastName: "Whitcomb" },
        pets: [{ petName: "Biscuit" }],
        paidAmount: toMoney(2000, "USD"),
        paymentStatus: PaymentStatus.PARTIAL,
        invoice: { invoiceId: "77", outstandingBalance: toMoney(3000, "USD"), refundedAmount: toMoney(0, "USD") },
      },
    ]);
    expect(appointment?.invoiceId).toBe("77");
    await api().updateStatus({ id, status: CONFIRMED, version: 1 });
  });

  test("prepay-status-list: a deposit is asked for, paid, given back, or canceled with its appointment; an older word counts for nothing", async () => {
    const { id } = await harness.book({ date: day(16), start: 600, petId: "410" });
    const order = { orderId: "78", appointmentId: id, total: toMoney(6000, "USD"), deposit: toMoney(2000, "USD"), paymentStatus: "unpaid" };
    const after = async (version: number, more: object) => {
      await harness.tell(OrderBalanceChangedSchema, { order: { ...order, version, ...more } });
      const { appointment } = await api().getAppointment({ id });
      return [appointment?.prepayStatus, appointment?.prepayRate, appointment?.prepaidAmount?.units];
    };
    expect(await after(1, { deposit: toMoney(0, "USD") })).toEqual([PrepayStatus.UNSPECIFIED, "", 0n]);
    expect(await after(3, {})).toEqual([PrepayStatus.REQUIRE_PAYMENT_METHOD, "33.33", 20n]);
    expect(await after(4, { paid: toMoney(1999, "USD") })).toEqual([PrepayStatus.REQUIRE_PAYMENT_METHOD, "33.33", 20n]);
    expect(await after(5, { paid: toMoney(2000, "USD"), total: toMoney(8000, "USD") })).toEqual([PrepayStatus.PAID, "25", 20n]);
    expect(await after(2, {})).toEqual([PrepayStatus.PAID, "25", 20n]);
    const { cards } = await harness.client(CardService).listDayCards({ startDate: toWireDate(day(16)) });
    const prePayInfo = { prePayAmount: toMoney(2000, "USD"), prePayStatus: PrepayStatus.PAID, prePayRate: "25" };
    expect(cards).toMatchObject([{ prePayInfo, invoice: { total: toMoney(8000, "USD") } }]);
    expect((await after(5, { paid: toMoney(2000, "USD"), refunded: toMoney(1, "USD") }))[0]).toBe(PrepayStatus.REQUIRE_PAYMENT_METHOD);
    const back = { paid: toMoney(2000, "USD"), refunded: toMoney(2000, "USD") };
    expect((await after(6, back))[0]).toBe(PrepayStatus.REFUNDED);
    expect((await after(7, {}))[0]).toBe(PrepayStatus.REQUIRE_PAYMENT_METHOD);
    await api().cancelAppointment({ id });
    expect((await after(8, {}))[0]).toBe(PrepayStatus.CANCELED);
  });

  test("the fee for an appointment that did not take place goes by its two names, and is gone when it is given up", async () => {
    const { id } = await harness.book({ date: day(17), start: 1000, petId: "411" });
    await api().cancelAppointment({ id, noShow: NoShow.NO_SHOW_CANCEL });
    const after = async (version: number, status: OrderStatus, total: number) => {
      const order = { orderId: "90", feeForAppointmentId: id, total: toMoney(total, "USD"), version, status };
      await harness.tell(OrderChangedSchema, { order });
      const { appointment } = await api().getAppointment({ id });
      return [appointment?.cancellationFee?.units, appointment?.noShowFee?.units, appointment?.orderId];
    };
    expect(await after(2, OrderStatus.OPEN, 2500)).toEqual([25n, 0n, "0"]);
    expect(await after(1, OrderStatus.OPEN, 900)).toEqual([25n, 0n, "0"]);
    await harness.admin.query("update calendar.appointment set no_show = $1 where id = $2", [NoShow.NO_SHOW, id]);
    expect(await after(3, OrderStatus.OPEN, 3000)).toEqual([0n, 30n, "0"]);
    expect(await after(4, OrderStatus.CANCELLED, 3000)).toEqual([0n, 0n, "0"]);
  });

  test("a client's appointments and counts, comments of the appointments before", async () => {
    const first = await harness.book({ date: day(15), start: 600, petId: "500", ticketComments: "Hates the dryer" });
    const second = await harness.book({ date: day(16), start: 600, petId: "500" });
    const onDay = async (n: number) =>
      (await harness.client(CardService).listDayCards({ startDate: toWireDate(day(n)) })).cards[0]?.customerInfo?.isNewClient;
    expect([await onDay(15), await onDay(16)]).toEqual([true, false]);
    await api().cancelAppointment({ id: second.id, noShow: NoShow.NO_SHOW });
    expect(await api().countCustomerAppointments({ customerId: "50" })).toMatchObject({
      upcoming: 1,
      finished: 0,
      cancelled: 1,
      noShow: 1,
      total: 2,
    });
    const page = await api().listCustomerAppointments({ customerId: "50", pageSize: 1 });
    expect([page.appointments[0]?.id, page.total]).toEqual([second.id, 2]);
    const rest = await api().listCustomerAppointments({ customerId: "50", pageSize: 1, pageToken: page.nextPageToken });
    expect([rest.appointments[0]?.id, rest.nextPageToken]).toEqual([first.id, ""]);
    for (const forged of [
      ["soon", "1"],
      ["2031-02-30", "1"],
      ["2031-02-03", "one"],
      ["2031-02-03", "99999999999999999999"],
    ]) {
      const pageToken = Buffer.from(JSON.stringify(forged)).toString("base64url");
      const { code, options } = await refusalOf(api().listCustomerAppointments({ customerId: "50", pageToken }));
      expect([code, options.fields?.[0]?.field], `${forged}`).toEqual([ErrorCode.PARAMS_INVALID, "pageToken"]);
    }
    await api().updateTicketComments({ id: first.id, ticketComments: "Hates the dryer. Cheese works." });
    expect((await api().getTicketComments({ id: second.id })).history[0]?.ticketComments).toContain("Cheese");
    expect((await api().batchGetAppointments({ ids: [second.id, "999999", first.id] })).appointments.map((one) => one.id)).toEqual([
      second.id,
      first.id,
    ]);
  });
});
