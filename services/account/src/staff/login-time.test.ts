import { refusalOf } from "@leashline/kit/test";
import { RoleService } from "@leashline/proto/leashline/account/v1/role_service_pb.js";
import { SessionService } from "@leashline/proto/leashline/account/v1/session_service_pb.js";
import { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Harness, startHarness } from "../../test/harness.ts";
import { hire } from "../../test/signed-up.ts";
import { type LoginTime, mayLogInNow } from "./login-time.ts";

const zone = "America/Los_Angeles";
const at = (local: string): number => Temporal.PlainDateTime.from(local).toZonedDateTime(zone).epochMilliseconds;

// 2 March 2026 is a Monday.
describe("the times at which a person may be signed in", () => {
  const office: LoginTime = { limited: true, startMinute: 480, endMinute: 1080, weekdays: [1, 2, 3, 4, 5] };
  const night: LoginTime = { limited: true, startMinute: 1320, endMinute: 360, weekdays: [5] };
  test.each<[string, LoginTime | null, string, boolean]>([
    ["nothing set", null, "2026-03-01T03:00", true],
    ["not limited", { limited: false, startMinute: 480, endMinute: 481 }, "2026-03-01T03:00", true],
    ["the first minute", office, "2026-03-02T08:00", true],
    ["a minute before", office, "2026-03-02T07:59", false],
    ["the last minute", office, "2026-03-02T17:59", true],
    ["the end itself", office, "2026-03-02T18:00", false],
    ["another day", office, "2026-03-01T12:00", false],
    ["a night that begins", night, "2026-03-06T22:00", true],
    ["the morning after it", night, "2026-03-07T05:59", true],
    ["its end", night, "2026-03-07T06:00", false],
    ["a morning after another night", night, "2026-03-06T05:00", false],
    ["every day", { limited: true, startMinute: 0, endMinute: 1440 }, "2026-03-01T23:59", true],
    ["the hour that the clock repeats", { limited: true, startMinute: 60, endMinute: 120 }, "2026-11-01T01:30", true],
  ])("%s", (_, value, local, expected) => expect(mayLogInNow(value, zone, at(local))).toBe(expected));
});

describe("outside of them", () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness();
  });
  afterAll(() => harness.servers.stop());

  test("the company is named with its times but cannot be chosen, and an open session stands in it no longer", async () => {
    const { owner } = await harness.openCompany("Hours");
    const { roles } = await harness.as(RoleService, owner).listRoles({});
    const nell = await hire(harness, owner, { firstName: "Nell", roleId: roles.find((role) => role.name === "Groomer")?.id as string });
    const { businessId } = nell.caller;
    const now = Temporal.Now.zonedDateTimeISO(zone);
    const yesterday = (now.dayOfWeek % 7) + 6;
    const limited = (weekdays: number[]) =>
      harness
        .as(StaffService, owner)
        .updateStaff({ id: nell.staffId, loginTime: { limited: true, startMinute: 0, endMinute: 1440, weekdays } });
    await limited([yesterday % 7]);
    const away = await harness.callerOf(nell.token);
    expect(away).toMatchObject({ kind: "account", companyId: "0" });
    const session = harness.as(SessionService, away);
    const [company] = (await session.getSessionInfo({})).companies;
    expect(company).toMatchObject({
      companyName: "Hours",
      outsideLoginTime: true,
      loginTime: { startMinute: 0, endMinute: 1440, weekdays: [yesterday % 7] },
    });
    const refusal = await refusalOf(session.switchBusiness({ targetBusinessId: businessId }));
    expect([refusal.code, refusal.message]).toEqual([900008, expect.stringContaining("at this time of day")]);
    await limited([]);
    await session.switchBusiness({ targetBusinessId: businessId });
    const back = await harness.callerOf(nell.token);
    expect(back).toMatchObject({ companyId: owner.companyId, businessId });
    expect((await harness.as(SessionService, back).getSessionInfo({})).companies[0]).toMatchObject({ outsideLoginTime: false });
  });
});
