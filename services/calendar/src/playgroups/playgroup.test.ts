import { ErrorCode, type Refusal, toWireDate } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { AppointmentStatusChangedSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { PlaygroupDayService } from "@leashline/proto/leashline/calendar/v1/playgroup_day_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Harness, openHarness, playgroups, profiles, sizesNow } from "../../test/harness.ts";

const { CANCELLED, CHECKED_IN, FINISHED } = AppointmentStatus;
const [SMALL, SHY, YARD] = ["1", "2", "3"];
let harness: Harness;
beforeAll(async () => {
  harness = await openHarness(["1", "2"]);
  // Pets that end in 1 are of size 1; codes are asked of customer.
  playgroups.push(
    { playgroupId: SMALL, name: "Small dogs", maxPetCapacity: 2, petSizeIds: ["1"] },
    { playgroupId: SHY, name: "Shy dogs", maxPetCapacity: 2, petCodeIds: ["7"] },
    { playgroupId: YARD, name: "Big yard", maxPetCapacity: 7 },
  );
});
afterAll(async () => {
  playgroups.length = 0;
  await harness?.stop();
});

const api = (caller = {}) => harness.client(PlaygroupDayService, caller);
const appointments = () => harness.client(AppointmentService);
const daycare = (date: string, petId: string, services = [{ serviceId: "96", duration: 540 }]) =>
  harness.book({ date, start: 480, petId, petServices: [{ petId, services }] });
const place = (visit: { id: string }, petId: string, date: string, playgroupId: string, more = {}) =>
  api(more).placePet({ appointmentId: visit.id, petId, date: toWireDate(date), playgroupId });
const dayOf = async (date: string, caller = {}) => await api(caller).getPlaygroupDay({ date: toWireDate(date) });
const groupsOn = async (date: string) => (await dayOf(date)).pets.map(({ petId, playgroupId }) => [petId, playgroupId]);

test("a day shows who comes for daycare, in no group at first, and the groups that are for their size and temperament", async () => {
  const date = "2031-07-01";
  await daycare(date, "11");
  await daycare(date, "12");
  await harness.book({ date, start: 600, petId: "20" });
  const { pets, appointments: visits, playgroups: groups } = await dayOf(date);
  expect(groups.map((one) => one.name)).toEqual(["Small dogs", "Shy dogs", "Big yard"]);
  expect(visits.map((one) => one.petServiceList[0]?.petId)).toEqual(["11", "12"]);
  expect(pets.map((one) => [one.petId, one.playgroupId, one.fittingPlaygroupIds])).toEqual([
    ["11", "0", [SMALL, YARD]],
    ["12", "0", [YARD]],
  ]);
  profiles.pet = { petCodes: [{ id: "7" }] };
  expect((await dayOf(date)).pets[1]?.fittingPlaygroupIds).toEqual([SHY, YARD]);
  profiles.pet = {};
});

test("a pet that was weighed after it was booked fits by the size it has now", async () => {
  const date = "2031-07-11";
  await daycare(date, "11");
  // Booked when nobody knew its size.
  await daycare(date, "40");
  sizesNow.set("11", "4").set("40", "4");
  expect((await dayOf(date)).pets.map((one) => [one.petId, one.fittingPlaygroupIds])).toEqual([
    ["11", [YARD]],
    ["40", [YARD]],
  ]);
  sizesNow.clear();
  expect((await dayOf(date)).pets.map((one) => one.fittingPlaygroupIds)).toEqual([
    [SMALL, YARD],
    [SMALL, YARD],
  ]);
});

test("a pet that bit is shown with its warning where groups are put together", async () => {
  const date = "2031-07-12";
  await daycare(date, "11");
  expect((await dayOf(date)).pets.map(({ warnings }) => warnings)).toEqual([[]]);
  profiles.pet = { pet: { petId: "11", warnings: [{ incidentTypeName: "Bite" }, { incidentTypeName: "Escape" }] } };
  const shown = (await dayOf(date)).pets.map(({ warnings }) => warnings);
  profiles.pet = {};
  expect(shown).toEqual([["Bite", "Escape"]]);
});

test("a pet is in one group of a day: it is moved, taken out, and stays where it is when it is put there again", async () => {
  const date = "2031-07-02";
  const visit = await daycare(date, "11");
  expect(await place(visit, "11", date, SMALL)).toMatchObject({ previousPlaygroupId: "0", taken: 1, overbooked: false });
  expect(await place(visit, "11", date, YARD)).toMatchObject({ previousPlaygroupId: SMALL, taken: 1 });
  expect(await place(visit, "11", date, YARD)).toMatchObject({ previousPlaygroupId: YARD, taken: 1 });
  expect(await groupsOn(date)).toEqual([["11", YARD]]);
  expect(await place(visit, "11", date, "0")).toMatchObject({ previousPlaygroupId: YARD });
  expect(await groupsOn(date)).toEqual([["11", "0"]]);
});

test("a full group takes nobody, unless whoever may overbook says so; a visit that is over or canceled gives its place back", async () => {
  const date = "2031-07-03";
  const [first, second, third] = [await daycare(date, "11"), await daycare(date, "21"), await daycare(date, "31")];
  await place(first, "11", date, SMALL);
  await place(second, "21", date, SMALL);
  const refusal = await refusalOf(place(third, "31", date, SMALL));
  expect([refusal.code, refusal.options.facts, refusal.options.fields]).toEqual([
    ErrorCode.ROOM_NOT_AVAILABLE,
    { why: "playgroupFull" },
    [{ field: "playgroupId", reason: "Small dogs is full: 2 of 2 places are taken" }],
  ]);
  const over = { appointmentId: third.id, petId: "31", date: toWireDate(date), playgroupId: SMALL, overbook: true };
  const groomer = { permissions: [Permission.CREATE_AND_EDIT_TICKET, Permission.VIEW_CALENDAR, Permission.VIEW_CLIENTS_ALL_LOCATIONS] };
  expect((await refusalOf(api(groomer).placePet(over))).code).toBe(ErrorCode.ROOM_NOT_AVAILABLE);
  expect(await api().placePet(over)).toMatchObject({ taken: 3, overbooked: true });
  await place(third, "31", date, "0");
  await appointments().cancelAppointment({ id: first.id });
  expect(await place(third, "31", date, SMALL)).toMatchObject({ taken: 2, overbooked: false });
  for (const status of [CHECKED_IN, FINISHED]) await appointments().updateStatus({ id: second.id, status });
  const fourth = await daycare(date, "41");
  expect(await place(fourth, "41", date, SMALL)).toMatchObject({ taken: 2, overbooked: false });
  expect(await groupsOn(date)).toEqual([
    ["21", SMALL],
    ["31", SMALL],
    ["41", SMALL],
  ]);
  expect((await refusalOf(place(second, "21", date, YARD))).code).toBe(ErrorCode.APPOINTMENT_STATUS_INVALID);
});

test("who plays in no group: another day, a pet of another visit, a bath; a group that is gone has nobody", async () => {
  const date = "2031-07-04";
  const visit = await daycare(date, "11");
  const bath = await harness.book({ date, start: 600, petId: "20" });
  const refused = async (call: Promise<unknown>) => (await refusalOf(call)) as Refusal;
  expect((await refused(place(visit, "11", "2031-07-05", YARD))).options.fields?.[0]?.field).toBe("date");
  expect((await refused(place(visit, "20", date, YARD))).code).toBe(ErrorCode.PET_NOT_FOUND);
  expect((await refused(place(bath, "20", date, YARD))).options.fields?.[0]?.field).toBe("petId");
  expect((await refused(place(visit, "11", date, "99"))).options.fields?.[0]?.field).toBe("playgroupId");
  await place(visit, "11", date, YARD);
  const [yard] = playgroups.splice(2, 1);
  expect(await groupsOn(date)).toEqual([["11", "0"]]);
  playgroups.push(yard!);
  expect(await groupsOn(date)).toEqual([["11", YARD]]);
});

test("a visit that comes back after it was canceled is in its group again where there is a place, and else in none, which its log says", async () => {
  const date = "2031-07-07";
  const visits = [await daycare(date, "11"), await daycare(date, "21"), await daycare(date, "31")] as const;
  const [first, second, third] = visits;
  const back = async ({ id }: { id: string }) => {
    const { appointment } = await appointments().revertStatus({ id });
    const { status = 0, businessId = "1" } = appointment ?? {};
    await harness.tell(AppointmentStatusChangedSchema, {
      appointment: { appointmentId: id, businessId, status },
      previousStatus: CANCELLED,
    });
    await harness.runDue("calendar");
  };
  await place(first, "11", date, SMALL);
  await appointments().cancelAppointment({ id: first.id });
  await back(first);
  expect((await groupsOn(date))[0]).toEqual(["11", SMALL]);
  await place(second, "21", date, SMALL);
  await appointments().cancelAppointment({ id: first.id });
  await place(third, "31", date, SMALL);
  await back(first);
  expect(await groupsOn(date)).toEqual([
    ["11", "0"],
    ["21", SMALL],
    ["31", SMALL],
  ]);
  const { rows } = await harness.admin.query(
    "select note from calendar.change_log where entity = 'playgroup' and entity_id = $1 and note <> ''",
    [first.id],
  );
  expect(rows).toEqual([{ note: "Pet 11 is no longer in a playgroup: Small dogs was full when the visit came back" }]);
});

test("50 hands at once for the last 7 places of a group: seven have one, the others are told that it is full, nothing is deadlocked", async () => {
  const date = "2031-07-08";
  const pets = Array.from({ length: 50 }, (_, n) => String(1000 + n * 10));
  const visits = [];
  for (const petId of pets) visits.push([petId, await daycare(date, petId)] as const);
  const outcomes = await Promise.all(
    visits.map(async ([petId, visit]) => {
      const call = place(visit, petId, date, YARD);
      return await call.then(() => null).catch(() => refusalOf(call));
    }),
  );
  expect(outcomes.filter((one) => one === null)).toHaveLength(7);
  expect(new Set(outcomes.filter((one) => one !== null).map(({ code }) => code))).toEqual(new Set([ErrorCode.ROOM_NOT_AVAILABLE]));
  expect((await groupsOn(date)).filter(([, group]) => group === YARD)).toHaveLength(7);
  const { rows } = await harness.admin.query("select deadlocks::int as n from pg_stat_database where datname = current_database()");
  expect(rows[0].n).toBe(0);
}, 60_000);
