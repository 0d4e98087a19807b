import { readFileSync } from "node:fs";
import { AgreementRecordService } from "@leashline/proto/leashline/customer/v1/agreement_record_service_pb.js";
import { AgreementService } from "@leashline/proto/leashline/customer/v1/agreement_service_pb.js";
import { SearchService } from "@leashline/proto/leashline/customer/v1/search_pb.js";
import { checked } from "@leashline/proto/rules/agreement-evidence.ts";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type App, sharedApp } from "./app.ts";
import { axeFaults, openBrowser, openPage, phone } from "./browser.ts";
import { workday, zone } from "./day/desk.ts";
import { mailLike, textLike } from "./day/outside.ts";
import { booked, type Desk, deskOf, foundCompany, freshPassword, type Person, signedUp, signInAs } from "./small-shop.ts";
import { stepsOn } from "./steps.ts";

// A text that every client signs: asked for by a booking, signed on the tablet at the counter, asked for again when it changes; a second browser looks on.

let app: Omit<App, "stop">;
let browser: Browser;
let owner: Person;
let tablet: Desk;
let beside: Desk;
let visit: string;

beforeAll(async () => {
  app = await sharedApp();
  browser = await openBrowser();
  owner = await signedUp(app.url, "paper.test", "Paula", "Paper");
  await foundCompany(owner, "Paper Trail Grooming", zone);
  const agreementContent = "<p>{customerFullName} trusts {businessName} with {petName}.</p>";
  await owner.api.client(AgreementService).createAgreement({
    agreementHeader: "Service agreement",
    agreementContent,
    inputs: [{ label: "Veterinarian", required: true }],
  });
  visit = await booked(owner, { firstName: "Otis", lastName: "Grant", petName: "Moss", date: workday(), startTime: 600 });
  [tablet, beside] = [await deskOf(browser, app.url, owner), await deskOf(browser, app.url, owner)];
});
afterAll(async () => await browser?.close());

const clientNamed = async (keyword: string): Promise<string | undefined> =>
  (await owner.api.client(SearchService).searchClients({ keyword })).clients[0]?.customerId;

const alert = ({ page }: Desk): Locator => page.getByRole("list", { name: "Alerts" }).getByText("Not signed");

/** Somebody's finger on the line. */
async function draw(page: Page): Promise<void> {
  const box = (await page.getByRole("img", { name: "Signature" }).boundingBox())!;
  const at = (x: number, y: number) => page.mouse.move(box.x + box.width * x, box.y + box.height * y, { steps: 6 });
  await at(0.2, 0.6);
  await page.mouse.down();
  await at(0.4, 0.3);
  await at(0.6, 0.7);
  await at(0.8, 0.4);
  await page.mouse.up();
}

async function signHere(): Promise<void> {
  const { page, steps } = tablet;
  await page.getByRole("list", { name: "To sign" }).getByRole("button", { name: "Sign here" }).click();
  await page.getByRole("main", { name: "Sign an agreement" }).waitFor();
  await steps.seen("Otis Grant trusts Paper Trail Grooming with Moss.");
}

/** Whoever works here takes the tablet back. */
async function unlock(): Promise<void> {
  const { page, steps } = tablet;
  await steps.press("For staff: unlock");
  const asked = page.getByRole("dialog", { name: "Unlock this device" });
  await asked.getByLabel("Password").fill(owner.password);
  await asked.getByRole("button", { name: "Unlock" }).click();
  await asked.waitFor({ state: "detached" });
}

/** Nothing of the product but what is to be signed. */
async function showsNothingElse(): Promise<void> {
  const { page } = tablet;
  await page.getByRole("main", { name: "Sign an agreement" }).waitFor();
  expect(await page.getByRole("navigation").count()).toBe(0);
  expect(await page.getByRole("list", { name: "To sign" }).count()).toBe(0);
}

test("a booking asks for it; handed over, it is signed with all that it asks for, and the alert is gone in a second browser", async () => {
  await beside.page.goto(`${app.url}/calendar/grooming?date=${workday()}&appointment=${visit}`);
  await alert(beside).waitFor();
  await tablet.page.goto(`${app.url}/calendar/grooming?date=${workday()}&appointment=${visit}`);
  await tablet.page.getByRole("link", { name: "Sign agreements" }).click();
  await signHere();
  expect(await axeFaults(tablet.page)).toEqual([]);
  await tablet.page.goBack().catch(() => null);
  await showsNothingElse();
  await tablet.page.goto(`${app.url}/client`);
  await showsNothingElse();
  await tablet.steps.press("For staff: unlock");
  const asked = tablet.page.getByRole("dialog", { name: "Unlock this device" });
  await asked.getByLabel("Password").fill("not this one");
  await asked.getByRole("button", { name: "Unlock" }).click();
  await asked.getByRole("alert").getByText("That is not the password.", { exact: true }).waitFor();
  expect(await axeFaults(tablet.page)).toEqual([]);
  await asked.getByRole("button", { name: "Cancel" }).click();
  await showsNothingElse();
  await tablet.steps.press("Sign");
  await tablet.steps.seen("Please sign");
  await tablet.page.getByLabel("Veterinarian *").fill("Dr. Doe");
  await tablet.page.getByLabel("Your full name *").fill("Otis Grant");
  await draw(tablet.page);
  await tablet.steps.press("Sign");
  await tablet.steps.seen("Please give the device back.");
  await showsNothingElse();
  await unlock();
  await tablet.page.goto(`${app.url}/client/${await clientNamed("Otis")}/agreements`);
  await tablet.steps.seen("Nothing to sign.");
  await alert(beside).waitFor({ state: "detached" });
  await tablet.page.getByRole("list", { name: "Signed" }).getByRole("button", { name: "Open" }).click();
  await tablet.page.getByRole("dialog", { name: "Signed agreement" }).getByText("Dr. Doe").waitFor();
  await tablet.steps.press("Close");
});

test("text changed, everybody signs anew: the alert is back, the new text is signed, what was signed stays as it was, and who signed before is named beside the text", async () => {
  await beside.page.goto(`${app.url}/agreement/setting`);
  await beside.steps.row("Service agreement").click();
  await beside.page.getByRole("textbox", { name: "Text", exact: true }).press("ControlOrMeta+End");
  await beside.page.keyboard.type(" We call before we cut mats.");
  await beside.steps.turn("Ask everyone to sign again, including those who already signed", true);
  await beside.steps.confirm("Save agreement");
  await tablet.page.goto(`${app.url}/client/${await clientNamed("Otis")}/agreements`);
  await tablet.page.getByRole("list", { name: "To sign" }).getByText("Service agreement").waitFor();
  await tablet.page.getByRole("list", { name: "To sign" }).getByText("Needs one signature · asked").waitFor();
  await tablet.page.getByRole("list", { name: "Signed" }).getByText("No longer valid").waitFor();
  await beside.page.goto(`${app.url}/agreement/setting`);
  await beside.steps.row("Service agreement").click();
  await beside.page.getByRole("region", { name: "Signed before" }).getByRole("link", { name: "Otis Grant" }).waitFor();
  await beside.page.goto(`${app.url}/calendar/grooming?date=${workday()}&appointment=${visit}`);
  await alert(beside).waitFor();
  await signHere();
  await tablet.steps.seen("We call before we cut mats.");
  await tablet.page.getByLabel("Veterinarian *").fill("Dr. Doe");
  await tablet.page.getByLabel("Your full name *").fill("Otis Grant");
  await draw(tablet.page);
  await tablet.steps.press("Sign");
  await tablet.steps.seen("Please give the device back.");
  await unlock();
  await alert(beside).waitFor({ state: "detached" });
  const sheet = tablet.page.getByRole("dialog", { name: "Signed agreement" });
  const opens = tablet.page.getByRole("list", { name: "Signed" }).getByRole("button", { name: "Open" });
  await expect.poll(() => opens.count()).toBe(2);
  for (const [at, words] of [
    [0, 1],
    [1, 0],
  ] as const) {
    await opens.nth(at).click();
    await sheet.getByText("Otis Grant trusts Paper Trail Grooming with Moss.").waitFor();
    expect(await sheet.getByText("We call before we cut mats.").count()).toBe(words);
    await tablet.steps.press("Close");
  }
  expect([...tablet.faults, ...beside.faults]).toEqual([]);
});

test("a booking sends the link by text and e-mail by itself, and somebody may send it again; signed on a phone, the alert is gone in a second browser", async () => {
  const person = { firstName: "Wilma", lastName: "Reed", petName: "Fern", phoneNumber: "+12075550177", email: "wilma@clients.test" };
  const other = await booked(owner, { ...person, date: workday(), startTime: 780 });
  for (const { page } of [tablet, beside]) await page.goto(`${app.url}/calendar/grooming?date=${workday()}&appointment=${other}`);
  await alert(beside).waitFor();
  await textLike(app, person.phoneNumber, /\/agreement\/sign\//);
  await mailLike(app, person.email, /^Please sign: Service agreement/);
  await tablet.steps.press("Send link to sign");
  await tablet.page.getByRole("dialog", { name: "Send to sign" }).getByRole("button", { name: "Send both" }).click();
  await tablet.page.getByRole("dialog", { name: "Send to sign" }).waitFor({ state: "detached" });
  const { body } = await textLike(app, person.phoneNumber, /\/agreement\/sign\//);
  expect((await mailLike(app, person.email, /^Please sign: Service agreement/)).text).toContain("/agreement/sign/");
  const hers = await openPage(browser, phone, { bypassCSP: false });
  await hers.page.goto(/https?:\S+/.exec(body)?.[0] ?? "");
  await hers.page.getByText("Wilma Reed trusts Paper Trail Grooming with Fern.").waitFor();
  await hers.page.getByRole("button", { name: "Sign" }).click();
  await hers.page.getByText("Veterinarian is needed").waitFor();
  await hers.page.getByText("Please sign", { exact: true }).waitFor();
  await hers.page.getByLabel("Veterinarian *").fill("Dr. Doe");
  await hers.page.getByLabel("Your full name *").fill("Wilma Reed");
  await hers.page.getByRole("img", { name: "Signature" }).scrollIntoViewIfNeeded();
  await hers.page.getByRole("img", { name: "Signature" }).click();
  await hers.page.getByRole("button", { name: "Sign", exact: true }).click();
  await hers.page.getByText("Please sign with your name.", { exact: true }).waitFor();
  await hers.page.getByRole("button", { name: "Clear" }).click();
  await draw(hers.page);
  // What was typed and drawn is there after a reload: it is signed as it stands.
  await hers.page.reload();
  await hers.page.getByRole("button", { name: "Sign", exact: true }).click();
  await hers.page.getByRole("heading", { name: "Thank you!" }).waitFor();
  await alert(beside).waitFor({ state: "detached" });
  await hers.page.reload();
  await hers.page.getByRole("heading", { name: "This is signed" }).waitFor();
  await tablet.page.goto(`${app.url}/client/${await clientNamed("Wilma")}/agreements`);
  await tablet.page.getByRole("list", { name: "Signed" }).getByRole("button", { name: "Open" }).click();
  const happened = tablet.page.getByRole("list", { name: "What happened" }).getByRole("listitem");
  await expect.poll(() => happened.filter({ hasText: "Link sent, by text to …0177" }).count()).toBe(2);
  await happened.filter({ hasText: "Signed, from" }).waitFor();
  const [file] = await Promise.all([
    tablet.page.waitForEvent("download"),
    tablet.page.getByRole("button", { name: "Download PDF" }).click(),
  ]);
  expect(checked(readFileSync(await file.path()))).toMatchObject({
    sound: true,
    evidence: { clientName: "Wilma Reed", header: "Service agreement" },
  });
  await tablet.steps.press("Close");
  expect([...hers.faults, ...tablet.faults, ...beside.faults]).toEqual([]);
  await hers.context.close();
});

test("a text that changes while a client reads it is shown when they would sign the old one, and what was typed stays", async () => {
  const person = { firstName: "Ruth", lastName: "Read", petName: "Pip", phoneNumber: "+12075550178" };
  await booked(owner, { ...person, date: workday(), startTime: 900 });
  const customerId = (await clientNamed("Ruth")) ?? "";
  const records = owner.api.client(AgreementRecordService);
  const waiting = async () => (await records.listUnsignedAgreements({ customerId })).records;
  await expect.poll(async () => (await waiting()).length).toBe(1);
  const [record] = await waiting();
  const hers = await openPage(browser, phone, { bypassCSP: false });
  const { page } = hers;
  await page.goto((await records.getUnsignedAgreementLink({ id: record?.id ?? "0" })).url);
  await page.getByLabel("Veterinarian *").fill("Dr. Doe");
  const signer = `Ruth${"e".repeat(190)}`;
  await page.getByLabel("Your full name *").fill(signer);
  await page.getByRole("img", { name: "Signature" }).scrollIntoViewIfNeeded();
  await draw(page);
  const agreements = owner.api.client(AgreementService);
  const [text] = (await agreements.listAgreements({})).agreements;
  const agreementContent = `${text?.agreementContent}<p>Late pickups cost ten dollars.</p>`;
  await agreements.updateAgreement({ id: text?.id ?? "0", agreementContent, isNeedFlush: true });
  await page.getByRole("button", { name: "Sign", exact: true }).click();
  await page.getByText("The text has changed since you opened it. Please read it again, then sign.").waitFor();
  await page.getByText("Late pickups cost ten dollars.").waitFor();
  expect(await axeFaults(page)).toEqual([]);
  expect(await page.getByLabel("Veterinarian *").inputValue()).toBe("Dr. Doe");
  await page.reload();
  expect(await page.getByLabel("Your full name *").inputValue()).toBe(signer);
  await page.getByRole("button", { name: "Sign", exact: true }).click();
  await page.getByText("Please sign", { exact: true }).waitFor();
  await page.getByRole("img", { name: "Signature" }).scrollIntoViewIfNeeded();
  await draw(page);
  await page.getByRole("button", { name: "Sign", exact: true }).click();
  await page.getByRole("heading", { name: "Thank you!" }).waitFor();
  const fits = "document.documentElement.scrollWidth <= innerWidth";
  expect(await page.evaluate(fits)).toBe(true);
  await hers.context.close();
  await beside.page.goto(`${app.url}/client/${customerId}/agreements`);
  await beside.page.getByRole("list", { name: "Signed" }).getByText(signer).waitFor();
  expect(await beside.page.evaluate(fits)).toBe(true);
  await beside.page.getByRole("list", { name: "Signed" }).getByRole("button", { name: "Open" }).click();
  const name = beside.page.getByRole("dialog", { name: "Signed agreement" }).getByText(signer, { exact: true });
  await name.waitFor();
  const runsOff = await name.evaluate((it) => {
    const { scrollWidth, clientWidth } = it as unknown as { scrollWidth: number; clientWidth: number };
    return scrollWidth > clientWidth;
  });
  expect(runsOff).toBe(false);
  await beside.steps.press("Close");
});

test("a preview says which placeholder there is not, saving says it once; one that is deleted is asked for no more", async () => {
  await owner.api.client(AgreementService).createAgreement({
    agreementHeader: "Photo release",
    agreementContent: "<p>You may show photos of {petName}.</p>",
    agreementRequiredType: 3,
  });
  const desk = await deskOf(browser, app.url, owner);
  const { page, steps } = desk;
  await page.goto(`${app.url}/agreement/setting`);
  await steps.row("Photo release").click();
  await page.getByRole("region", { name: "Versions" }).getByText("Version 1").waitFor();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("button", { name: "Delete agreement" }).click();
  await page.getByText("Agreement deleted").waitFor();
  await steps.row("Photo release").waitFor({ state: "detached" });
  expect(await page.getByText("We could not find that").count()).toBe(0);
  await steps.row("Service agreement").click();
  await page.getByRole("textbox", { name: "Text", exact: true }).press("ControlOrMeta+End");
  await page.keyboard.type(" {petNmae}");
  await page.getByRole("button", { name: "Preview" }).click();
  const wrong = page.getByText("There is no placeholder {petNmae}");
  await page.getByRole("dialog", { name: "Preview" }).getByText("There is no placeholder {petNmae}").waitFor();
  await page.getByRole("button", { name: "Close", exact: true }).last().click();
  await wrong.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Save agreement" }).click();
  await wrong.waitFor();
  expect(await wrong.count()).toBe(1);
  expect(desk.faults).toEqual([]);
  await desk.context.close();
});

test("the page on which a client signs has no faults for those who cannot see it", async () => {
  const visitor = await openPage(browser, phone);
  await visitor.page.goto(`${app.url}/agreement/sign/spoilt`);
  await visitor.page.getByText("The link has expired or is incomplete. Please ask for a new one.").waitFor();
  expect(await axeFaults(visitor.page)).toEqual([]);
  await visitor.context.close();
});

test("an address that names a client in letters says that there is no such page; a query that does loses the letters", async () => {
  for (const path of [
    "/client/letters",
    "/client/letters/agreements",
    `/client/${"9".repeat(20)}/pets`,
    "/setting/business/info/letters",
    "/nowhere/at/all",
  ]) {
    await beside.page.goto(app.url + path);
    await beside.page.getByRole("heading", { name: "There is no page at this address" }).waitFor();
    await beside.page.getByRole("navigation").first().waitFor();
  }
  await beside.page.goto(`${app.url}/calendar/grooming?date=${workday()}&appointment=letters`);
  await beside.page.getByRole("button", { name: /Otis/ }).first().waitFor();
  expect(new URL(beside.page.url()).searchParams.has("appointment")).toBe(false);
  expect(beside.faults).toEqual([]);
});

test("a client who signs up in another tab of the device they hold does not unlock it; what comes after needs the password of whoever handed it over", async () => {
  const { page, context } = tablet;
  await page.goto(`${app.url}/client/${await clientNamed("Otis")}/agreements`);
  await signHere();
  const note = () => page.evaluate("localStorage.getItem('leashline-handed-over')");
  const kept = await note();
  const tab = await context.newPage();
  const there = stepsOn(tab, app.url);
  await there.goTo("/sign_up");
  await there.fill({ "First name": "Otis", Email: `otis-${Date.now()}@clients.test`, Password: freshPassword() });
  await there.press("Create account");
  await tab.waitForURL(/\/business\/new-company/);
  // The page that was locked is the client's own by now, and shows nothing of the shop.
  await page.waitForURL(/\/business\/new-company/);
  expect(await page.getByText("Paper Trail Grooming").count()).toBe(0);
  expect(await note()).toBe(kept);
  await tab.close();
  await signInAs(context, app.url, owner);
  await page.goto(`${app.url}/client`);
  await showsNothingElse();
  await tablet.steps.press("For staff: unlock");
  const asked = page.getByRole("dialog", { name: "Unlock this device" });
  await asked.getByText("enter the password of Paula Paper").waitFor();
  await asked.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL(/\/sign_in/);
  await tablet.steps.fill({ "Email or phone": owner.email, Password: owner.password });
  await tablet.steps.press("Sign in");
  await page.getByRole("navigation").first().waitFor();
  expect(await note()).toBeNull();
  expect(tablet.faults).toEqual([]);
});
