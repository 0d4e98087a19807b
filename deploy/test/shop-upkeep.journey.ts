import { createHmac, randomBytes } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { crc32, deflateSync } from "node:zlib";
import type { Browser, Request, Route } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type App, sharedApp } from "./app.ts";
import { desktop, openBrowser, openPage, phone, type Watched } from "./browser.ts";
import { freshPassword } from "./small-shop.ts";
import { type Steps, stepsOn } from "./steps.ts";

// What an owner keeps up in the settings besides people: preferences, taxes, closed days, pictures, switches, what programs are told.

const mark = Date.now().toString(36);
const owner = { email: `uma-${mark}@upkeep.test`, password: freshPassword() };

let app: Omit<App, "stop">;
let browser: Browser;
let desk: Watched;
let own: Steps;
let listener: Server;
const refuseFirst = true;
const posted: { headers: IncomingHttpHeaders; body: string }[] = [];

beforeAll(async () => {
  app = await sharedApp();
  listener = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      posted.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
      response.writeHead(refuseFirst && posted.length === 1 ? 500 : 200).end("heard");
    });
  });
  await new Promise<void>((ready) => listener.listen(0, "127.0.0.1", ready));
  browser = await openBrowser();
  desk = await openPage(browser, desktop);
  own = stepsOn(desk.page, app.url);
  await own.goTo("/sign_up");
  await own.fill({ "First name": "Uma", "Last name": "Keep", "E-mail": owner.email, Password: owner.password });
  await own.press("Create account");
  await own.page.waitForURL(/\/business\/new-company/);
  await own.fill({ "Business name": `Upkeep ${mark}` });
  await own.press(/Create and open/);
  await own.page.waitForURL(/\/calendar\/grooming/);
});
afterAll(async () => {
  await browser?.close();
  listener?.close();
});

async function openLocation(steps: Steps): Promise<void> {
  await steps.goTo("/setting/business");
  await steps.page.getByRole("table", { name: "Locations" }).getByText(`Upkeep ${mark}`).click();
  await steps.page.waitForURL(/\/setting\/business\/info\/\d+/);
}

const shows = (label: string, value: string) => own.page.getByRole("combobox", { name: label }).filter({ hasText: value }).waitFor();

test("preferences: money, units and how things are written are kept, and show at once", async () => {
  await own.goTo("/setting/general");
  await own.choose("Currency", /^CAD/);
  await own.choose("Numbers", "1.234,56");
  await own.choose("Week starts on", "Monday");
  await own.choose("Weight", "Kilograms");
  await own.choose("Distance", /ilomet/);
  await own.press("Save settings");
  await own.seen("Settings saved");
  await own.page.reload();
  await shows("Currency", "CAD");
  await shows("Numbers", "1.234,56");
  await shows("Week starts on", "Monday");
  await shows("Weight", "Kilograms");
  await shows("Distance", "ilomet");
});

test("tax rules: a wrong rate is said, a rule is added, changed and deleted", async () => {
  await own.goTo("/setting/tax");
  await own.press("Add tax");
  await own.fill({ Name: "State tax", "Rate in percent": "ten" });
  await own.confirm("Add tax");
  await own.seen("A percentage like 10.25");
  await own.fill({ "Rate in percent": "10.25" });
  await own.confirm("Add tax");
  const row = own.page.getByRole("row").filter({ hasText: "State tax" });
  await row.filter({ hasText: "10.25 %" }).click();
  await own.fill({ "Rate in percent": "11.5" });
  await own.turn("Offered for services", false);
  await own.confirm("Save tax");
  await row.filter({ hasText: "11.5 %" }).filter({ hasText: "Not offered" }).click();
  await own.confirm("Delete");
  await own.press("Delete tax");
  await own.seen("No tax yet");
  await own.usable();
});

test("closed-date-fields: days are closed, moved, opened again, and that is undone", async () => {
  await own.goTo("/setting/business/closedDate");
  await own.press("Add days");
  await own.answer({ From: "24/12/2027", To: "23/12/2027", Why: "Inventory" });
  await own.confirm("Add closed date");
  await own.seen("Ends before it starts");
  await own.answer({ To: "26/12/2027" });
  await own.confirm("Add closed date");
  const row = own.page.getByRole("row").filter({ hasText: "Inventory" });
  await row.click();
  await own.answer({ To: "27/12/2027", Why: "Inventory and rest" });
  await own.confirm("Save");
  await row.filter({ hasText: "Inventory and rest" }).filter({ hasText: "27" }).waitFor();
  await own.press("Remove Inventory and rest");
  await row.waitFor({ state: "detached" });
  await own.press("Undo");
  await row.filter({ hasText: "Inventory and rest" }).waitFor();
  await own.usable();
});

/** A picture that does not get smaller: random points, 12 MB of them. */
function largePicture(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([8, 2], 8);
  const rows = randomBytes(side * (side * 3 + 1));
  for (let row = 0; row < side; row++) rows[row * (side * 3 + 1)] = 0;
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]);
  return Buffer.concat([signature, chunk("IHDR", head), chunk("IDAT", deflateSync(rows, { level: 0 })), chunk("IEND", Buffer.alloc(0))]);
}

const partOf = (request: Request): number => Number(/\/uploads\/parts\/\d+\/\w+\/(\d+)\?/.exec(request.url())?.[1]);

test("upload-multipart-retry: a picture of 12 MB goes in parts, one that fails twice is sent again; giving up leaves nothing", async () => {
  const picture = { name: "shop front.png", mimeType: "image/png", buffer: largePicture(2000) };
  expect(picture.buffer.length).toBeGreaterThan(12_000_000);
  await openLocation(own);
  const file = own.page.locator("input[type=file]");
  const image = own.page.getByRole("img", { name: `Picture of Upkeep ${mark}` });
  await file.waitFor({ state: "attached" });

  const held: Route[] = [];
  await own.page.route("**/uploads/parts/**", (route) => void held.push(route));
  await file.setInputFiles(picture);
  await expect.poll(() => held.length, { timeout: 15_000 }).toBe(1);
  await own.page.getByRole("progressbar", { name: "Sending the file" }).waitFor();
  await own.usable();
  await own.press("Cancel");
  await own.page.getByRole("button", { name: "Add a picture" }).filter({ visible: true }).waitFor();
  await own.page.getByRole("progressbar", { name: "Sending the file" }).waitFor({ state: "detached" });
  expect([await image.count(), await own.page.getByRole("alert").count()]).toEqual([0, 0]);
  await own.page.unrouteAll({ behavior: "ignoreErrors" });

  const tries: number[] = [];
  const at: number[] = [];
  await own.page.route("**/uploads/parts/**", async (route) => {
    const part = partOf(route.request());
    tries.push(part);
    at.push(Date.now());
    const failed = tries.filter((one) => one === part).length;
    if (part === 2 && failed === 1) await route.abort("connectionreset");
    else if (part === 2 && failed === 2) await route.fulfill({ status: 503, body: "" });
    else await route.continue();
  });
  await file.setInputFiles(picture);
  await image.waitFor({ timeout: 60_000 });
  expect(tries).toEqual([1, 2, 2, 2, 3]);
  expect((at[3] ?? 0) - (at[1] ?? 0)).toBeGreaterThanOrEqual(2_000);
  await own.page.unrouteAll({ behavior: "ignoreErrors" });
  await own.fill({ TikTok: "https://tiktok.example/upkeep", Yelp: "https://yelp.example/upkeep" });
  await own.press("Save location");
  await own.seen("Location saved");
  await own.page.reload();
  await image.waitFor();
  const width = () => image.evaluate((img) => (img as unknown as { naturalWidth: number }).naturalWidth);
  await expect.poll(width, { timeout: 30_000 }).toBe(2000);
  await own.holds("Yelp", "https://yelp.example/upkeep");
});

test("upload-multipart-retry: after four failures it says so, and the next try works", async () => {
  let failures = 0;
  await own.page.route("**/uploads/private/**", (route) => route.continue());
  await own.page.route("**/uploads/public/**", (route) => {
    if (route.request().method() !== "PUT") return route.continue();
    failures++;
    return failures <= 4 ? route.abort("connectionreset") : route.continue();
  });
  const small = { name: "face.png", mimeType: "image/png", buffer: largePicture(40) };
  await own.page.locator("input[type=file]").setInputFiles(small);
  await own.page.getByRole("alert").filter({ hasText: /\w/ }).first().waitFor();
  expect(failures).toBe(4);
  await own.page.locator("input[type=file]").setInputFiles(small);
  const image = own.page.getByRole("img", { name: `Picture of Upkeep ${mark}` });
  const width = () => image.evaluate((img) => (img as unknown as { naturalWidth: number }).naturalWidth);
  await expect.poll(width, { timeout: 15_000 }).toBe(40);
  await own.page.unrouteAll({ behavior: "ignoreErrors" });
  await own.press("Save location");
  await own.seen("Location saved");
});

test("feature-flag-levels: off for the company, on for me, and so it stays", async () => {
  await own.goTo("/setting/general/features");
  const row = own.page.getByRole("row").filter({ hasText: "Automated workflows" });
  await row.filter({ hasText: "As it comes" }).click();
  await own.turn("On", false);
  await own.confirm("Save switch");
  await row.filter({ hasText: "Off" }).filter({ hasText: "The whole company" }).click();
  await own.turn("On", true);
  await own.choose("For", "Only me");
  await own.confirm("Save switch");
  await own.page.reload();
  await row.filter({ hasText: "On" }).filter({ hasText: "Only me" }).waitFor();
  await own.usable();
});

test("shared work: tasks with their people and shares are kept", async () => {
  await own.goTo("/setting/general/sharedWork");
  await own.turn("Show what each of them earns", true);
  await own.press("Add task");
  const task = own.page.getByRole("group", { name: "Task 1" });
  await own.holds("People", "2");
  await own.press("Save shared work");
  await own.seen("The task is required");
  await task.getByLabel("Task", { exact: true }).fill("Bath");
  await own.fill({ "Percent of price": "40", Minutes: "30" });
  await own.press("Save shared work");
  await own.seen("Shared work saved");
  await own.page.reload();
  await own.holds("Minutes", "30");
  expect(await own.page.getByRole("switch", { name: "Show what each of them earns" }).isChecked()).toBe(true);
  await own.usable();
});

test("metadata-owner-levels: stored values by type and by key are listed, changed and removed", async () => {
  await own.goTo("/setting/default");
  await own.press("Add type");
  await own.answer({ Type: "none", "Value 1": "large" });
  await own.confirm("Save values");
  await own.seen("A number from 1 to 10,000");
  await own.answer({ Type: "7", "Value 3": "blue" });
  await own.confirm("Save values");
  await own.page.getByRole("row").filter({ hasText: "large · blue" }).click();
  await own.answer({ "Value 1": "" });
  await own.page.keyboard.press("Escape");
  await own.seen("Leave with unsaved changes?");
  await own.press("Keep editing");
  await own.confirm("Save values");
  await own.page.reload();
  const byType = own.page.getByRole("table", { name: "Defaults by type" }).getByRole("row").last();
  await expect.poll(() => byType.textContent(), { timeout: 15_000 }).toBe("7blue");

  await own.press("Add value");
  await own.answer({ Key: "print.collar", "Value (JSON)": "{size" });
  await own.confirm("Save value");
  await own.seen(/This is not JSON/);
  await own.answer({ "Value (JSON)": '{"size":"small"}' });
  await own.confirm("Save value");
  await own.seen("Value saved");
  await own.page.getByLabel("A key, or how keys begin up to a point").fill("print");
  const byKey = own.page.getByRole("row").filter({ hasText: "print.collar" });
  await byKey.filter({ hasText: "The company" }).filter({ hasText: '{"size":"small"}' }).click();
  await own.answer({ "Value (JSON)": "" });
  await own.confirm("Save value");
  await own.seen("No value under this key.");
  await own.usable();
});

/** Whether one of the signatures of a delivery was made with this secret. */
function signedWith(secret: string, { headers, body }: (typeof posted)[number]): boolean {
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const sum = createHmac("sha256", key).update(`${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`).digest("base64");
  return String(headers["webhook-signature"]).split(" ").includes(`v1,${sum}`);
}

test("webhooks: only the chosen event, tried again when it was not taken, and two secrets while one replaces the other", async () => {
  const url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/hook`;
  const secret = async () => {
    const value = await own.field("Signing secret").inputValue();
    await own.press("I have stored it");
    return value;
  };
  const edit = () => own.press(`Edit ${url}`);
  await own.goTo("/setting/integration/webhooks");
  await own.press("Add address");
  await own.fill({ Address: url });
  await own.press("Account: business changed");
  await own.confirm("Add webhook");
  const first = await secret();
  await own.page.getByRole("row").filter({ hasText: "1 event" }).waitFor();
  await own.page.getByRole("link", { name: `What was sent to ${url}` }).click();

  const rename = async (phoneNumber: string) => {
    const page = await desk.context.newPage();
    const other = stepsOn(page, app.url);
    await openLocation(other);
    await other.fill({ Website: `https://upkeep.example/${phoneNumber}` });
    await other.press("Save location");
    await other.seen("Location saved");
    await page.close();
  };
  await rename("one");
  await expect.poll(() => posted.length, { timeout: 30_000 }).toBe(2);
  const ids = posted.map(({ headers }) => headers["webhook-id"]);
  expect([ids[0] === ids[1], posted.every(({ body }) => JSON.parse(body).type === "account.business_changed")]).toEqual([true, true]);
  await own.page.reload();
  const log = own.page.getByRole("table", { name: "Deliveries" }).getByRole("row");
  await log
    .filter({ hasText: "account.business_changed" })
    .filter({ hasText: "Delivered" })
    .filter({ hasText: /2\s*200/ })
    .waitFor();

  await own.goTo("/setting/integration/webhooks");
  await edit();
  await own.press("Make a new secret");
  await own.seen("Make a new secret?");
  await own.confirm("Make a new secret");
  const second = await secret();
  await own.press(`Send a test to ${url}`);
  await expect.poll(() => posted.length, { timeout: 20_000 }).toBe(3);
  const last = posted.at(-1) as (typeof posted)[number];
  expect([first !== second, signedWith(first, last), signedWith(second, last)]).toEqual([true, true, true]);
  expect(signedWith(second, posted[0] as (typeof posted)[number])).toBe(false);
  await own.page.reload();
  await edit();
  await own.seen(/The old secret signs too until/);
  await own.turn("Send to this address", false);
  await own.confirm("Save webhook");
  await own.page.getByRole("row").filter({ hasText: "Off" }).waitFor();
  await own.usable();
});

test("the plan says what it allows and how much is used; connections and roles say what is not there", async () => {
  await own.goTo("/select-plan?plan=free");
  await own.seen("You came to take the free plan.");
  await own.page.getByRole("list", { name: "What the plan opens" }).getByText("Online booking").waitFor();
  await own.seen("1, no limit");
  await own.usable();
  await own.goTo("/purchase");
  await own.seen("You came to buy a plan.");
  await own.goTo("/setting/integration/quickbooks");
  await own.page.getByRole("listitem").filter({ hasText: "QuickBooks" }).getByText("Not in this version").waitFor();
  await own.page.getByRole("listitem").filter({ hasText: "Stripe" }).getByText("Test mode").waitFor();
  await own.usable();
  await own.goTo("/setting/staff/roles");
  await own.press("Add role");
  await own.page.getByText("Opens nothing in this version").first().waitFor();
  await own.usable();
});

test("on a phone every one of these pages fits", async () => {
  const small = await browser.newContext({ viewport: phone, storageState: await desk.context.storageState(), bypassCSP: true });
  const hand = stepsOn(await small.newPage(), app.url);
  for (const [path, text] of [
    ["/setting/general/plan", "What is used"],
    ["/setting/general/features", "Automated workflows"],
    ["/setting/general/stored", "Values by key"],
    ["/setting/general/sharedWork", "The usual split"],
    ["/setting/integration/connections", "Reserve with Google"],
    ["/setting/integration/webhooks", "Told of"],
  ] as const) {
    await hand.goTo(path);
    if (text === "Told of") await hand.page.getByRole("button", { name: /^Edit / }).waitFor();
    else await hand.seen(text);
    await hand.usable();
    expect(await hand.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path).toBe(true);
  }
  await small.close();
});

test("nothing went wrong in the console", () =>
  expect(desk.faults.filter((one) => !/ERR_CONNECTION_RESET|ERR_FAILED|status of 503/.test(one))).toEqual([]));
