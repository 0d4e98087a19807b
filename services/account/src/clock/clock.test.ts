import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { refusalOf } from "@leashline/kit/test";
import { ClockOperateType } from "@leashline/proto/leashline/account/v1/clock_pb.js";
import { ClockService } from "@leashline/proto/leashline/account/v1/clock_service_pb.js";
import { RoleService } from "@leashline/proto/leashline/account/v1/role_service_pb.js";
import { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Harness, startHarness } from "../../test/harness.ts";
import { hire } from "../../test/signed-up.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(async () => {
  await harness.servers.stop();
});
const codeOf = async (call: Promise<unknown>): Promise<number> => (await refusalOf(call)).code;
const on = (year: number, month: number, day: number) => ({ year, month, day });

describe("the clock", () => {
  test("clock-operate-types: 1 clocks in and sets state and time, 2 clocks out; twice is refused", async () => {
    const { owner } = await harness.openCompany("Clock");
    const clock = harness.as(ClockService, owner);
    expect(await codeOf(clock.clockInOut({ operateType: ClockOperateType.CLOCK_IN })), "off until turned on").toBe(900008);
    await clock.updateClockSetting({ enableClockInOut: true });
    const { status } = await clock.clockInOut({ operateType: 1 });
    expect(status).toMatchObject({ staffId: owner.staffId, isClockIn: true, isClockOut: false });
    expect(status?.clockInTime).toBeDefined();
    expect(await codeOf(clock.clockInOut({ operateType: 1 }))).toBe(900008);
    expect((await clock.clockInOut({ operateType: 2 })).status).toMatchObject({ isClockIn: false, isClockOut: true });
    expect(await codeOf(clock.clockInOut({ operateType: 2 }))).toBe(900008);
    expect((await clock.listClockStatuses({})).statuses).toMatchObject([{ staffId: owner.staffId, isClockOut: true }]);
  });

  test("an access code is asked for, and ten clock-ins at once make one entry", async () => {
    const { owner } = await harness.openCompany("Code clock");
    const clock = harness.as(ClockService, owner);
    await clock.updateClockSetting({ enableClockInOut: true });
    const { staff } = await harness.as(StaffService, owner).createStaff({ firstName: "Cal", accessCode: "1234" });
    const staffId = staff?.id as string;
    expect(await codeOf(clock.clockInOut({ staffId, operateType: 1, accessCode: "9999" }))).toBe(20005);
    const tries = await Promise.allSettled(
      Array.from({ length: 10 }, () => clock.clockInOut({ staffId, operateType: 1, accessCode: "1234" })),
    );
    expect(tries.filter((t) => t.status === "fulfilled")).toHaveLength(1);
    expect((await clock.listClockStatuses({})).statuses.find((s) => s.staffId === staffId)).toMatchObject({
      isClockIn: true,
      requireAccessCode: true,
    });
  });

  test("entries are written and corrected by hand with their history, and never overlap", async () => {
    const { owner } = await harness.openCompany("Time sheet");
    const clock = harness.as(ClockService, owner);
    const at = (hour: number) => timestampFromDate(new Date(Date.UTC(2026, 0, 5, hour)));
    const { log } = await clock.createClockLog({ staffId: owner.staffId, clockInTime: at(17), clockOutTime: at(23), note: "Forgot" });
    expect(log).toMatchObject({ workedMinutes: 360, corrected: true, date: on(2026, 1, 5) });
    expect(await codeOf(clock.createClockLog({ staffId: owner.staffId, clockInTime: at(20), clockOutTime: at(22) }))).toBe(900008);
    expect(await codeOf(clock.createClockLog({ staffId: owner.staffId, clockInTime: at(3), clockOutTime: at(2) }))).toBe(400);
    const changed = await clock.updateClockLog({ id: log?.id as string, clockOutTime: at(22), version: log?.version ?? 0 });
    expect(changed.log?.workedMinutes).toBe(300);
    expect(changed.log?.corrections.map((c) => c.action)).toEqual(["created", "updated"]);
    expect(changed.log?.corrections[1]?.oldClockOutTime).toEqual(at(23));
    const range = { startDate: on(2026, 1, 1), endDate: on(2026, 1, 31) };
    expect((await clock.listClockLogs(range)).total).toBe(1);
    await clock.deleteClockLog({ id: log?.id as string });
    expect((await clock.listClockLogs(range)).logs).toEqual([]);
    const { logs: removed, total } = await clock.listClockLogs({ ...range, includeDeleted: true });
    expect([total, removed]).toMatchObject([1, [{ id: log?.id, deleted: true, workedMinutes: 0, clockOutTime: at(22) }]]);
    expect(removed[0]?.corrections.map((c) => c.action)).toEqual(["created", "updated", "deleted"]);
    expect(removed[0]?.corrections[2]).toMatchObject({ oldClockInTime: at(17), oldClockOutTime: at(22), actorName: expect.any(String) });
    expect(await codeOf(clock.updateClockLog({ id: log?.id as string, note: "again" })), "removed for good").toBe(404);
  });

  test("a shift over night is still on the next day, unless shifts end with their day: then it counts to midnight", async () => {
    const { owner } = await harness.openCompany("Night shift");
    const clock = harness.as(ClockService, owner);
    await clock.updateClockSetting({ enableClockInOut: true, enableClockInOutOvernight: true });
    await clock.clockInOut({ operateType: 1 });
    const zone = "America/Los_Angeles";
    const yesterday = Temporal.Now.plainDateISO(zone).subtract({ days: 1 });
    const began = yesterday.toZonedDateTime({ timeZone: zone, plainTime: "22:00" });
    await harness.servers.admin.query("update account.clock_log set day = $1, clock_in_time = $2 where company_id = $3", [
      yesterday.toString(),
      began.toInstant().toString(),
      owner.companyId,
    ]);
    const status = async () => (await clock.listClockStatuses({})).statuses[0];
    const logged = async () => (await clock.listClockLogs({})).logs[0];
    expect(await status()).toMatchObject({ isClockIn: true, isClockOut: false });
    expect((await logged())?.clockOutTime).toBeUndefined();
    await clock.updateClockSetting({ enableClockInOutOvernight: false });
    expect(await status(), "yesterday's shift is over").toMatchObject({ isClockIn: false, workedMinutes: 0 });
    expect(await logged()).toMatchObject({ workedMinutes: 120 });
    const { year, month, day } = yesterday;
    expect((await clock.listClockStatuses({ date: on(year, month, day) })).statuses[0]).toMatchObject({
      isClockOut: true,
      workedMinutes: 120,
    });
    await clock.updateClockSetting({ enableClockInOutOvernight: true });
    expect((await clock.clockInOut({ operateType: 2 })).status).toMatchObject({ isClockOut: true });
  });

  test("guessing an access code comes to an end for whoever guesses, not for the person at another account", async () => {
    const { owner } = await harness.openCompany("Guessers");
    const clock = harness.as(ClockService, owner);
    await clock.updateClockSetting({ enableClockInOut: true });
    const { staff } = await harness.as(StaffService, owner).createStaff({ firstName: "Cal", accessCode: "1234" });
    const { roles } = await harness.as(RoleService, owner).listRoles({});
    const manager = roles.find((role) => role.name === "Manager")?.id as string;
    const desk = await hire(harness, owner, { firstName: "Desk", roleId: manager });
    const staffId = staff?.id as string;
    const codes: number[] = [];
    for (let n = 0; n < 11; n++) codes.push(await codeOf(clock.clockInOut({ staffId, operateType: 1, accessCode: `9${n}` })));
    expect(codes).toEqual([...Array(10).fill(20005), 900003]);
    expect(await codeOf(clock.clockInOut({ staffId, operateType: 1, accessCode: "1234" }))).toBe(900003);
    const other = await harness.as(ClockService, desk.caller).clockInOut({ staffId, operateType: 1, accessCode: "1234" });
    expect(other.status).toMatchObject({ isClockIn: true });
  });
});
