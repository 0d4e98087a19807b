import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "./migrate.ts";
import { desktop, openBrowser, openPage, phone, type Watched } from "./test/browser.ts";

// Takes the pictures of docs/images from a running demo: node deploy/pictures.ts http://localhost:8080 <password>
const [, , url = "http://localhost:8080", password = ""] = process.argv;
const folder = join(root, "docs", "images");
mkdirSync(folder, { recursive: true });

type Shot = { name: string; path: string; press?: string };
const shots: Shot[] = [
  { name: "calendar", path: "/calendar/grooming", press: ".card:not(.block)" },
  { name: "week", path: "/calendar/grooming?view=week" },
  { name: "today", path: "/home/overview?tab=finished" },
  { name: "clients", path: "/client" },
  { name: "messages", path: "/message", press: 'section[aria-label="Conversations"] button >> nth=5' },
  { name: "booking-requests", path: "/online_booking/requests" },
  { name: "day-report", path: "/report/dashboard" },
  { name: "settings-staff", path: "/setting/staff" },
];
const phoneShots: Shot[] = [
  { name: "today-phone", path: "/home/overview?tab=finished" },
  { name: "storefront-phone", path: "/ol/maple-street-pets" },
];

const browser = await openBrowser();
await take(await openPage(browser, desktop), shots);
const dark = await openPage(browser, desktop);
await dark.page.emulateMedia({ colorScheme: "dark" });
await take(dark, [{ name: "calendar-dark", path: "/calendar/grooming", press: ".card:not(.block)" }]);
await take(await openPage(browser, phone), phoneShots);
await browser.close();

async function take({ page, faults }: Watched, list: readonly Shot[]): Promise<void> {
  await page.goto(`${url}/sign_in`);
  await page.getByLabel("E-mail").fill("owner@demo.leashline.test");
  await page.getByLabel("Password").first().fill(password);
  await page.keyboard.press("Enter");
  await page.waitForURL((at) => !at.pathname.startsWith("/sign_in"));
  for (const { name, path, press } of list) {
    await page.goto(`${url}${path}`);
    await page.waitForLoadState("networkidle");
    if (press) {
      await page.locator(press).first().click();
      await page.waitForLoadState("networkidle");
    }
    await page.screenshot({ path: join(folder, `${name}.png`) });
    console.log(name);
  }
  for (const fault of faults) console.error(fault);
}
