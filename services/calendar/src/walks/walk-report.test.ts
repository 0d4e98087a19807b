import { fromBinary } from "@bufbuild/protobuf";
import { ErrorCode } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { WalkReportedSchema, WalkReportTakenBackSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { WalkMark, WalkService } from "@leashline/proto/leashline/calendar/v1/walk_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Harness, openHarness } from "../../test/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness(["1", "2"]);
});
afterAll(() => harness.stop());

const { UNDO_EXPIRED } = ErrorCode;
const api = (caller = {}) => harness.client(WalkService, caller);
const appointments = () => harness.client(AppointmentService);
const park = { lat: 47.61, lng: -122.33, accuracy: 12 };
const walk = async (start: number) => {
  const petServices = [{ petId: "10", services: [{ serviceId: "94", duration: 30 }] }];
  return (await harness.book({ date: "2031-06-05", start, petServices })).id;
};
const walked = async (start: number) => {
  const appointmentId = await walk(start);
  await api().startWalk({ appointmentId });
  await api().finishWalk({ appointmentId });
  return appointmentId;
};
const codeOf = async (call: Promise<unknown>) => (await refusalOf(call)).code;
const told = async (id: string) => {
  const { rows } = await harness.admin.query(
    "select type, payload from calendar.outbox where type like '%WalkReport%' and aggregate = $1 order by id",
    [id],
  );
  return rows.map(({ type, payload }) =>
    type.endsWith("TakenBack")
      ? ["taken back", fromBinary(WalkReportTakenBackSchema, payload).time]
      : ["told", fromBinary(WalkReportedSchema, payload).time],
  );
};

test("a walk that was started or finished by mistake is taken back as any other change of its appointment", async () => {
  const appointmentId = await walk(600);
  const started = await api().startWalk({ appointmentId, place: park });
  const finished = await api().finishWalk({ appointmentId, place: park });
  await appointments().undoChange({ id: appointmentId, version: finished.walk!.appointment!.version });
  const { walk: out } = await api().getWalk({ appointmentId });
  expect(out).toMatchObject({ appointment: { status: AppointmentStatus.CHECKED_IN }, startPlace: park });
  expect([out?.finishTime, out?.finishPlace]).toEqual([undefined, undefined]);
  const unstart = () => appointments().undoChange({ id: appointmentId, version: started.walk!.appointment!.version });
  await unstart();
  const { walk: unbegun } = await api().getWalk({ appointmentId });
  expect([unbegun?.startTime, unbegun?.startPlace]).toEqual([undefined, undefined]);
  expect(await codeOf(unstart())).toBe(UNDO_EXPIRED);
});

test("what was written of a walk is as it was before, once; not what somebody wrote after it", async () => {
  const appointmentId = await walk(660);
  const write = (note: string) =>
    api().updateWalkReport({ appointmentId, report: { note, pets: [{ petId: "10", marks: [WalkMark.PEE] }] } });
  const [first, second] = [await write("Sunny"), await write("Rainy")];
  expect(await codeOf(api().undoWalkReport({ appointmentId, change: first.change }))).toBe(UNDO_EXPIRED);
  const { walk: back } = await api().undoWalkReport({ appointmentId, change: second.change });
  expect(back).toMatchObject({ version: 3, report: { note: "Sunny", pets: [{ petId: "10", marks: [WalkMark.PEE] }] } });
  expect(await codeOf(api().undoWalkReport({ appointmentId, change: second.change }))).toBe(UNDO_EXPIRED);
});

test("a report that was sent is shown no longer, and said so to whoever was to be told; sent again it is another message", async () => {
  const appointmentId = await walked(720);
  const sent = await api().sendWalkReport({ appointmentId });
  expect(sent.walk?.reportTime).toBeDefined();
  const { walk: back } = await api().undoWalkReport({ appointmentId, change: sent.change });
  expect(back?.reportTime).toBeUndefined();
  const again = await api().sendWalkReport({ appointmentId });
  const third = await api().sendWalkReport({ appointmentId });
  const { walk: shown } = await api().undoWalkReport({ appointmentId, change: third.change });
  expect(shown?.reportTime, "it was shown before").toEqual(again.walk?.reportTime);
  expect(await told(appointmentId)).toEqual([
    ["told", 1],
    ["taken back", 1],
    ["told", 2],
    ["told", 3],
    ["taken back", 3],
  ]);
});

test("not after ten minutes, not by who may not change the walk, not by another company", async () => {
  const appointmentId = await walked(780);
  const { change } = await api().sendWalkReport({ appointmentId });
  const colleague = { permissions: [Permission.VIEW_CALENDAR, Permission.CREATE_AND_EDIT_TICKET], staffId: "3", accountId: "9" };
  const undo = (caller = {}) => codeOf(api(caller).undoWalkReport({ appointmentId, change }));
  expect(await undo({ ...colleague, employeeCategory: 0 })).toBe(ErrorCode.NO_PERMISSION);
  expect(await undo({ companyId: "2" })).toBe(ErrorCode.APPOINTMENT_NOT_FOUND);
  await harness.admin.query("update calendar.change_log set at = at - interval '11 minutes' where entity = 'walk' and entity_id = $1", [
    appointmentId,
  ]);
  expect(await undo()).toBe(UNDO_EXPIRED);
  expect((await api().getWalk({ appointmentId })).walk?.reportTime).toBeDefined();
});
