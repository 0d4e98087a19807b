import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { Client } from "pg";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { until } from "../seed/api.ts";
import { adminUrlOf, sharedApp } from "./app.ts";
import { openBrowser } from "./browser.ts";
import { booked, type Desk, deskOf, foundCompany, type Person, signedUp } from "./small-shop.ts";
import type { Steps } from "./steps.ts";

// A client's own page: how they look, and how they are reminded.

let admin: Client;
let browser: Browser;
let owner: Person;
let desk: Desk;
let own: Steps;
let [nora, paul] = ["0", "0"];
const visits: Record<string, string> = {};

beforeAll(async () => {
  const app = await sharedApp();
  admin = new Client({ connectionString: adminUrlOf(app) });
  await admin.connect();
  owner = await signedUp(app.url, "shop-client-page.test", "Ida", "Lind");
  await foundCompany(owner, `Alder ${Date.now().toString(36)}`);
  const date = Temporal.Now.plainDateISO("America/New_York").add({ days: 4 }).toString();
  const coming = { lastName: "Vale", petName: "Bo", date, anyDay: true };
  visits.Nora = await booked(owner, {
    ...coming,
    firstName: "Nora",
    phoneNumber: "2125550181",
    email: "nora@vale.example",
    startTime: 600,
  });
  visits.Paul = await booked(owner, {
    ...coming,
    firstName: "Paul",
    phoneNumber: "2125550182",
    email: "paul@vale.example",
    startTime: 900,
  });
  const whose = "select appointment_id::text as id, client_id::text as client from customer.visit where appointment_id = any($1)";
  const rows = await until(async () => {
    const { rows } = await admin.query(whose, [Object.values(visits)]);
    return rows.length === 2 ? rows : undefined;
  }, "both visits are known");
  const clientOf = (visit: string | undefined) => rows.find(({ id }) => id === visit)?.client ?? "0";
  [nora, paul] = [clientOf(visits.Nora), clientOf(visits.Paul)];
  browser = await openBrowser();
  desk = await deskOf(browser, app.url, owner);
  own = desk.steps;
});
afterAll(async () => {
  await browser?.close();
  await admin?.end();
});

/** The first reminder of a visit is due now; by which ways it went out: 1 a text, 2 an email. */
async function reminded(visit: string | undefined): Promise<number[]> {
  const job = "kind = 'send-reminder' and key like $1 || ':%' and state = 'due'";
  await until(
    async () => (await admin.query(`select from message.job where ${job}`, [visit])).rowCount || undefined,
    "the reminder is planned",
  );
  await admin.query(`update message.job set due_at = now() where ${job}`, [visit]);
  const sent = "select method from message.message where appointment_id = $1 and use_case = 'reminder first' order by method";
  const rows = await until(async () => {
    const { rows } = await admin.query(sent, [visit]);
    return rows.length > 0 ? rows : undefined;
  }, "the reminder went out");
  return rows.map(({ method }) => Number(method));
}

test("a client who wants emails is reminded by email alone; one who chose nothing gets what the shop sends", async () => {
  await own.goTo(`/client/${nora}/detail`);
  const reminders = own.page.getByRole("group", { name: "Appointment reminders by" });
  await expect.poll(() => reminders.getByRole("button").allTextContents()).toEqual(["As you send them", "Text", "Email"]);
  await reminders.getByRole("button", { name: "Email" }).click();
  await own.choose("Ask again to confirm by", "Text");
  await own.press("Save client");
  await own.seen("Client saved");
  await own.page.reload();
  await expect.poll(() => reminders.getByRole("button", { name: "Email" }).getAttribute("aria-pressed")).toBe("true");
  await own.usable();
  const asked = "select 1 from message.recipient where customer_id = $1 and appt_reminder_by_list = '{2}' and unconfirmed_reminder_by = 1";
  await until(async () => (await admin.query(asked, [nora])).rowCount || undefined, "whoever sends messages heard of it");
  expect(await reminded(visits.Nora)).toEqual([2]);
  expect(await reminded(visits.Paul)).toEqual([1, 2]);
  await reminders.getByRole("button", { name: "As you send them" }).click();
  await own.choose("Ask again to confirm by", "The same way");
  await own.press("Save client");
  await expect
    .poll(async () => (await owner.api.client(ClientService).getClient({ customerId: nora })).client)
    .toMatchObject({ apptReminderByList: [], unconfirmedReminderBy: 0 });
  await own.press("Undo");
  await own.seen("Undone");
  await expect.poll(() => reminders.getByRole("button", { name: "Email" }).getAttribute("aria-pressed")).toBe("true");
});

test("a client has a color and a picture, which show on their page and in the list, and are taken away again", async () => {
  await own.goTo(`/client/${paul}/detail`);
  const { page } = own;
  const side = page.getByRole("complementary", { name: "About the client" });
  const colors = page.getByRole("radiogroup", { name: "Color of their initials" });
  await expect.poll(() => colors.getByRole("radio", { name: "Automatic" }).getAttribute("aria-checked")).toBe("true");
  await colors.getByRole("radio", { name: "Color 6" }).click();
  await own.press("Save client");
  const painted = () => side.locator(".ll-initials").evaluate((face) => face.style.color);
  await expect.poll(painted).toBe("rgb(42, 102, 168)");
  await own.usable();
  await own.goTo("/client");
  const row = own.row("Paul Vale");
  expect(
    await row
      .locator(".ll-initials")
      .first()
      .evaluate((face) => face.style.color),
  ).toBe("rgb(42, 102, 168)");

  await own.goTo(`/client/${paul}/detail`);
  await page.getByLabel("Picture file").setInputFiles({ name: "paul.png", mimeType: "image/png", buffer: await page.screenshot() });
  await page.getByRole("button", { name: "Another picture" }).waitFor();
  await own.press("Save client");
  await expect
    .poll(async () => (await owner.api.client(ClientService).getClient({ customerId: paul })).client?.avatarPath)
    .toMatch(/^\/uploads\/public\//);
  await side.locator("img.ll-face").waitFor();
  await own.goTo("/client");
  await row.locator("img.ll-face").first().waitFor();

  await own.goTo(`/client/${paul}/detail`);
  await own.press("Remove");
  await colors.getByRole("radio", { name: "Automatic" }).click();
  await own.press("Save client");
  await expect
    .poll(async () => (await owner.api.client(ClientService).getClient({ customerId: paul })).client)
    .toMatchObject({ avatarPath: "", clientColor: "" });
  await side.locator(".ll-initials").waitFor();
  expect(desk.faults).toEqual([]);
});
