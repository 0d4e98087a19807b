import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { root } from "./migrate.ts";
import { desktop, openBrowser, openPage, phone, type Watched } from "./test/browser.ts";

// Takes the pictures of docs/images from a running demo: node deploy/pictures.ts http://localhost:8080 <password> [--at=<instant>] [name ...]
// `--at` is what the pages take for now, such as the instant that the demo was laid out at.
const [, , url = "http://localhost:8080", password = "", ...more] = process.argv;
const only = more.filter((name) => !name.startsWith("--at="));
const at = more.find((name) => name.startsWith("--at="))?.slice("--at=".length);
const folder = join(root, "docs", "images");
mkdirSync(folder, { recursive: true });

type Shot = { name: string; path: string; press?: string };
// A visit that is not over yet: one can still do something with it.
const card = ".card:not(.block):not(.done)";
const shots: Shot[] = [
  { name: "calendar", path: "/calendar/grooming", press: card },
  { name: "week", path: "/calendar/grooming?view=week" },
  { name: "month", path: "/calendar/grooming?view=month" },
  { name: "lodging", path: "/calendar/lodging" },
  { name: "today", path: "/home/overview" },
  { name: "insights", path: "/report/dashboard" },
  { name: "checkout", path: "/home/overview?tab=ready", press: 'button:has-text("Check out")' },
  { name: "clients", path: "/client" },
  { name: "client", path: "/client", press: 'table a:has-text("Arlo Ivanov")' },
  { name: "import", path: "/client?import=1" },
  { name: "messages", path: "/message", press: 'section[aria-label="Conversations"] button:has-text("Dana Whitcomb")' },
  { name: "booking-requests", path: "/online_booking/requests" },
  { name: "day-report", path: "/report/reports", press: 'button:has-text("Last 7 days")' },
  { name: "settings-staff", path: "/setting/staff" },
  { name: "settings-roles", path: "/setting/staff/roles" },
  { name: "settings-services", path: "/setting/services" },
  { name: "auto-messages", path: "/setting/AutoMessage", press: 'button:has-text("Edit")' },
];
const darkShots: Shot[] = [{ name: "calendar-dark", path: "/calendar/grooming", press: card }];
const phoneShots: Shot[] = [
  { name: "calendar-phone", path: "/calendar/grooming" },
  { name: "today-phone", path: "/home/overview" },
  { name: "clients-phone", path: "/client" },
  { name: "storefront-phone", path: "/ol/maple-street-pets" },
];

const browser = await openBrowser();
await take(await openPage(browser, desktop), shots, "sign-in");
const dark = await openPage(browser, desktop);
await dark.page.emulateMedia({ colorScheme: "dark" });
await take(dark, darkShots);
await take(await openPage(browser, phone), phoneShots);
await browser.close();

/** What was asked for is there, and nothing moves any more; what begins to load late is waited for as well. */
async function settled(page: Page): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await page.waitForTimeout(400);
    await page.waitForLoadState("networkidle");
    await page.waitForFunction("!document.querySelector('[aria-busy=true], .MuiSkeleton-root')");
  }
}

async function take({ page, faults }: Watched, list: readonly Shot[], first = ""): Promise<void> {
  const wanted = list.filter(({ name }) => only.length === 0 || only.includes(name));
  const keep = async (name: string) => {
    await page.screenshot({ path: join(folder, `${name}.png`) });
    console.log(name);
  };
  if (at) await page.clock.setFixedTime(new Date(at));
  await page.goto(`${url}/sign_in`);
  await page.getByLabel("Email").waitFor();
  if (first && (only.length === 0 || only.includes(first))) await keep(first);
  await page.getByLabel("Email").fill("owner@demo.leashline.test");
  await page.getByLabel("Password").first().fill(password);
  await page.keyboard.press("Enter");
  await page.waitForURL((now) => !now.pathname.startsWith("/sign_in"));
  for (const { name, path, press } of wanted) {
    await page.goto(`${url}${path}`);
    await settled(page);
    if (press) {
      await page.locator(press).first().click();
      await settled(page);
    }
    await keep(name);
  }
  for (const fault of faults) console.error(fault);
}
