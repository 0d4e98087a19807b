import { AppointmentLogKind, AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { DaycareService } from "@leashline/proto/leashline/calendar/v1/daycare_service_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Harness, openHarness } from "../../test/harness.ts";

// Service 82 is half a day of daycare, four hours for 25.00; half an hour after that it becomes 81, the whole day for 45.00. Service 96 becomes nothing.

const { CHECKED_IN, FINISHED } = AppointmentStatus;
let harness: Harness;
beforeAll(async () => {
  harness = await openHarness(["1"]);
  await harness.client(DaycareService).updateDaycareSetting({ setting: { limited: true, heads: Array(7).fill(1), middayAt: 720 } });
});
afterAll(() => harness.stop());

const api = () => harness.client(AppointmentService);
const today = Temporal.Now.plainDateISO("America/Los_Angeles").toString();
const book = (petId: string, serviceId = "82") =>
  harness.book({
    ...{ date: today, start: 480, petId, petServices: [{ petId, services: [{ serviceId }] }] },
    override: { overbook: true, outsideWorkingHours: true, reason: "here" },
  });
/** Checked in so many minutes ago. */
async function comes(petId: string, minutesAgo: number, serviceId?: string): Promise<string> {
  const { id } = await book(petId, serviceId);
  await api().updateStatus({ id, status: CHECKED_IN });
  const at = new Date(Date.now() - minutesAgo * 60_000).toISOString();
  await harness.admin.query("update calendar.appointment set check_in_at = $2 where id = $1", [id, at]);
  return id;
}
/** What happened to it happened so many minutes earlier. */
const ago = (id: string, minutes: number) =>
  harness.admin.query("update calendar.change_log set at = at - make_interval(mins => $2) where entity_id = $1", [id, minutes]);
const look = async () => {
  await harness.admin.query("update calendar.job set due_at = now() - interval '1 second' where kind = 'auto-rollover'");
  await harness.runDue("calendar");
};
const linesOf = async (id: string) =>
  (await api().getAppointment({ id })).appointment?.petServiceList.map((line) => [
    line.serviceId,
    Number(line.price?.units),
    line.duration,
  ]);
/** Minutes until it is looked at again; null where it is not. */
const watchedIn = async (id: string): Promise<number | null> => {
  const ofVisit = "select due_at from calendar.job where kind = 'auto-rollover' and key = $1 and state = 'due'";
  const [due] = (await harness.admin.query(ofVisit, [id])).rows;
  return due ? (due.due_at.getTime() - Date.now()) / 60_000 : null;
};

test("appointment-log-kinds: who stays longer than the half day and its grace has the whole day, over a full house too, with a line in the log that says so", async () => {
  await book("120", "81");
  const [over, within, other] = [await comes("10", 271), await comes("20", 269), await comes("30", 900, "96")];
  expect([await watchedIn(over), await watchedIn(other)]).toEqual([expect.any(Number), expect.any(Number)]);
  await look();
  expect(await linesOf(over)).toEqual([["81", 45, 480]]);
  expect(await linesOf(within)).toEqual([["82", 25, 240]]);
  expect(await linesOf(other)).toEqual([["96", 30, 60]]);
  const [entry] = (await api().listActionLog({ id: over })).entries;
  expect(entry).toMatchObject({ kind: AppointmentLogKind.AUTO_ROLLOVER, undoable: true });
  expect(entry?.detail).toBe("Pet 10 stayed longer: Service 82 25.00 → Service 81 45.00");
  expect(await watchedIn(within), "looked at again once it is time").toBeCloseTo(1, 0);
  expect(await watchedIn(other), "becomes nothing").toBeNull();
});

test("taken back it stays taken back; who has left has what was booked, and nothing is watched any more", async () => {
  const [back, left] = [await comes("40", 400), await comes("50", 400)];
  await api().updateStatus({ id: left, status: FINISHED });
  await look();
  expect(await linesOf(left)).toEqual([["82", 25, 240]]);
  expect(await linesOf(back)).toEqual([["81", 45, 480]]);
  await api().undoChange({ id: back });
  expect(await watchedIn(back), "its daycare is another").not.toBeNull();
  await look();
  expect(await linesOf(back)).toEqual([["82", 25, 240]]);
  expect([await watchedIn(back), await watchedIn(left)]).toEqual([null, null]);
});

test("what became a longer daycare becomes the next one too, where its pet stays that long", async () => {
  const id = await comes("60", 600, "70");
  const lineId = async () => (await api().getAppointment({ id })).appointment?.petServiceList[0]?.petDetailId;
  const before = await lineId();
  await look();
  await look();
  expect(await linesOf(id)).toEqual([["81", 45, 480]]);
  // Discounts of the bill are those of a line.
  expect(await lineId()).toBe(before);
});

test("who was finished by mistake, and whose daycare was changed or added while there, is watched as well", async () => {
  const [finished, changed] = [await comes("70", 10), await comes("80", 10, "96")];
  await api().updateStatus({ id: finished, status: FINISHED });
  await look();
  await api().revertStatus({ id: finished });
  await look();
  const at = new Date(Date.now() - 400 * 60_000).toISOString();
  await harness.admin.query("update calendar.appointment set check_in_at = $1 where id = any($2)", [at, [finished, changed]]);
  await ago(finished, 390);
  await look();
  const override = { overbook: true, outsideWorkingHours: true, reason: "here" };
  await api().updateAppointment({ id: changed, petServices: [{ petId: "80", services: [{ serviceId: "82" }] }], override });
  await look();
  expect([await linesOf(finished), await linesOf(changed)]).toEqual([[["81", 45, 480]], [["81", 45, 480]]]);
});

test("who left on time and is put back as still there has what was booked: what came due while they counted as gone is not charged", async () => {
  const id = await comes("90", 240);
  await api().updateStatus({ id, status: FINISHED });
  await harness.admin.query("update calendar.appointment set check_in_at = check_in_at - interval '60 minutes' where id = $1", [id]);
  await api().revertStatus({ id });
  await look();
  expect(await linesOf(id)).toEqual([["82", 25, 240]]);
});

test("a longer daycare that was taken back is not charged again when that of another pet comes due or is changed", async () => {
  const override = { overbook: true, outsideWorkingHours: true, reason: "here" };
  const petServices = [
    { petId: "100", services: [{ serviceId: "82" }] },
    { petId: "101", services: [{ serviceId: "96" }] },
  ];
  const { id } = await harness.book({ date: today, start: 480, petId: "100", petServices, override });
  await api().updateStatus({ id, status: CHECKED_IN });
  const at = new Date(Date.now() - 400 * 60_000).toISOString();
  await harness.admin.query("update calendar.appointment set check_in_at = $2 where id = $1", [id, at]);
  await look();
  expect(await linesOf(id)).toEqual([
    ["81", 45, 480],
    ["96", 30, 60],
  ]);
  await api().undoChange({ id });
  const lines = (await api().getAppointment({ id })).appointment?.petServiceList ?? [];
  const asLine = (petId: string, serviceId: string) => ({
    petId,
    services: [{ serviceId, petDetailId: lines.find((line) => line.petId === petId)?.petDetailId ?? "0" }],
  });
  await api().updateAppointment({ id, petServices: [asLine("100", "82"), asLine("101", "82")], override });
  await look();
  await look();
  expect(await linesOf(id)).toEqual([
    ["82", 25, 240],
    ["81", 45, 480],
  ]);
});
