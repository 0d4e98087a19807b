import { refusalOf } from "@leashline/kit/test";
import { CompanyService } from "@leashline/proto/leashline/account/v1/company_service_pb.js";
import { EmployeeCategory } from "@leashline/proto/leashline/account/v1/enums_pb.js";
import { InviteService } from "@leashline/proto/leashline/account/v1/invite_service_pb.js";
import { LocationService } from "@leashline/proto/leashline/account/v1/location_service_pb.js";
import { RoleService } from "@leashline/proto/leashline/account/v1/role_service_pb.js";
import { StaffNoticeService } from "@leashline/proto/leashline/account/v1/staff_notice_service_pb.js";
import { CommissionTierType, CommissionType, StaffLinkStatus } from "@leashline/proto/leashline/account/v1/staff_pb.js";
import { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import { Permission as P } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
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
const roleNamed = async (owner: Awaited<ReturnType<Harness["openCompany"]>>["owner"], name: string): Promise<string> =>
  (await harness.as(RoleService, owner).listRoles({})).roles.find((r) => r.name === name)?.id as string;

describe("people", () => {
  test("a new person has a colour of their own, the smallest role and everything on; a change is told once per person", async () => {
    const { owner } = await harness.openCompany("People");
    const staff = harness.as(StaffService, owner);
    const { staff: one } = await staff.createStaff({ firstName: "Mia", lastName: "Ruiz", phone: "(206) 555-0144" });
    const { staff: two } = await staff.createStaff({ firstName: "Leo", hireDate: { year: 2026, month: 2, day: 28 } });
    expect(one).toMatchObject({
      roleName: "Groomer",
      showOnCalendar: true,
      bookOnlineAvailable: true,
      allowLogin: true,
      linkStatus: StaffLinkStatus.UNSPECIFIED,
      businessIds: [owner.businessId],
      phone: "+12065550144",
    });
    for (const phone of ["hello", "12", "206 555 01x4"])
      expect(await codeOf(staff.createStaff({ firstName: "Nia", phone })), phone).toBe(400);
    expect(await codeOf(staff.updateStaff({ id: two?.id as string, phone: "hello" }))).toBe(400);
    expect((await staff.updateStaff({ id: two?.id as string, phone: "+44 20 7946 0018" })).staff?.phone).toBe("+442079460018");
    expect(one?.colorCode).not.toBe(two?.colorCode);
    expect(two?.hireDate).toMatchObject({ year: 2026, month: 2, day: 28 });
    const { rows } = await harness.servers.admin.query(
      "select count(*)::int as n from account.outbox where company_id = $1 and type like '%StaffChanged' and aggregate = $2",
      [owner.companyId, one?.id],
    );
    expect(rows[0].n).toBe(1);
    await staff.sortStaff({ staffIdList: [two?.id as string, one?.id as string] });
    const { staff: listed, total } = await staff.listCompanyStaffWithLocations({});
    expect(listed.map((s) => s.firstName)).toEqual(["Leo", "Mia", "Pat"]);
    expect(total).toBe(3);
    const page = await staff.listCompanyStaffWithLocations({ pageSize: 2 });
    const next = await staff.listCompanyStaffWithLocations({ pageSize: 2, pageToken: page.nextPageToken });
    expect([...page.staff, ...next.staff].map((s) => s.firstName)).toEqual(["Leo", "Mia", "Pat"]);
  });

  test("commission-types: pay settings, notifications and login hours are kept as they were set", async () => {
    const { owner } = await harness.openCompany("Pay");
    const staff = harness.as(StaffService, owner);
    const { staff: person } = await staff.createStaff({ firstName: "Pia" });
    const paySetting = {
      serviceCommissionEnable: true,
      commissionType: CommissionType.TIERED,
      tierType: CommissionTierType.PROGRESSIVE,
      servicePayRate: 40,
      tiers: [{ fromAmount: { currencyCode: "USD", units: 1000n }, rate: 45 }],
      hourlyPayEnable: true,
      hourlyPay: { currencyCode: "USD", units: 18n, nanos: 500000000 },
    };
    await staff.updateStaff({
      id: person?.id as string,
      paySetting,
      accessCode: "4821",
      loginTime: { limited: true, startMinute: 480, endMinute: 1080, weekdays: [1, 2] },
    });
    const { detail } = await staff.getStaffFullDetail({ id: person?.id as string });
    expect(detail?.paySetting).toMatchObject({
      commissionType: CommissionType.TIERED,
      tierType: CommissionTierType.PROGRESSIVE,
      hourlyPay: { units: 18n, nanos: 500000000 },
    });
    expect(detail).toMatchObject({
      accessCode: "4821",
      loginTime: { limited: true, startMinute: 480 },
      notificationPreference: { bookingCreated: true },
    });
    expect(detail?.staff?.hasAccessCode).toBe(true);
  });

  test("told are those who work there, sign in, may read it and have not switched it off; not who did it", async () => {
    const { owner } = await harness.openCompany("Hearers");
    const groomer = await hire(harness, owner, { firstName: "Gil", roleId: await roleNamed(owner, "Groomer") });
    await harness.as(StaffService, owner).createStaff({ firstName: "Never signs in", email: "no@told.test" });
    const notices = harness.as(StaffNoticeService, { ...owner, kind: "service", via: "message" });
    const told = async (more: object = {}) => {
      const asked = { businessId: owner.businessId, event: "newBooking", ...more };
      return (await notices.listStaffToTell(asked)).staff.flatMap(({ staffId, email }) => (email.includes("@") ? [staffId] : []));
    };
    expect(await told()).toEqual([owner.staffId, groomer.staffId]);
    expect(await told({ butStaffId: groomer.staffId })).toEqual([owner.staffId]);
    expect(await told({ staffIds: [groomer.staffId] })).toEqual([groomer.staffId]);
    expect(await told({ anyOf: [P.PAYMENT_SETTINGS] })).toEqual([owner.staffId]);
    expect(await told({ businessId: "999999" })).toEqual([]);
    await harness
      .as(StaffService, groomer.caller)
      .updateMyNotificationPreference({ notificationPreference: { newBooking: false }, updateMask: { paths: ["new_booking"] } });
    expect(await told()).toEqual([owner.staffId]);
    expect(await told({ event: "agreementSigned" })).toEqual([owner.staffId, groomer.staffId]);
  });

  test("deleting somebody takes their sessions out of the company and keeps their past readable", async () => {
    const { owner } = await harness.openCompany("Leaver");
    const leaver = await hire(harness, owner, { firstName: "Lea", roleId: await roleNamed(owner, "Groomer") });
    expect(leaver.caller.companyId).toBe(owner.companyId);
    await harness.as(StaffService, owner).deleteStaff({ id: leaver.staffId });
    expect(await harness.callerOf(leaver.token)).toMatchObject({ kind: "account", companyId: "0", permissions: [] });
    expect((await harness.as(StaffService, owner).batchGetStaff({ ids: [leaver.staffId] })).staff[0]).toMatchObject({
      firstName: "Lea",
      deleted: true,
    });
    expect(await codeOf(harness.as(StaffService, owner).deleteStaff({ id: owner.staffId })), "the owner stays").toBe(20019);
  });

  test("colleagues see names and colours, not phone numbers; one's own record is whole", async () => {
    const { owner } = await harness.openCompany("Privacy");
    await harness.as(StaffService, owner).createStaff({ firstName: "Ida", phone: "2065550155", email: "ida@x.test" });
    const groomer = await hire(harness, owner, { firstName: "Gus", roleId: await roleNamed(owner, "Groomer") });
    const { staff } = await harness.as(StaffService, groomer.caller).listStaffByLocation({});
    expect(staff.find((s) => s.firstName === "Ida")).toMatchObject({ phone: "", email: "", accountId: "0" });
    expect(await codeOf(harness.as(StaffService, groomer.caller).getStaffFullDetail({ id: owner.staffId }))).toBe(404);
    expect((await harness.as(StaffService, groomer.caller).getStaffFullDetail({})).detail?.staff?.firstName).toBe("Gus");
    expect(await codeOf(harness.as(StaffService, groomer.caller).createStaff({ firstName: "Nope" }))).toBe(20019);
  });

  test("working-location reach: a manager of one location does not see, change or fill another; nor touch the owner or somebody who may do more", async () => {
    const { owner, token } = await harness.openCompany("Two doors");
    const north = (await harness.as(LocationService, owner).createLocation({ name: "North", businessType: 1 })).location?.id as string;
    const both = await harness.callerOf(token);
    const { role } = await harness
      .as(RoleService, both)
      .createRole({ name: "Shift lead", permissions: [P.VIEW_CALENDAR, P.ACCESS_STAFF_MEMBERS] });
    const lead = await hire(harness, both, { firstName: "Lou", roleId: role?.id as string, businessIds: [owner.businessId] });
    const staff = harness.as(StaffService, lead.caller);
    const away = (await harness.as(StaffService, both).createStaff({ firstName: "Nora", roleId: role?.id as string, businessIds: [north] }))
      .staff?.id as string;
    const here = (
      await harness.as(StaffService, both).createStaff({ firstName: "Hugo", roleId: role?.id as string, businessIds: [owner.businessId] })
    ).staff?.id as string;
    const senior = (
      await harness
        .as(StaffService, both)
        .createStaff({ firstName: "Sen", roleId: await roleNamed(owner, "Manager"), businessIds: [owner.businessId] })
    ).staff?.id as string;
    expect(await codeOf(staff.updateStaff({ id: away, firstName: "X" }))).toBe(404);
    expect(await codeOf(staff.updateStaff({ id: here, businessIds: [north] }))).toBe(20019);
    expect(await codeOf(staff.createStaff({ firstName: "New", businessIds: [north], roleId: role?.id as string }))).toBe(20019);
    expect(await codeOf(staff.updateStaff({ id: owner.staffId, firstName: "X" }))).toBe(20019);
    expect(await codeOf(staff.updateStaff({ id: senior, email: "mine@x.test" }))).toBe(20019);
    expect(
      await codeOf(staff.updateStaff({ id: lead.staffId, roleId: await roleNamed(owner, "Manager") })),
      "no promotion of oneself",
    ).toBe(20019);
    expect((await staff.updateStaff({ id: here, firstName: "Hugh" })).staff?.firstName).toBe("Hugh");
  });
});

describe("invites", () => {
  test("staff-link-status: unspecified, pending after the link is sent, linked when accepted, unlinked with the e-mail cleared", async () => {
    const { owner } = await harness.openCompany("Links");
    const staff = harness.as(StaffService, owner);
    const invites = harness.as(InviteService, owner);
    const { staff: person } = await staff.createStaff({ firstName: "Ivy", email: "ivy@x.test" });
    const id = person?.id as string;
    const sent = await invites.sendStaffInvite({ staffId: id });
    expect(sent).toMatchObject({ emailQueued: true, staff: { linkStatus: StaffLinkStatus.PENDING } });
    expect(sent.inviteLink).toBe(`${harness.servers.config.publicUrl}/invite/${sent.inviteCode}`);
    expect((await staff.getStaffFullDetail({ id })).detail?.inviteCode).toBe(sent.inviteCode);
    await harness.servers.runDue("account");
    const offer = await harness.as(InviteService).getInviteCode({ inviteCode: sent.inviteCode });
    expect(offer).toMatchObject({
      companyName: "Links",
      businessName: "Links",
      firstName: "Ivy",
      email: "ivy@x.test",
      employeeCategory: EmployeeCategory.STAFF,
      isEnterprise: false,
    });
    const account = await harness.signUp("ivy@x.test");
    const accepted = await harness.as(InviteService, account).acceptInviteCode({ inviteCode: sent.inviteCode });
    expect(accepted).toMatchObject({ companyId: owner.companyId, businessId: owner.businessId, staffId: id });
    expect(await harness.callerOf(harness.tokens.get("ivy@x.test") as string)).toMatchObject({
      kind: "staff",
      companyId: owner.companyId,
      staffId: id,
    });
    expect((await staff.unlinkStaff({ staffId: id })).staff).toMatchObject({
      linkStatus: StaffLinkStatus.UNLINKED,
      email: "",
      accountId: "0",
    });
    expect((await harness.callerOf(harness.tokens.get("ivy@x.test") as string)).companyId).toBe("0");
  });

  test("invite-code-errors: bound already, disabled, does not exist, word for word", async () => {
    const { owner } = await harness.openCompany("Codes");
    const invites = harness.as(InviteService, owner);
    const { staff: one } = await harness.as(StaffService, owner).createStaff({ firstName: "One" });
    const first = await invites.sendStaffInvite({ staffId: one?.id as string });
    const second = await invites.sendStaffInvite({ staffId: one?.id as string });
    const look = (inviteCode: string) => refusalOf(harness.as(InviteService).getInviteCode({ inviteCode }));
    expect((await look(first.inviteCode)).message).toBe("The invite code is disabled.");
    const account = await harness.signUp("codes@x.test");
    // One that nobody answered in its time is no longer accepted, and accepted again once its time is given back.
    const late = async (by: string) =>
      await harness.servers.admin.query(
        "update account.invite set expire_time = now() + $2::interval where staff_id = $1 and state = 'open'",
        [one?.id, by],
      );
    await late("-1 second");
    const tooLate = harness.as(InviteService, account).acceptInviteCode({ inviteCode: second.inviteCode });
    expect((await refusalOf(tooLate)).message).toBe("The invite code is disabled.");
    await late("1 day");
    expect((await look("no such code")).message).toBe("The invite code does not exist.");
    await harness.as(InviteService, account).acceptInviteCode({ inviteCode: second.inviteCode });
    expect((await look(second.inviteCode)).message).toBe("The invite code is bind already.");
  });

  test("staff-invite-binding-error: a linked record, or an account that is staff there already, answers with binding error 4", async () => {
    const { owner } = await harness.openCompany("Binding");
    const groomer = await roleNamed(owner, "Groomer");
    const bound = await hire(harness, owner, { firstName: "Bea", roleId: groomer });
    const again = await refusalOf(harness.as(InviteService, owner).sendStaffInvite({ staffId: bound.staffId }));
    expect(again.options.facts).toMatchObject({ binding_error: "4" });
    const { staff: other } = await harness.as(StaffService, owner).createStaff({ firstName: "Two" });
    const { inviteCode } = await harness.as(InviteService, owner).sendStaffInvite({ staffId: other?.id as string });
    const twice = await refusalOf(harness.as(InviteService, bound.caller).acceptInviteCode({ inviteCode }));
    expect([twice.code, twice.options.facts]).toEqual([900004, { binding_error: "4", bound: "account" }]);
  });

  test("two accounts that accept one invite at the same moment: one gets it", async () => {
    const { owner } = await harness.openCompany("Race");
    const { staff: person } = await harness.as(StaffService, owner).createStaff({ firstName: "Prize" });
    const { inviteCode } = await harness.as(InviteService, owner).sendStaffInvite({ staffId: person?.id as string });
    const accounts = await Promise.all(["r1@x.test", "r2@x.test", "r3@x.test"].map((email) => harness.signUp(email)));
    const outcomes = await Promise.allSettled(
      accounts.map((account) => harness.as(InviteService, account).acceptInviteCode({ inviteCode })),
    );
    expect(outcomes.filter((o) => o.status === "fulfilled")).toHaveLength(1);
  });
});

describe("how many people a plan has room for", () => {
  const room = async (name: string, appType: number): Promise<number> => {
    const { owner } = await harness.openCompany(name);
    await harness.servers.admin.query("update account.company set plan_version = '4.0', plan_tier = 1 where company_id = $1", [
      owner.companyId,
    ]);
    await harness.servers.admin.query("update account.business set app_type = $2 where company_id = $1", [owner.companyId, appType]);
    const staff = harness.as(StaffService, owner);
    let people = 1;
    for (; people < 10; people++) {
      const refused = await staff.createStaff({ firstName: `P${people}` }).then(
        () => 0,
        async (error) => (await refusalOf(Promise.reject(error))).code,
      );
      if (refused !== 0) break;
    }
    return people;
  };
  test("staff-limit-by-plan: Basic of version 4 takes two at a salon and one in a van", async () => {
    expect([await room("Basic salon", 1), await room("Basic van", 0), await room("Basic both", 2)]).toEqual([2, 1, 2]);
  });

  test("the page is told the same limit that is kept, for a salon and for vans", async () => {
    const { owner } = await harness.openCompany("Told");
    await harness.servers.admin.query("update account.company set plan_version = '4.0', plan_tier = 1 where company_id = $1", [
      owner.companyId,
    ]);
    const company = harness.as(CompanyService, owner);
    expect((await company.getCompanyExtraInfo({})).staffLimit).toBe(2);
    await harness.servers.admin.query("update account.business set app_type = 0 where company_id = $1", [owner.companyId]);
    expect((await company.getCompanyExtraInfo({})).staffLimit).toBe(1);
  });

  test("two who come at once do not both get the last place", async () => {
    const { owner } = await harness.openCompany("Last place");
    await harness.servers.admin.query("update account.company set plan_version = '4.0', plan_tier = 1 where company_id = $1", [
      owner.companyId,
    ]);
    const staff = harness.as(StaffService, owner);
    const tries = await Promise.allSettled(Array.from({ length: 5 }, (_, n) => staff.createStaff({ firstName: `R${n}` })));
    expect(tries.filter((t) => t.status === "fulfilled")).toHaveLength(1);
  });
});
