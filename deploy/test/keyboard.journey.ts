import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type App, sharedApp } from "./app.ts";
import { desktop, openBrowser, openPage, type Watched } from "./browser.ts";
import { textLike } from "./day/outside.ts";
import { type Hands, handsOn } from "./hands.ts";
import { foundCompany, type Person, signedUp } from "./small-shop.ts";
import { workday } from "./workday.ts";

// A shop's day without a mouse: nothing here points or clicks. After every step something visible has the focus.

const visitor = `+1207${2_000_000 + (Date.now() % 8_000_000)}`;

let app: Omit<App, "stop">;
let browser: Browser;
let owner: Person;
let hands: Watched;
let page: Page;
let key: Hands["key"];
let type: Hands["type"];
let focused: Hands["focused"];
let holds: Hands["holds"];
let reach: Hands["reach"];

beforeAll(async () => {
  app = await sharedApp();
  browser = await openBrowser();
  owner = await signedUp(app.url, "keyboard.test", "Kay", "Board");
  await foundCompany(owner, "Keys Only Grooming");
  await owner.api.client(CatalogService).createStarterCatalog({ careTypes: ["GROOMING"] });
  await owner.api.client(ClientService).createClientWithPets({
    client: { firstName: "Dana", lastName: "Whitcomb", phoneNumber: "+12065550142" },
    pets: [{ petName: "Biscuit", petType: "Dog" }],
  });
  hands = await openPage(browser, desktop);
  page = hands.page;
  ({ key, type, focused, holds, reach } = handsOn(page));
});
afterAll(async () => await browser?.close());

/** Whether what has the focus is seen in its middle, and lies behind nothing. */
const isInView = (): Promise<boolean> =>
  page.evaluate<boolean>(`(() => {
    const { left, top, width, height } = document.activeElement.getBoundingClientRect();
    return document.activeElement.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  })()`);

test("signs in, and finds the calendar by its name", async () => {
  await page.goto(`${app.url}/sign_in`);
  await holds(/Email/);
  await type(owner.email);
  await key("Tab");
  await type(owner.password);
  await key("Enter");
  await page.waitForURL(/home|calendar/);
  await page.getByRole("tab", { name: /^Expected/ }).waitFor();
  await key("Control+k");
  await holds(/Find anything/);
  await type("calendar");
  await page
    .getByRole("option", { name: /calendar/i })
    .first()
    .waitFor();
  await key("Enter");
  await page.waitForURL(/calendar\/grooming/);
  // What was left is gone; the new page has the focus.
  await vi.waitFor(async () => expect(await focused()).not.toBe(""));
});

test("books at a time chosen by arrows, and comes back to the column when it thinks better of it", async () => {
  await page.goto(`${app.url}/calendar/grooming?date=${workday("America/New_York")}`);
  await page.getByRole("region", { name: "Calendar" }).waitFor();
  await reach(/Arrow keys choose a time/);
  const hint = page.locator(".hint");
  const first = await hint.textContent();
  await key("ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown");
  await vi.waitFor(async () => expect(await hint.textContent()).not.toBe(first));
  await key("Enter");
  await holds(/^Client/);
  await key("Escape");
  await holds(/Arrow keys choose a time/);
  await key("Enter");
  await holds(/^Client/);
  await type("whitcomb");
  await page.getByRole("option", { name: /Dana Whitcomb/ }).waitFor();
  await key("Enter");
  await holds(/^Change$/);
  await page.getByRole("button", { name: /Full groom: small dog/ }).waitFor();
  await reach(/Full groom: small dog/);
  await key("Enter");
  await reach(/^Book ·/);
  await key("Enter");
  await page.locator(".card:not(.planned)").filter({ hasText: "Whitcomb" }).waitFor();
  await vi.waitFor(async () => expect(await focused()).not.toBe(""));
  await page.goto(`${app.url}/calendar/grooming?date=${workday("America/New_York")}`);
});

test("an appointment opens under the keys, is moved, longer, and brought through its day; Escape leads back to its card", async () => {
  await page.locator(".card").filter({ hasText: "Whitcomb" }).waitFor();
  await reach(/^Dana Whitcomb, Biscuit/);
  await key("Enter");
  await holds(/^Appointment$/);
  await reach(/More for this appointment/);
  await key("Enter");
  await holds(/^(Confirm|Edit)/);
  await reach(/^Move…$/, "ArrowDown");
  await key("Enter");
  await page.getByRole("dialog", { name: "Move the appointment" }).waitFor();
  await reach(/^End/);
  const card = page.locator(".card").filter({ hasText: "Whitcomb" });
  const before = await card.getAttribute("aria-label");
  await key("Control+a");
  await type("6:00 PM");
  await key("Enter");
  await page.getByText(/^Now /).waitFor();
  await holds(/More for this appointment/);
  await vi.waitFor(async () => expect(await card.getAttribute("aria-label")).not.toBe(before));
  await reach(/^Check in$/);
  await key("Enter");
  await page.getByRole("button", { name: "Check in anyway" }).click();
  await holds(/^Mark ready$/);
  await key("Escape");
  await holds(/^Dana Whitcomb, Biscuit/);
});

test("takes the money, gives it back, and is on the appointment again", async () => {
  await key("Enter");
  await holds(/^Appointment$/);
  await page.getByRole("button", { name: /^Check out/ }).waitFor();
  await reach(/^Check out/);
  await key("Enter");
  await page.getByRole("dialog", { name: /^Check out/ }).waitFor();
  await reach(/^Take \$/);
  await key("Enter");
  await page.getByRole("button", { name: "Text receipt" }).waitFor();
  await reach(/^Refund$/);
  await key("Enter");
  await holds(/^Amount/);
  await reach(/^Refund \$/);
  await key("Enter");
  await page
    .getByText(/Refunded/)
    .first()
    .waitFor();
  await vi.waitFor(async () => expect(await focused()).not.toBe(""));
  await key("Escape");
  await holds(/^Check out|invoice/);
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await key("Escape");
  await holds(/^Dana Whitcomb, Biscuit/);
});

test("answers a client, and Escape leads back to the list", async () => {
  await key("g", "m");
  await page.getByRole("button", { name: "Open", exact: true }).waitFor();
  await reach(/^Open$/);
  await key("Enter");
  await page.getByRole("button", { name: /Dana Whitcomb/ }).waitFor();
  await reach(/^Dana Whitcomb/);
  await key("Enter");
  await holds(/^Conversation$/);
  await page.getByRole("textbox", { name: "Text message" }).waitFor();
  await reach(/^Text message/);
  await type("Biscuit is ready");
  await key("Control+Enter");
  await page.getByRole("log").getByText("Biscuit is ready").waitFor();
  await holds(/^Text message/);
  await key("Escape");
  await holds(/^Dana Whitcomb/);
});

test("is asked about unsaved settings, stays with the field, and saves", async () => {
  await page.goto(`${app.url}/setting/general`);
  await page.getByRole("textbox", { name: "Company name" }).waitFor();
  await reach(/^Company name/);
  await key("End");
  await type(" II");
  await key("Control+k");
  await holds(/Find anything/);
  await type("clients");
  await page
    .getByRole("option", { name: /^Clients/ })
    .first()
    .waitFor();
  await key("Enter");
  await holds(/^Save and leave$/);
  await key("Escape");
  await holds(/^Company name/);
  await reach(/^Save settings$/);
  await key("Enter");
  await page.getByText("Settings saved").waitFor();
  expect(hands.faults).toEqual([]);
});

test("a pet parent books on the storefront until the request is sent, the focus on every question", async () => {
  await page.goto(`${app.url}/ol/maple-street-pets`);
  await page.getByRole("heading", { name: "Who is coming?" }).waitFor();
  await reach(/^Pet's name/);
  await type("Rex");
  await reach(/^Nail trim/);
  expect(await isInView(), "what has the focus does not lie behind the bar at the foot").toBe(true);
  await key("Enter");
  await reach(/^Been here before/);
  expect(await isInView()).toBe(true);
  await reach(/^Choose a time/);
  await key("Enter");
  await page.getByRole("heading", { name: "What time works for Rex?" }).waitFor();
  await vi.waitFor(async () => expect(await focused()).not.toBe(""));
  await page
    .getByRole("button", { name: /^\d+:\d\d [AP]M/ })
    .first()
    .waitFor();
  await reach(/^\d+:\d\d [AP]M/);
  await key("Enter");
  await page.getByRole("button", { name: /held for/ }).waitFor();
  await reach(/held for/);
  await key("Enter");
  await page.getByRole("textbox", { name: "First name" }).waitFor();
  await vi.waitFor(async () => expect(await focused()).not.toBe(""));
  await reach(/^First name/);
  await type("Kim");
  await reach(/^Last name/);
  await type("Keys");
  await reach(/^Phone/);
  await type(visitor.slice(2));
  await reach(/^Send request/);
  await key("Enter");
  await page.getByRole("heading", { name: "Check your texts" }).waitFor();
  const { body } = await textLike(app, visitor, /^\d{6} is your code/);
  await holds(/^Code/);
  await type(body.slice(0, 6));
  await page.getByRole("heading", { name: "Request sent" }).waitFor();
  expect(await page.getByRole("link", { name: "See your visits" }).getAttribute("href")).toBe("/ol/maple-street-pets/me");
  await vi.waitFor(async () => expect(await focused()).not.toBe(""));
  expect(hands.faults).toEqual([]);
});
