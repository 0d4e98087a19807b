import { createHmac } from "node:crypto";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type App, sharedApp } from "./app.ts";
import { openBrowser } from "./browser.ts";
import { type Listener, openListener, type Posted } from "./listener.ts";
import { type Desk, deskOf, foundCompany, signedUp } from "./small-shop.ts";
import { openLocation, type Steps, stepsOn } from "./steps.ts";

// What a shop's own programs are told of, and how they know that it was us.

const name = `Upkeep ${Date.now().toString(36)}`;

let app: Omit<App, "stop">;
let browser: Browser;
let listener: Listener;
let desk: Desk;
let own: Steps;

beforeAll(async () => {
  app = await sharedApp();
  listener = await openListener({ refusing: 1 });
  const owner = await signedUp(app.url, "shop-webhooks.test", "Uma", "Keep");
  await foundCompany(owner, name);
  browser = await openBrowser();
  desk = await deskOf(browser, app.url, owner);
  own = desk.steps;
});
afterAll(async () => {
  await browser?.close();
  listener?.close();
});

/** Whether one of the signatures of a delivery was made with this secret. */
function signedWith(secret: string, { headers, body }: Posted): boolean {
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const sum = createHmac("sha256", key).update(`${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`).digest("base64");
  return String(headers["webhook-signature"]).split(" ").includes(`v1,${sum}`);
}

test("webhooks: only the chosen event, tried again when it was not taken, and two secrets while one replaces the other", async () => {
  const { url, posted } = listener;
  const secret = async () => {
    const value = await own.field("Signing secret").inputValue();
    await own.press("I saved it");
    return value;
  };
  const edit = () => own.press(`Edit ${url}`);
  await own.goTo("/setting/integration/webhooks");
  await own.press("Add address");
  await own.fill({ Address: url });
  await own.press("Account: business changed");
  await own.confirm("Add webhook");
  const first = await secret();
  await own.row("1 event").waitFor();
  await own.page.getByRole("link", { name: `What was sent to ${url}` }).click();

  const rename = async (phoneNumber: string) => {
    const page = await desk.context.newPage();
    const other = stepsOn(page, app.url);
    await openLocation(other, name);
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
  const last = posted.at(-1) as Posted;
  expect([first !== second, signedWith(first, last), signedWith(second, last)]).toEqual([true, true, true]);
  expect(signedWith(second, posted[0] as Posted)).toBe(false);
  await own.page.reload();
  await edit();
  await own.seen(/The old secret signs too until/);
  await own.turn("Send to this address", false);
  await own.confirm("Save webhook");
  await own.row("Off").waitFor();
  await own.usable();
});

test("nothing went wrong in the console", () => expect(desk.faults).toEqual([]));
