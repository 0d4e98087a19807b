import { fromBinary } from "@bufbuild/protobuf";
import { ErrorCode, toWireDate } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { WalkReportedSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { WalkMark, WalkService } from "@leashline/proto/leashline/calendar/v1/walk_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Harness, openHarness } from "../../test/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness(["1", "2"]);
});
afterAll(() => harness.stop());

const date = "2031-05-05";
const walks = (caller = {}) => harness.client(WalkService, caller);
const appointments = () => harness.client(AppointmentService);
const park = { lat: 47.61, lng: -122.33, accuracy: 12 };
const walking = (petId: string) => ({ petId, services: [{ serviceId: "94", duration: 30 }] });
const walk = (start: number, more: object = {}) => harness.book({ date, start, petServices: [walking("10"), walking("12")], ...more });
const photo = (name: string, companyId = "1", kind = "public") => `/uploads/${kind}/${companyId}/${"a".repeat(20)}/${name}`;
const reportsOf = async (id: string) => {
  const { rows } = await harness.admin.query(
    "select payload from calendar.outbox where type like '%WalkReported' and payload is not null order by id",
  );
  return rows.map(({ payload }) => fromBinary(WalkReportedSchema, payload)).filter(({ appointmentId }) => appointmentId === id);
};

test("two dogs of a household take the walker half an hour, and stand among the walks of the day by walker", async () => {
  const booked = await walk(600);
  expect(booked).toMatchObject({ startTime: 600, endTime: 630 });
  expect((await refusalOf(walk(615))).code).toBe(ErrorCode.SLOT_FULL);
  const other = await walk(540, { staffId: "2" });
  const bath = await harness.book({ date, start: 640 });
  const canceled = await walk(1000);
  await appointments().cancelAppointment({ id: canceled.id });
  const { walks: found } = await walks().getDayWalks({ date: toWireDate(date) });
  expect(found.map(({ appointment }) => appointment?.id)).toEqual([booked.id, other.id]);
  const ofTwo = await walks().getDayWalks({ date: toWireDate(date), staffIds: ["2"] });
  expect(ofTwo.walks.map(({ appointment }) => appointment?.id)).toEqual([other.id]);
  expect(await refusalOf(walks().getWalk({ appointmentId: bath.id }))).toMatchObject({ options: { fields: [{ field: "appointmentId" }] } });
});

test("a walk is started and finished with place and time; once more changes nothing, and what was taken back has no place", async () => {
  const { id: appointmentId } = await walk(720);
  expect((await refusalOf(walks().finishWalk({ appointmentId }))).code).toBe(ErrorCode.APPOINTMENT_STATUS_INVALID);
  const { walk: out } = await walks().startWalk({ appointmentId, place: park });
  expect(out).toMatchObject({ appointment: { status: AppointmentStatus.CHECKED_IN }, startPlace: park });
  expect(out?.startTime).toBeDefined();
  const again = await walks().startWalk({ appointmentId, place: { ...park, lat: 1 } });
  expect(again.walk).toMatchObject({ startPlace: park, startTime: out?.startTime });
  const { walk: back } = await walks().finishWalk({ appointmentId });
  expect(back).toMatchObject({ appointment: { status: AppointmentStatus.FINISHED }, startPlace: park });
  expect([back?.finishTime !== undefined, back?.finishPlace]).toEqual([true, undefined]);
  expect((await refusalOf(walks().startWalk({ appointmentId }))).code).toBe(ErrorCode.APPOINTMENT_STATUS_INVALID);
  await appointments().revertStatus({ id: appointmentId });
  await appointments().revertStatus({ id: appointmentId });
  const { walk: before } = await walks().getWalk({ appointmentId });
  expect([before?.startTime, before?.startPlace, before?.finishTime]).toEqual([undefined, undefined, undefined]);
  const log = (await appointments().listActionLog({ id: appointmentId })).entries.map(({ detail }) => detail);
  expect(log.filter((line) => line.includes("did not say where"))).toHaveLength(1);
});

test("two phones start one walk at once: it begins once", async () => {
  const { id: appointmentId } = await walk(780);
  const both = await Promise.all([1, 2].map((lat) => walks().startWalk({ appointmentId, place: { ...park, lat } })));
  expect(both[0]?.walk?.startPlace).toEqual(both[1]?.walk?.startPlace);
  expect(both[0]?.walk?.startTime).toEqual(both[1]?.walk?.startTime);
});

test("the report: what is named is written, each pet of the walk with its marks, photos that everybody may see", async () => {
  const { id: appointmentId } = await walk(840);
  const write = (report: object, more: object = {}) => walks().updateWalkReport({ appointmentId, report, ...more });
  const { walk: first } = await write({ note: "  Sunny  ", pets: [{ petId: "10", marks: [WalkMark.WATER, WalkMark.PEE] }] });
  expect(first).toMatchObject({ version: 1, report: { note: "Sunny", pets: [{ petId: "10", marks: [WalkMark.PEE, WalkMark.WATER] }] } });
  const { walk: second } = await write({ photoPaths: [photo("a.jpg")] }, { version: 1 });
  expect(second).toMatchObject({ version: 2, report: { note: "Sunny", photoPaths: [photo("a.jpg")], pets: [{ petId: "10" }] } });
  expect((await refusalOf(write({ note: "x" }, { version: 1 }))).code).toBe(ErrorCode.VERSION_CONFLICT);
  const wrong = async (report: object) => (await refusalOf(write(report))).options.fields?.[0]?.field;
  expect(await wrong({ pets: [{ petId: "20", marks: [WalkMark.PEE] }] })).toBe("report.pets");
  expect(await wrong({ photoPaths: [photo("a.jpg", "2")] })).toBe("report.photoPaths");
  expect(await wrong({ photoPaths: [photo("a.jpg", "1", "private")] })).toBe("report.photoPaths");
  expect(await wrong({ photoPaths: ["https://elsewhere.test/a.jpg"] })).toBe("report.photoPaths");
  const { walk: emptied } = await write({ pets: [] }, { updateMask: { paths: ["pets", "note"] } });
  expect(emptied?.report).toMatchObject({ note: "", pets: [], photoPaths: [photo("a.jpg")] });
});

test("the report goes out once the walk is over, as often as it is sent", async () => {
  const { id: appointmentId } = await walk(900);
  const send = () => walks().sendWalkReport({ appointmentId });
  expect((await refusalOf(send())).code).toBe(ErrorCode.APPOINTMENT_STATUS_INVALID);
  await walks().startWalk({ appointmentId });
  await walks().finishWalk({ appointmentId });
  expect((await send()).walk?.reportTime).toBeDefined();
  await send();
  expect((await reportsOf(appointmentId)).map(({ customerId, time }) => [customerId, time])).toEqual([
    ["1", 1],
    ["1", 2],
  ]);
});

test("a colleague's walk is started, reported and finished with the permission only; another company knows none of it", async () => {
  const { id: appointmentId } = await walk(960, { staffId: "2" });
  const colleague = walks({
    permissions: [Permission.VIEW_CALENDAR, Permission.CREATE_AND_EDIT_TICKET],
    staffId: "3",
    accountId: "9",
    employeeCategory: 0,
  });
  const tried = [colleague.startWalk({ appointmentId }), colleague.updateWalkReport({ appointmentId, report: { note: "x" } })];
  for (const refused of await Promise.all(tried.map(refusalOf))) expect(refused.code).toBe(ErrorCode.NO_PERMISSION);
  expect((await refusalOf(walks({ companyId: "2" }).startWalk({ appointmentId }))).code).toBe(ErrorCode.APPOINTMENT_NOT_FOUND);
});
