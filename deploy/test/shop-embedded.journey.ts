import http from "node:http";
import type { AddressInfo } from "node:net";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import {
  BookingPaymentType,
  DepositType,
  PaymentGroupKind,
  PaymentGroupService,
  PrepayType,
} from "@leashline/proto/leashline/online_booking/v1/payment_group_service_pb.js";
import { OnlineBookingSettingService } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import type { Browser, Frame, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type App, sharedApp } from "./app.ts";
import { axeFaults, openBrowser, openPage, phone, type Watched } from "./browser.ts";
import { enterCard } from "./checkout/drawer.ts";
import { confirmByText } from "./day/outside.ts";
import { saysWho, takesATime } from "./online/visitor.ts";
import { deskOf, foundCompany, type Person, signedUp } from "./small-shop.ts";

// A shop has a website of its own, on another host. The owner names it and copies a line; a pet parent books there, in a browser that lets a frame keep nothing.

/** After five seconds without a word the page around takes the frame away. */
const GIVES_UP_MS = 5_500;
const numbers = { free: "+12065550191", card: "+12065550192" };

let app: Omit<App, "stop">;
let browser: Browser;
let owner: Person;
let name: string;
let line = "";
const websites: http.Server[] = [];

/** A page as a shop might have it, with the line that the owner copied, and ears for what it hears. */
const website =
  () => `<!doctype html><html lang="en"><head><title>Paws by the Sea</title><meta name="viewport" content="width=device-width">
<style>body { margin: 0; font: 16px/1.5 Georgia, serif; background: #eef4f6; color: #123 } header, main, footer { max-width: 760px; margin: auto; padding: 16px } footer { min-height: 900px }</style></head>
<body><header><h1>Paws by the Sea</h1><p>${"We groom dogs of every size, by the beach and with patience. ".repeat(6)}</p></header>
<main><h2>Book a visit</h2>${line}</main><footer><p>Paws by the Sea, 1 Elm St</p></footer></body></html>`;

async function openWebsite(): Promise<string> {
  const server = http.createServer(({ url }, response) => {
    response
      .writeHead(url === "/" ? 200 : 404, { "content-type": "text/html; charset=utf-8", "referrer-policy": "no-referrer" })
      .end(url === "/" ? website() : "");
  });
  websites.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const visitorScript = `
if (window.parent === window) {
  window.heard = [];
  document.addEventListener("leashline:booked", ({ detail }) => window.heard.push(detail));
} else {
  const denied = { get() { throw new DOMException("Access is denied for this document.", "SecurityError"); } };
  for (const kept of ["localStorage", "sessionStorage", "indexedDB"]) Object.defineProperty(window, kept, denied);
  Object.defineProperty(document, "cookie", denied);
}`;

/** A frame of another site is denied all that it could keep, as the strictest browsers do; the page around it notes what it hears. */
async function openVisitor(): Promise<Watched> {
  const watched = await openPage(browser, phone, { bypassCSP: false });
  await watched.context.addInitScript({ content: visitorScript });
  return watched;
}

const heard = (page: Page) => page.evaluate<unknown[]>("window.heard");
const element = (page: Page) => page.locator('iframe[title="Book online"]');
async function framedOn(page: Page, site: string): Promise<Frame> {
  await page.goto(site);
  const frame = await (await element(page).elementHandle())?.contentFrame();
  if (!frame) throw new Error("there is no frame");
  return frame;
}

const measures =
  "[document.body.offsetHeight, document.documentElement.scrollHeight, document.documentElement.scrollWidth, window.innerWidth]";
/** The frame is as high as what stands in it: nothing to scroll within, nothing cut off, nothing empty below. */
const fits = async (page: Page, frame: Frame) => {
  await expect
    .poll(async () => {
      const { height = 0 } = (await element(page).boundingBox()) ?? {};
      const [body = 0, all = 0, wide = 0, room = 0] = await frame.evaluate<number[]>(measures);
      return { body: Math.abs(body - height) <= 1, all: Math.abs(all - height) <= 1, tooWide: wide - room };
    })
    .toEqual({ body: true, all: true, tooWide: 0 });
};

beforeAll(async () => {
  app = await sharedApp();
  owner = await signedUp(app.url, "embedded.test", "Ines", "Sander");
  await foundCompany(owner, "Paws by the Sea");
  const { api } = owner;
  await api.client(CatalogService).createStarterCatalog({ careTypes: ["GROOMING"] });
  const changes = { isEnable: true, clientPortal: true };
  const { setting } = await api.client(OnlineBookingSettingService).updateOnlineBookingSetting(changes);
  name = setting?.bookOnlineName ?? "";
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  for (const server of websites) server.close();
});

let site: string;

test("the owner names the website and takes the line for it along", async () => {
  site = await openWebsite();
  const { steps, context, page, faults } = await deskOf(browser, app.url, owner);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await steps.goTo("/online_booking/settings");
  await steps.fill({ "Your websites": "http://paws-by-the-sea.example" });
  await steps.press("Save online booking");
  await steps.seen("“http://paws-by-the-sea.example” should begin with https://");
  await steps.fill({ "Your websites": `www.paws-by-the-sea.example/\n${site}/` });
  await steps.press("Save online booking");
  await steps.seen("Online booking saved");
  await steps.holds("Your websites", `https://www.paws-by-the-sea.example\n${site}`);
  await steps.press("Copy line for your website");
  await steps.seen("Line copied");
  line = await page.evaluate<string>("navigator.clipboard.readText()");
  expect(line).toBe(`<script async src="${app.url}/embed.js" data-shop="${name}"></script>`);
  await steps.usable();
  expect(faults).toEqual([]);
  await context.close();
});

let visitor: Watched;
let frame: Frame;

test("a pet parent books on the website, from the first question to the request, with nothing kept in their browser", async () => {
  visitor = await openVisitor();
  const { page, context, faults } = visitor;
  frame = await framedOn(page, site);
  await frame.getByRole("heading", { name: "Who is coming?" }).waitFor();
  await fits(page, frame);
  expect(await axeFaults(page)).toEqual([]);
  const away = frame.getByRole("link", { name: /See your visits.*\(opens in a new tab\)/ });
  expect([await away.getAttribute("target"), await away.getAttribute("rel")]).toEqual(["_blank", "noopener"]);
  await frame.getByLabel("Pet's name").fill("Biscuit");
  await frame.getByRole("button", { name: /Full groom: small dog/ }).tap();
  await fits(page, frame);
  await frame.getByRole("button", { name: /^Choose a time/ }).tap();
  await frame
    .getByRole("heading", { name: /When|time/i })
    .first()
    .waitFor();
  await expect
    .poll(async () => Math.abs((await element(page).boundingBox())?.y ?? 99), { message: "the next question is in view" })
    .toBeLessThan(2);
  await takesATime(frame);
  await saysWho(frame, "Marsh", numbers.free);
  await fits(page, frame);
  expect(await heard(page)).toEqual([]);
  await confirmByText(app, frame, numbers.free, () => frame.getByRole("button", { name: "Send request" }).tap());
  await frame.getByText("Request sent").waitFor();
  await fits(page, frame);
  expect(await heard(page)).toEqual([null]);
  expect(await context.cookies()).toEqual([]);
  expect(faults).toEqual([]);
});

test("only what the frame itself says is heard, and only within bounds", async () => {
  const { page } = visitor;
  await page.evaluate(`
    window.postMessage({ from: "leashline", booked: true, height: 5000 }, "*");
    document.body.append(Object.assign(document.createElement("iframe"), {
      title: "Another",
      srcdoc: "<script>parent.postMessage({ from: 'leashline', booked: true, height: 5000 }, '*')</" + "script>",
    }));
    new Promise((resolve) => setTimeout(resolve, 500))`);
  expect(await heard(page)).toEqual([null]);
  await fits(page, frame);
  await frame.evaluate(`window.parent.postMessage({ from: "leashline", height: 1e9 }, "*")`);
  await expect.poll(async () => (await element(page).boundingBox())?.height).toBe(10_000);
});

test("a bank that wants to see its customer is led to in a tab of its own, and the request goes out from the frame", async () => {
  await owner.api.client(PaymentGroupService).updatePaymentGroupSetting({
    kind: PaymentGroupKind.NEW,
    paymentType: BookingPaymentType.PREPAY,
    prepayType: PrepayType.DEPOSIT,
    depositType: DepositType.PERCENTAGE,
    depositPercentage: 50,
  });
  const { page, context, faults } = visitor;
  frame = await framedOn(page, site);
  await frame.getByLabel("Pet's name").fill("Waffle");
  await frame.getByRole("button", { name: /Full groom: small dog/ }).tap();
  await frame.getByRole("button", { name: /^Choose a time/ }).tap();
  await takesATime(frame);
  await saysWho(frame, "Reed", numbers.card);
  await confirmByText(app, frame, numbers.card, () => frame.getByRole("button", { name: "Continue to your card" }).tap());
  await frame.getByRole("heading", { name: "Your payment" }).waitFor();
  await enterCard(frame, "4000000000003220");
  await frame.getByRole("button", { name: "Send request" }).tap();
  const bank = frame.getByRole("link", { name: /Go to your bank.*\(opens in a new tab\)/ });
  await bank.waitFor();
  await fits(page, frame);
  const opened = context.waitForEvent("page");
  await bank.tap();
  const tab = await opened;
  await tab.getByRole("button", { name: "Approve" }).tap();
  await tab.getByText("You are back from your bank").waitFor();
  await tab.getByRole("button", { name: "Start here instead" }).tap();
  await tab.getByRole("heading", { name: "Who is coming?" }).waitFor();
  expect(new URL(tab.url()).search).toBe("");
  await tab.close();
  await frame.getByRole("button", { name: "Send request" }).tap();
  await frame.getByText("Request sent").waitFor();
  await frame.getByText(/is held on Visa ·· 3220/).waitFor();
  expect(await heard(page)).toEqual([null]);
  expect(faults).toEqual([]);
});

test("in a browser that says nothing of where a frame stands the page is there all the same, as high as what stands in it", async () => {
  const { page, context, faults } = await openVisitor();
  await context.addInitScript({ content: `Object.defineProperty(Document.prototype, "referrer", { get: () => "" })` });
  const silent = await framedOn(page, site);
  await silent.getByRole("heading", { name: "Who is coming?" }).waitFor();
  await page.waitForTimeout(GIVES_UP_MS);
  expect(await page.getByRole("link", { name: "Book online (opens in a new tab)" }).isVisible()).toBe(false);
  await fits(page, silent);
  // Of the other website that is named the browser says that it is not around.
  expect(faults.filter((fault) => !fault.includes("https://www.paws-by-the-sea.example"))).toEqual([]);
  await context.close();
});

test("on a website that was not named the browser shows nothing of the shop, and a link leads to its page", async () => {
  const other = await openWebsite();
  const { page, faults } = await openVisitor();
  const refused = await framedOn(page, other);
  const link = page.getByRole("link", { name: "Book online (opens in a new tab)" });
  await link.waitFor();
  expect([await element(page).isVisible(), await link.getAttribute("href")]).toEqual([false, `${app.url}/ol/${name}/book`]);
  expect([await refused.getByText(/Who is coming|Paws by the Sea/).count(), await heard(page)]).toEqual([0, []]);
  expect(faults.join()).toMatch(/frame-ancestors http|frame-ancestors https/);
  expect(faults.filter((fault) => !fault.includes("frame-ancestors"))).toEqual([]);
});

/** Google, as far as it is asked for: what is loaded from there, and nothing that runs. */
async function googleOf({ context }: Watched): Promise<string[]> {
  const asked: string[] = [];
  await context.route(/^https:\/\/[^/]*google/, async (route) => {
    asked.push(route.request().url());
    await route.fulfill({ contentType: "text/javascript", body: "window.counted = (window.counted ?? 0) + 1;" });
  });
  return asked;
}

test("visits are counted with Google once the owner set an ID and the visitor agreed, on the page as in the frame; else nothing is asked of Google", async () => {
  const { steps, faults, context } = await deskOf(browser, app.url, owner);
  const book = `${app.url}/ol/${name}/book`;
  const consent = (page: Page | Frame) => page.getByRole("complementary", { name: "Visit counts" });
  const before = await openPage(browser, phone, { bypassCSP: false });
  const unasked = await googleOf(before);
  await before.page.goto(book);
  await before.page.getByRole("heading", { name: "Who is coming?" }).waitFor();
  expect(await consent(before.page).count()).toBe(0);
  await steps.goTo("/online_booking/landing_page");
  await steps.fill({ "Google Analytics ID": "GTM-ABC1234" });
  await steps.press(/^Save/);
  await steps.seen("Enter the measurement ID, like G-ABC123DEF4");
  await steps.fill({ "Google Analytics ID": " g-abc123def4 " });
  await steps.press(/^Save/);
  await steps.seen(/saved$/);

  const hers = await openPage(browser, phone, { bypassCSP: false });
  const asked = await googleOf(hers);
  await hers.page.goto(book);
  await consent(hers.page).getByText("May Paws by the Sea count your visit with Google Analytics?").waitFor();
  expect(await axeFaults(hers.page)).toEqual([]);
  await consent(hers.page).getByRole("button", { name: "No thanks" }).tap();
  await consent(hers.page).getByText("Your visit is not counted.").waitFor();
  await hers.page.reload();
  await consent(hers.page).getByText("Your visit is not counted.").waitFor();
  expect([asked, unasked]).toEqual([[], []]);
  await consent(hers.page).getByRole("button", { name: "Allow" }).tap();
  await expect.poll(() => asked).toEqual(["https://www.googletagmanager.com/gtag/js?id=G-ABC123DEF4"]);
  await expect.poll(() => hers.page.evaluate("window.counted")).toBe(1);
  await hers.page.goto(`${book}?resume=a-secret`);
  await consent(hers.page).getByText("Your visit is counted with Google Analytics.").waitFor();
  expect(asked.length, "a page opened by the link of a message is not counted").toBe(1);
  await hers.page.goto(book);
  await expect.poll(() => asked.length).toBe(2);
  await consent(hers.page).getByRole("button", { name: "Stop" }).tap();
  await consent(hers.page).getByText("Your visit is not counted.").waitFor();

  const around = await openVisitor();
  const askedAround = await googleOf(around);
  const inFrame = await framedOn(around.page, site);
  await consent(inFrame).getByRole("button", { name: "Allow" }).tap();
  await expect.poll(() => askedAround.length).toBe(1);
  expect([...before.faults, ...hers.faults, ...around.faults, ...faults]).toEqual([]);
  for (const one of [before, hers, around]) await one.context.close();
  await context.close();
});
