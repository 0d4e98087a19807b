import { service as calendar } from "@leashline/calendar";
import { type Caller, type Ctx, defineService, fail, toMoney, toWireDate } from "@leashline/kit";
import { eventually, partOf, refusalOf } from "@leashline/kit/test";
import { InviteService } from "@leashline/proto/leashline/account/v1/invite_service_pb.js";
import { UpcomingVisits as U } from "@leashline/proto/leashline/account/v1/staff_requests_pb.js";
import { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import { VanService } from "@leashline/proto/leashline/account/v1/van_service_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { StaffAppointmentService } from "@leashline/proto/leashline/calendar/v1/staff_appointment_service_pb.js";
import { VisitPartyService } from "@leashline/proto/leashline/customer/v1/visit_party_service_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { PricingRuleService } from "@leashline/proto/leashline/offering/v1/pricing_rule_service_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Harness, startHarness } from "../../test/harness.ts";

const none = new URL("./none/", import.meta.url);
const customer = defineService({
  name: "customer",
  migrations: none,
  rpcs: [
    partOf(VisitPartyService, {
      getVisitParty: async ({ customerId, petIds }: { customerId: string; petIds: string[] }) => ({
        client: { firstName: "Client", lastName: customerId },
        pets: petIds.map((petId) => ({ petId, petName: "Biscuit" })),
      }),
    }),
  ],
});
const offering = defineService({
  name: "offering",
  migrations: none,
  rpcs: [
    partOf(CatalogService, {
      batchGetServices: async ({ ids }: { ids: string[] }) => ({
        services: ids.map((id) => ({ id, name: "Bath", careType: "GROOMING", duration: 60, price: toMoney(5000, "USD") })),
      }),
    }),
    partOf(PricingRuleService, { listPricingRules: async () => ({ pricingRules: [] }) }),
  ],
});

const codeOf = async (call: Promise<unknown>): Promise<number> => (await refusalOf(call)).code;
const ahead = (days: number): string => Temporal.Now.plainDateISO("America/Los_Angeles").add({ days }).toString();

describe("somebody leaves, with the real calendar", () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness([calendar, customer, offering]);
  });
  afterAll(async () => {
    await harness.servers.stop();
  });

  const person = async (owner: Caller, firstName: string): Promise<string> =>
    (await harness.as(StaffService, owner).createStaff({ firstName })).staff?.id as string;
  const book = async (owner: Caller, staffId: string, date: string, startTime: number): Promise<string> => {
    const { appointment } = await harness.as(AppointmentService, owner).bookAppointment({
      businessId: owner.businessId,
      customerId: "1",
      staffId,
      appointmentDate: toWireDate(date),
      startTime,
      petServices: [{ petId: "1", services: [{ serviceId: "1" }] }],
      override: { overbook: true, outsideWorkingHours: true, reason: "asked for" },
    });
    return appointment?.id as string;
  };
  const visit = async (owner: Caller, id: string) => (await harness.as(AppointmentService, owner).getAppointment({ id })).appointment;
  const upcoming = async (owner: Caller, ids: string[]): Promise<number[]> =>
    (await harness.as(StaffAppointmentService, owner).getStaffUpcomingCounts({ staffIds: ids })).counts.map((c) => c.upcoming);

  test("with visits ahead and nothing said of them nobody is deleted, and the refusal says how many", async () => {
    const { owner } = await harness.openCompany("Undecided");
    const lea = await person(owner, "Lea");
    await book(owner, lea, ahead(3), 600);
    await book(owner, lea, ahead(4), 600);
    const cancelled = await book(owner, lea, ahead(5), 600);
    await harness.as(AppointmentService, owner).cancelAppointment({ id: cancelled, cancelReason: "ill" });
    expect(await upcoming(owner, [lea, owner.staffId])).toEqual([2, 0]);
    const refusal = await refusalOf(harness.as(StaffService, owner).deleteStaff({ id: lea }));
    expect([refusal.code, refusal.options?.facts ?? refusal]).toMatchObject([900008, { upcoming: "2" }]);
    const { detail } = await harness.as(StaffService, owner).getStaffFullDetail({ id: lea });
    expect(detail?.staff).toMatchObject({ inactive: false, deleted: false });
  });

  test("another person takes over at the same times; where they were taken the visit is marked, and everything is told once under a key", async () => {
    const { owner } = await harness.openCompany("Handover");
    const [lea, max] = [await person(owner, "Lea"), await person(owner, "Max")];
    const { inviteCode } = await harness.as(InviteService, owner).sendStaffInvite({ staffId: lea });
    await harness.as(VanService, owner).createVan({ nickName: "Red", staffIdList: [lea] });
    const [free, taken] = [await book(owner, lea, ahead(3), 600), await book(owner, lea, ahead(4), 600)];
    await book(owner, max, ahead(4), 630);
    const remove = () =>
      harness.as(StaffService, owner, "leave-1").deleteStaff({ id: lea, upcomingVisits: U.TRANSFER, transferToStaffId: max });
    const done = await remove();
    expect(done).toMatchObject({ transferred: 2, kept: 0 });
    expect(done.overbooked).toBeGreaterThanOrEqual(1);
    expect(await remove()).toEqual(done);
    expect(await visit(owner, free)).toMatchObject({ staffId: max, startTime: 600 });
    expect(await visit(owner, taken)).toMatchObject({ staffId: max, overbooked: true, overrideReason: "Taken over from Lea" });
    expect(await upcoming(owner, [lea, max])).toEqual([0, 3]);
    const [gone] = (await harness.as(StaffService, owner).batchGetStaff({ ids: [lea] })).staff;
    expect(gone).toMatchObject({ deleted: true });
    expect((await refusalOf(harness.as(InviteService, owner).getInviteCode({ inviteCode }))).message).toBe("The invite code is disabled.");
    expect((await harness.as(VanService, owner).listVans({})).vans[0]?.staffIdList).toEqual([]);
  });

  test("or nobody takes over, or they stay under the name", async () => {
    const { owner } = await harness.openCompany("Nobody");
    const [lea, max] = [await person(owner, "Lea"), await person(owner, "Max")];
    const [one, two] = [await book(owner, lea, ahead(3), 600), await book(owner, max, ahead(3), 600)];
    const staff = harness.as(StaffService, owner);
    expect(await staff.deleteStaff({ id: lea, upcomingVisits: U.UNASSIGN })).toMatchObject({ transferred: 1, overbooked: 0 });
    expect((await visit(owner, one))?.staffId).toBe("-10");
    expect(await staff.deleteStaff({ id: max, upcomingVisits: U.KEEP })).toMatchObject({ transferred: 0, kept: 1 });
    expect((await visit(owner, two))?.staffId).toBe(max);
  });

  test("only somebody who is there takes over; strangers find nobody", async () => {
    const [{ owner }, { owner: other }] = [await harness.openCompany("Heirs"), await harness.openCompany("Not heirs")];
    const lea = await person(owner, "Lea");
    await book(owner, lea, ahead(3), 600);
    const staff = harness.as(StaffService, owner);
    for (const transferToStaffId of ["0", lea, other.staffId, "999999"])
      expect(await codeOf(staff.deleteStaff({ id: lea, upcomingVisits: U.TRANSFER, transferToStaffId }))).toBe(404);
    expect(await codeOf(harness.as(StaffService, other).deleteStaff({ id: lea }))).toBe(404);
    expect(await upcoming(other, [lea])).toEqual([0]);
    expect(
      await codeOf(harness.as(StaffAppointmentService, other).transferStaffAppointments({ fromStaffId: lea, toStaffId: other.staffId })),
    ).toBe(404);
    expect(await upcoming(owner, [lea])).toEqual([1]);
  });
});

describe("somebody leaves while the calendar has a bad day", () => {
  let harness: Harness;
  let answer: () => Promise<object>;
  let calls = 0;
  let keys: string[] = [];
  const moody = defineService({
    name: "calendar",
    migrations: none,
    rpcs: [
      partOf(StaffAppointmentService, {
        getStaffUpcomingCounts: async ({ staffIds }: { staffIds: string[] }) => ({
          counts: staffIds.map((staffId) => ({ staffId, upcoming: 1 })),
        }),
        transferStaffAppointments: async (_: object, ctx: Ctx) => {
          calls++;
          keys.push(ctx.idempotencyKey);
          return (await answer()) as { transferred: number };
        },
      }),
    ],
  });
  beforeAll(async () => {
    harness = await startHarness([moody]);
  });
  afterAll(async () => {
    await harness.servers.stop();
  });
  const hurry = (text: string, id: string) =>
    harness.servers.admin.query(`update account.job set due_at = clock_timestamp() where ${text}`, [id]);
  const itsRun = "kind = 'process-offboarding' and key = (select id::text from account.process_run where key = $1)";
  const leaver = async (name: string) => {
    const { owner } = await harness.openCompany(name);
    const staff = harness.as(StaffService, owner);
    const id = (await staff.createStaff({ firstName: "Lea" })).staff?.id as string;
    const row = async () => (await staff.batchGetStaff({ ids: [id] })).staff[0];
    return { id, staff, row, remove: () => staff.deleteStaff({ id, upcomingVisits: U.UNASSIGN }) };
  };

  test("a refusal brings the staff member back as they were", async () => {
    const { row, remove } = await leaver("Refused");
    answer = () => Promise.reject(fail("STATE_CONFLICT"));
    expect(await codeOf(remove())).toBe(900008);
    expect(await row()).toMatchObject({ inactive: false, deleted: false });
    answer = async () => ({ transferred: 1 });
    expect(await remove()).toMatchObject({ transferred: 1 });
  });

  test("after a fault the person is off the calendar, and the job finishes what was begun, over all pages", async () => {
    const { id, staff, row, remove } = await leaver("Faulty");
    answer = () => Promise.reject(new Error("gone away"));
    await expect(remove()).rejects.toThrow();
    expect(await row()).toMatchObject({ inactive: true, deleted: false });
    const failed = keys.at(-1);
    keys = [];
    const pages = [{ transferred: 100, more: true }, { transferred: 7 }];
    answer = async () => pages.shift() ?? {};
    expect(await codeOf(staff.deleteStaff({ id, upcomingVisits: U.KEEP }))).toBe(900008);
    await hurry(itsRun, id);
    await eventually(async () => {
      await harness.servers.runDue("account");
      expect(await row()).toMatchObject({ deleted: true });
    });
    expect(await remove()).toMatchObject({ transferred: 107 });
    // A page that is asked for again has the same key, the next one another: the calendar counts each once.
    expect(keys).toEqual([failed, expect.not.stringMatching(failed as string)]);
  });

  test("what a process of a version without runs began is finished by its job", async () => {
    const { id, row } = await leaver("Before");
    answer = async () => ({ transferred: 3 });
    const begun = `insert into account.staff_leave (company_id, staff_id, choice, was_inactive) select company_id, id, $2, false from account.staff where id = $1`;
    await harness.servers.admin.query(begun, [id, U.UNASSIGN]);
    const job = `insert into account.job (company_id, business_id, kind, key, payload, due_at)
      select company_id, 0, 'finish-leaving', id, jsonb_build_object('staffId', id::text), clock_timestamp() from account.staff where id = $1`;
    await harness.servers.admin.query(job, [id]);
    await eventually(async () => {
      await harness.servers.runDue("account");
      expect(await row()).toMatchObject({ deleted: true });
    });
  });

  test("whoever is booked while the news travels is handed over a minute later", async () => {
    const { id, row, remove } = await leaver("Late");
    answer = async () => ({});
    await remove();
    expect(await row()).toMatchObject({ deleted: true });
    answer = async () => ({ transferred: 1 });
    const before = calls;
    await hurry("kind = 'finish-leaving' and key = $1 || '.after'", id);
    await eventually(async () => {
      await harness.servers.runDue("account");
      expect(calls).toBeGreaterThan(before);
    });
    await eventually(async () => expect(await remove()).toMatchObject({ transferred: 1 }));
  });
});
