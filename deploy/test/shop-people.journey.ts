import { ClockService } from "@leashline/proto/leashline/account/v1/clock_service_pb.js";
import { InviteService } from "@leashline/proto/leashline/account/v1/invite_service_pb.js";
import { RoleService } from "@leashline/proto/leashline/account/v1/role_service_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { StaffScheduleService } from "@leashline/proto/leashline/calendar/v1/staff_schedule_service_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { Client } from "pg";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { until } from "../seed/api.ts";
import { type App, adminUrlOf, sharedApp } from "./app.ts";
import { openBrowser } from "./browser.ts";
import { type Desk, deskOf, foundCompany, hired, joined, type Person, signedUp } from "./small-shop.ts";
import type { Steps } from "./steps.ts";
import { wireDay } from "./wire.ts";

// People of a shop and what they may: who takes visits over, how far a role reaches, when one may be there, how many the plan allows.

const domain = "shop-people.test";
const mark = Date.now().toString(36);

let app: Omit<App, "stop">;
let admin: Client;
let browser: Browser;
let desk: Desk;
let colleague: Desk;
let own: Steps;
let hers: Steps;
let owner: Person;
let priya: Person;
let priyaId = "";
let marcusId = "";

beforeAll(async () => {
  app = await sharedApp();
  admin = new Client({ connectionString: adminUrlOf(app) });
  await admin.connect();
  owner = await signedUp(app.url, domain, "Olga", "Berg");
  priya = await signedUp(app.url, domain, "Priya", "Rao");
  await foundCompany(owner, `Birch ${mark}`);
  priyaId = await hired(owner, { firstName: "Priya", lastName: "Rao", accessCode: "4711" });
  marcusId = await hired(owner, { firstName: "Marcus", lastName: "Bell" });
  await joined(owner, priyaId, priya);
  await bookVisits();
  browser = await openBrowser();
  desk = await deskOf(browser, app.url, owner);
  colleague = await deskOf(browser, app.url, priya);
  own = desk.steps;
  hers = colleague.steps;
});
afterAll(async () => {
  await browser?.close();
  await admin?.end();
});

/** Two families, one of them Priya's, and three visits with Marcus on three days. */
async function bookVisits(): Promise<void> {
  const { api } = owner;
  await api.client(CatalogService).createStarterCatalog({ careTypes: ["GROOMING"] });
  const { services } = await api.client(CatalogService).listServices({ careType: "GROOMING", pageSize: 10 });
  const family = (firstName: string, petName: string, preferredGroomerId = "0") =>
    api
      .client(ClientService)
      .createClientWithPets({ client: { firstName, lastName: "Field", preferredGroomerId }, pets: [{ petName, petType: "Dog" }] });
  await family("Hanna", "Moss", priyaId);
  const { client, pets } = await family("Ruth", "Otis");
  await until(
    async () => (await api.client(StaffScheduleService).listCalendarStaff({})).staff.find((one) => one.staffId === marcusId),
    "Marcus on the calendar",
  );
  const start = Temporal.Now.plainDateISO("America/New_York").add({ days: 3 });
  for (const days of [0, 1, 2]) {
    await api.client(AppointmentService).bookAppointment({
      customerId: client?.customerId ?? "0",
      staffId: marcusId,
      appointmentDate: wireDay(start.add({ days })),
      startTime: 600,
      override: { overbook: true, outsideWorkingHours: true, reason: "On whatever day of the week this is" },
      petServices: [{ petId: pets[0]?.petId ?? "0", services: [{ serviceId: services[0]?.id ?? "0" }] }],
    });
  }
}

test("appointments ahead are counted, handed to a colleague, and counted again before that one leaves", async () => {
  await own.goTo(`/setting/createOrEditStaff/${marcusId}`);
  await own.seen("3 appointments are booked with Marcus from now on.");
  await own.press("Hand over");
  await own.confirm("Hand over");
  await own.seen("A colleague is required");
  await own.choose("Who takes over", "Priya Rao");
  await own.usable();
  await own.confirm("Hand over");
  await own.seen("3 appointments reassigned.");
  await expect.poll(() => own.page.getByText("from now on").count()).toBe(0);

  const jonId = await hired(owner, { firstName: "Jon", lastName: "Lund" });
  await own.goTo(`/setting/createOrEditStaff/${priyaId}`);
  await own.seen("3 appointments are booked with Priya from now on.");
  await own.press("Hand over");
  await own.choose("Who takes over", "Jon Lund");
  await own.confirm("Hand over");
  await own.seen("3 appointments reassigned.");
  await own.goTo(`/setting/createOrEditStaff/${jonId}`);
  await own.press(/^Remove$/);
  await own.seen("3 appointments ahead");
  await own.confirm("Remove staff member");
  await own.seen("A colleague is required");
  await own.choose("Who takes over", "Marcus Bell");
  await own.usable();
  await own.confirm("Remove staff member");
  await own.seen("Staff member removed. 3 appointments reassigned.");
  await own.page.waitForURL(/\/setting\/staff\?/);
  await own.seen("Marcus Bell");
  await expect.poll(() => own.page.getByText("Jon Lund").count()).toBe(0);
  await own.goTo(`/setting/createOrEditStaff/${marcusId}`);
  await own.seen("3 appointments are booked with Marcus from now on.");
});

test("permission-scope-levels: a role's reach decides what its people see, in a page that is open, and a taken name is refused", async () => {
  const { role } = await owner.api.client(RoleService).createRole({ name: "Bather", permissions: [3, 100] });
  await own.goTo(`/setting/createOrEditStaff/${priyaId}`);
  await own.choose("Role", "Bather");
  await own.press("Save staff member");
  await own.seen("Staff member saved");
  await hers.goTo("/client");
  await hers.seen("Hanna Field");
  expect(await hers.page.getByText("Ruth Field").count()).toBe(0);
  await own.goTo("/setting/staff/roles");
  await own.row("Bather").getByText("Bather").click();
  await own.answer({ Name: "Groomer" });
  await own.confirm("Save role");
  await own.seen("This name is already in use.");
  await own.answer({ Name: "Washer" });
  await own.choose("See clients: how far", "All locations");
  await own.confirm("Save role");
  const saved = Date.now();
  await hers.seen("Ruth Field");
  expect(Date.now() - saved).toBeLessThan(10_000);
  await own.page.reload();
  await own.row("Washer").getByText("Washer").click();
  await own.choose("See clients: how far", "No");
  await own.confirm("Save role");
  await hers.seen("Your role does not include this page");
  await hers.seen(/Ask Olga Berg/);
  expect(await hers.page.getByText("Ruth Field").count()).toBe(0);
  await hers.usable();
  await owner.api.client(RoleService).updateRolePermissions({ roleId: role?.id ?? "0", permissions: [3, 100, 405] });
});

test("a name of another role is refused, and a role's holders are named when it is deleted", async () => {
  await own.goTo("/setting/staff/roles");
  await own.press("Copy the role Washer");
  await own.row("Copy of Washer").getByText("Copy of Washer").click();
  await own.answer({ Name: "Dryer" });
  await own.confirm("Save role");
  await own.seen("Role saved. It applies right away to everyone who has it.");
  await own.page.reload();
  await own.row("Dryer").waitFor();
  await own.row("Washer").getByText("Washer").click();
  await own.confirm("Delete");
  await own.press("Delete role");
  await own.seen("Some staff have this role ,can not delete. 1 person holds it; give them another role first.");
  await own.page.keyboard.press("Escape");
});

test("clock: whoever watches is told who clocked; a night shift goes on where it may, and else ended with its day", async () => {
  const clock = owner.api.client(ClockService);
  await clock.updateClockSetting({ enableClockInOut: true, clockInOutNotify: true, enableClockInOutOvernight: true });
  await own.goTo("/setting/tax");
  await own.seen("No taxes yet");
  await hers.goTo("/setting/staff/clock");
  await hers.press("Clock Priya Rao in");
  await hers.fill({ "Clock code": "4711" });
  await hers.confirm("Clock in");
  await own.seen("Priya Rao clocked in");
  await hers.page.getByRole("button", { name: "Clock Priya Rao out" }).waitFor();
  const { rows } = await admin.query(
    "update account.clock_log set clock_in_time = clock_in_time - interval '1 day', day = day - 1 where staff_id = $1 returning id",
    [priyaId],
  );
  expect(rows).toHaveLength(1);
  await hers.page.reload();
  await hers.page.getByRole("button", { name: "Clock Priya Rao out" }).waitFor();
  await own.goTo("/setting/staff/clock?view=settings");
  await own.turn(/next day/, false);
  await hers.page.reload();
  await hers.page.getByRole("button", { name: "Clock Priya Rao in" }).waitFor();
  await own.turn(/next day/, true);
  await hers.page.reload();
  await hers.press("Clock Priya Rao out");
  await hers.fill({ "Clock code": "4711" });
  await hers.confirm("Clock out");
  await own.seen("Priya Rao clocked out");
  await own.usable();
});

test("outside one's sign-in times an open page closes and says when it opens; inside them it opens again", async () => {
  const other = Temporal.Now.zonedDateTimeISO("America/New_York").add({ days: 3 }).toLocaleString("en-US", { weekday: "short" });
  await hers.goTo("/setting/staff/clock");
  await hers.page.getByRole("button", { name: "Clock Priya Rao in" }).waitFor();
  await own.goTo(`/setting/createOrEditStaff/${priyaId}`);
  await own.turn("Only at certain times", true);
  await own.page.getByRole("group", { name: "On" }).getByRole("button", { name: other }).click();
  await own.press("Save sign-in times");
  await own.seen("Sign-in times saved");
  await hers.page.waitForURL(/\/account\?redirect=/);
  await hers.seen(/You can sign in: \w{3}, 8:00 AM – 6:00 PM. Ask the owner for other times./);
  expect(await hers.page.getByRole("button", { name: /Birch/ }).isDisabled()).toBe(true);
  await hers.usable();
  await own.turn("Only at certain times", false);
  await own.press("Save sign-in times");
  await expect.poll(() => own.page.getByText("Sign-in times saved").count()).toBeGreaterThan(0);
  await hers.goTo("/home");
  await hers.page.waitForURL(/\/home\/overview/);
});

test("the order of the staff is the order one gives them", async () => {
  await own.goTo("/setting/staff");
  const names = async () =>
    (
      await own.page.getByRole("button", { name: /^Move .* up$/ }).evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")))
    ).map((label) => label?.split(" ")[1]);
  await expect.poll(names).toEqual(["Olga", "Priya", "Marcus"]);
  await own.press("Move Marcus Bell up");
  await expect.poll(names).toEqual(["Olga", "Marcus", "Priya"]);
  await own.page.reload();
  await expect.poll(names).toEqual(["Olga", "Marcus", "Priya"]);
});

test("staff-invite-binding-error: a record that was linked meanwhile, and an account that works there already, are said in words", async () => {
  const linaId = await hired(owner, { firstName: "Lina" });
  await own.goTo(`/setting/createOrEditStaff/${linaId}`);
  await own.press("Invite");
  await own.page.getByRole("dialog").getByText("Earlier links stop working.", { exact: false }).waitFor();
  const { inviteCode } = await owner.api.client(InviteService).sendStaffInvite({ staffId: linaId });
  await hers.goTo(`/invite/${inviteCode}/accept`);
  await hers.press("Join as Lina");
  await hers.seen(`This account already works at Birch ${mark}.`);
  await hers.usable();
  const lina = await signedUp(app.url, domain, "Lina", "Roth");
  await lina.api.client(InviteService).acceptInviteCode({ inviteCode });
  await own.confirm("Make the link");
  await own.seen("Lina has linked an account already. Load the page again.");
  await own.usable();
});

test("starter-staff-limit: at the plan's limit the page says so and what to do, and the server keeps it", async () => {
  const { companyId } = owner.api.identity();
  const plan = (version: string, tier: number) =>
    admin.query("update account.company set plan_version = $2, plan_tier = $3 where company_id = $1", [companyId, version, tier]);
  const { rows } = await admin.query("select plan_version, plan_tier from account.company where company_id = $1", [companyId]);
  await own.goTo("/setting/createOrEditStaff");
  await own.fill({ "First name": "Onetoomany" });
  await plan("5.0", 1);
  await own.press("Add staff member");
  await own.seen("Your plan allows 3 staff. Please upgrade to add more.");
  await own.page.getByRole("link", { name: "Staff", exact: true }).first().click();
  await own.press("Discard");
  await own.seen("Your plan allows 3 staff. Remove somebody who has left, or upgrade to add more.");
  expect(await own.page.getByRole("link", { name: "Add staff" }).getAttribute("aria-disabled")).toBe("true");
  await own.usable();
  await plan("5.0", 0);
  await own.goTo("/setting/van");
  await own.press("Add van");
  await own.fill({ Name: "Blue", Plate: "ME-1" });
  await own.confirm("Add van");
  await own.seen("Your plan allows 1 van. Delete one you no longer drive, or upgrade to add more.");
  await plan(rows[0].plan_version, rows[0].plan_tier);
});

test("nothing went wrong in the console", () => expect([...desk.faults, ...colleague.faults]).toEqual([]));
