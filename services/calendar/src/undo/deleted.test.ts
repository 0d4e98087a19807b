import { ErrorCode, toWireDate } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { CardService } from "@leashline/proto/leashline/calendar/v1/card_service_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Harness, openHarness } from "../../test/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness.stop());

const date = "2031-01-08";
const api = () => harness.client(AppointmentService);
const cards = async () =>
  (await harness.client(CardService).listDayCards({ startDate: toWireDate(date) })).cards.map((card) => card.appointmentId);
const told = async (id: string) => {
  const { rows } = await harness.admin.query("select count(*)::int as n from calendar.outbox where aggregate = $1", [id]);
  return rows[0].n as number;
};

test("a deleted appointment is taken back as it was, once and for ten minutes, unless its time is taken meanwhile", async () => {
  const { id } = await harness.book({ date, start: 600 });
  await api().deleteAppointment({ id });
  expect([await cards(), (await refusalOf(api().getAppointment({ id }))).code]).toEqual([[], ErrorCode.APPOINTMENT_NOT_FOUND]);
  const deletion = { id, version: 2 };
  expect((await api().undoChange(deletion)).appointment).toMatchObject({ startTime: 600, status: AppointmentStatus.UNCONFIRMED });
  expect((await refusalOf(api().undoChange(deletion))).code).toBe(ErrorCode.UNDO_EXPIRED);
  expect([await cards(), (await api().getAppointment({ id })).appointment?.version]).toEqual([[id], 3]);
  await api().deleteAppointment({ id });
  const other = await harness.book({ date, start: 600, petId: "20" });
  expect((await refusalOf(api().undoChange({ id }))).code).toBe(ErrorCode.SLOT_FULL);
  await api().cancelAppointment({ id: other.id });
  await harness.admin.query("update calendar.change_log set at = at - interval '11 minutes' where entity_id = $1", [id]);
  expect((await refusalOf(api().undoChange({ id }))).code).toBe(ErrorCode.UNDO_EXPIRED);
});

test("one that was canceled before it was deleted is canceled again, and the other services hear of it", async () => {
  const { id } = await harness.book({ date, start: 800 });
  await api().cancelAppointment({ id, cancelReason: "Ill" });
  await api().deleteAppointment({ id });
  const before = await told(id);
  expect((await api().undoChange({ id })).appointment).toMatchObject({ status: AppointmentStatus.CANCELLED, cancelReason: "Ill" });
  expect(await told(id)).toBe(before + 1);
});
