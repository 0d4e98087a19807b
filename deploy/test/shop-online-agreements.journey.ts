import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { OnlineBookingSettingService } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type App, sharedApp } from "./app.ts";
import { axeFaults, openBrowser, openPage, phone, type Watched } from "./browser.ts";
import { confirmByText, textsTo } from "./day/outside.ts";
import { arrivesAt, saysWho, takesATime } from "./online/visitor.ts";
import { type Desk, deskOf, foundCompany, type Person, signedUp } from "./small-shop.ts";
import { usd } from "./wire.ts";

// An owner asks whoever books online to sign; a pet parent reads and signs on their phone before they send the request; accepted, it stands with the client.

const number = "+12065550188";

let app: Omit<App, "stop">;
let browser: Browser;
let owner: Person;
let desk: Desk;
let parent: Watched;
let name: string;

beforeAll(async () => {
  app = await sharedApp();
  owner = await signedUp(app.url, "signs.test", "Tess", "Sign");
  await foundCompany(owner, "Signs & Co");
  const { api } = owner;
  await api.client(CatalogService).createService({ service: { name: "Full groom", careType: "GROOMING", price: usd(80n), duration: 60 } });
  const { setting } = await api.client(OnlineBookingSettingService).updateOnlineBookingSetting({ isEnable: true });
  name = setting?.bookOnlineName ?? "";
  browser = await openBrowser();
  desk = await deskOf(browser, app.url, owner);
  parent = await openPage(browser, phone);
});
afterAll(async () => await browser?.close());

const page = (): Page => parent.page;
const press = (what: RegExp | string) => page().getByRole("button", { name: what }).tap();
const text = () => desk.page.getByRole("textbox", { name: "Text", exact: true });

async function writes(title: string, words: string): Promise<void> {
  await desk.steps.goTo("/agreement/setting");
  await desk.steps.press("Add agreement");
  await desk.steps.field("Title").fill(title);
  await text().click();
  await desk.page.keyboard.type(words);
  await desk.steps.turn(/^Ask clients who book online/, true);
  await desk.steps.confirm("Add agreement");
  await desk.steps.row(title).waitFor();
}

/** A finger on the line. */
async function draws(): Promise<void> {
  const pad = page().getByRole("img", { name: "Signature" }).last();
  await pad.scrollIntoViewIfNeeded();
  const box = (await pad.boundingBox())!;
  const at = (x: number, y: number) => page().mouse.move(box.x + box.width * x, box.y + box.height * y, { steps: 6 });
  await at(0.2, 0.6);
  await page().mouse.down();
  for (const [x, y] of [
    [0.4, 0.3],
    [0.6, 0.7],
    [0.8, 0.4],
  ] as const)
    await at(x, y);
  await page().mouse.up();
}

test("an owner writes two texts that whoever books online signs", async () => {
  await writes("Grooming terms", "{customerFullName} trusts {businessName} with {petName}.");
  await writes("Photo release", "We may show {petName} on our wall.");
  expect(desk.faults).toEqual([]);
});

test("on a phone they are read and signed before the request is sent, and stay so through a reload and on the way back", async () => {
  await page().goto(`${app.url}/ol/${name}/book`);
  await page().getByLabel("Pet's name").fill("Waffle");
  await press(/^Full groom/);
  await press(/^Choose a time/);
  await takesATime(page());
  await saysWho(page(), "Waffle", number);
  await confirmByText(app, page(), number, () => press("Continue to sign"));
  await arrivesAt(page(), "Please read and sign");
  await page().getByText("Nell Waffle trusts Signs & Co with Waffle.").waitFor();
  await press("Sign");
  await page().getByText("Your name is needed").waitFor();
  await page().getByText("Please sign", { exact: true }).waitFor();
  expect(await axeFaults(page())).toEqual([]);
  await page().getByLabel("Your full name *").fill("Nell Waffle");
  await page().getByText("Your name is needed").waitFor({ state: "detached" });
  await draws();
  await page().reload();
  await page().getByRole("heading", { name: "Grooming terms" }).waitFor();
  expect(await page().getByLabel("Your full name *").inputValue()).toBe("Nell Waffle");
  await press("Sign");
  await page().getByRole("heading", { name: "Photo release" }).waitFor();
  await page().getByText("Grooming terms: signed by Nell Waffle").waitFor();
  await press("Back");
  await page().getByRole("heading", { name: "How do we reach you?" }).waitFor();
  await press("Send request");
  await page().getByText("We may show Waffle on our wall.").waitFor();
});

test("a text that the owner changes meanwhile is asked for again, with the reason, and what was typed is kept; signed by keyboard it goes out", async () => {
  await desk.steps.goTo("/agreement/setting");
  await desk.steps.row("Grooming terms").click();
  await text().press("ControlOrMeta+End");
  await desk.page.keyboard.type(" We call before we cut mats.");
  await desk.steps.confirm("Save agreement");
  await page().getByLabel("Your full name *").focus();
  await page().keyboard.type("Nell Waffle");
  await page().keyboard.press("Tab");
  await page().keyboard.press("Enter");
  await page().getByRole("button", { name: "Clear" }).waitFor();
  await page().getByRole("button", { name: "Sign and send request" }).focus();
  await page().keyboard.press("Enter");
  await page().getByText("The text has changed since you signed it. Please read it again, then sign.").waitFor();
  await page().getByText("We call before we cut mats.").waitFor();
  expect(await page().getByLabel("Your full name *").inputValue()).toBe("Nell Waffle");
  expect(await axeFaults(page())).toEqual([]);
  await draws();
  await press("Sign and send request");
  await page().getByRole("heading", { name: "Request sent" }).waitFor();
});

test("staff read on the request what was signed; accepted, it stands with the client and nothing is asked any more", async () => {
  await desk.steps.goTo("/online_booking/requests");
  await desk.steps.seen("Agreements signed");
  await desk.steps.seen(/Agreements signed: Nell Waffle, .*\(Grooming terms, Photo release\)/);
  await desk.steps.press("Read what was signed");
  const sheet = desk.page.getByRole("dialog", { name: "Signed agreements" });
  await sheet.getByText("Nell Waffle trusts Signs & Co with Waffle. We call before we cut mats.").waitFor();
  expect(await axeFaults(desk.page)).toEqual([]);
  await sheet.getByRole("button", { name: "Close" }).click();
  await sheet.waitFor({ state: "detached" });
  await desk.steps.press("Accept");
  await page().getByRole("heading", { name: "You are booked" }).waitFor({ timeout: 60_000 });
  expect(await page().getByRole("region", { name: "To sign" }).count()).toBe(0);
  await desk.steps.goTo("/client");
  await desk.page.getByRole("link", { name: "Nell Waffle" }).first().click();
  await desk.page.waitForURL(/\/client\/\d+/);
  const { pathname } = new URL(desk.page.url());
  await desk.steps.goTo(`/client/${pathname.split("/")[2]}/agreements`);
  await desk.steps.seen("Nothing to sign.");
  const list = desk.page.getByRole("list", { name: "Signed" });
  await expect.poll(() => list.getByRole("button", { name: "Open" }).count()).toBe(2);
  await list.getByRole("button", { name: "Open" }).first().click();
  const happened = desk.page.getByRole("list", { name: "What happened" }).getByRole("listitem");
  await happened.filter({ hasText: "Signed, from" }).waitFor();
  expect((await textsTo(app, number)).filter(({ body }) => body.includes("/agreement/sign/"))).toEqual([]);
  expect([...desk.faults, ...parent.faults]).toEqual([]);
});

test("who joins the waitlist signs there by the same step", async () => {
  const faults = parent.faults;
  parent = await openPage(browser, phone);
  const other = "+12065550189";
  await page().goto(`${app.url}/ol/${name}/book`);
  await page().getByLabel("Pet's name").fill("Pickle");
  await press(/^Full groom/);
  await press(/^Choose a time/);
  await press(/Join the waitlist$/);
  await saysWho(page(), "Pickle", other);
  await confirmByText(app, page(), other, () => press("Continue to sign"));
  await page()
    .getByText(/asks you to read and sign these before you join the waitlist/)
    .waitFor();
  expect(await axeFaults(page())).toEqual([]);
  for (const [title, sign] of [
    ["Grooming terms", "Sign"],
    ["Photo release", "Sign and join the waitlist"],
  ] as const) {
    await page().getByRole("heading", { name: title }).waitFor();
    await page().getByLabel("Your full name *").fill("Nell Pickle");
    await draws();
    await press(sign);
  }
  await page().getByRole("heading", { name: "You are on the waitlist" }).waitFor();
  expect([...faults, ...parent.faults, ...desk.faults]).toEqual([]);
});
