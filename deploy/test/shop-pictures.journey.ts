import { randomBytes } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";
import type { Browser, Request, Route } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sharedApp } from "./app.ts";
import { openBrowser } from "./browser.ts";
import { type Desk, deskOf, foundCompany, signedUp } from "./small-shop.ts";
import { openLocation, type Steps } from "./steps.ts";

// A picture on its way to a shop whose line is bad: in parts, tried again, given up.

const name = `Upkeep ${Date.now().toString(36)}`;

let browser: Browser;
let desk: Desk;
let own: Steps;

beforeAll(async () => {
  const app = await sharedApp();
  const owner = await signedUp(app.url, "shop-pictures.test", "Uma", "Keep");
  await foundCompany(owner, name);
  browser = await openBrowser();
  desk = await deskOf(browser, app.url, owner);
  own = desk.steps;
});
afterAll(async () => browser?.close());

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
  await openLocation(own, name);
  const file = own.page.locator("input[type=file]");
  const image = own.page.getByRole("img", { name: `Picture of ${name}` });
  await file.waitFor({ state: "attached" });

  const held: Route[] = [];
  await own.page.route("**/uploads/parts/**", (route) => void held.push(route));
  await file.setInputFiles(picture);
  await expect.poll(() => held.length).toBe(1);
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
  const image = own.page.getByRole("img", { name: `Picture of ${name}` });
  const width = () => image.evaluate((img) => (img as unknown as { naturalWidth: number }).naturalWidth);
  await expect.poll(width).toBe(40);
  await own.page.unrouteAll({ behavior: "ignoreErrors" });
  await own.press("Save location");
  await own.seen("Location saved");
});

test("nothing went wrong in the console", () =>
  expect(desk.faults.filter((one) => !/ERR_CONNECTION_RESET|ERR_FAILED|status of 503/.test(one))).toEqual([]));
