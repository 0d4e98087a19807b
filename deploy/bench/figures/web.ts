import type { Browser, Page } from "playwright-core";
import { desktop, openBrowser, openPage } from "../../test/browser.ts";
import { type Figure, median, rounds } from "../figure.ts";
import type { Part, Setting } from "./setting.ts";

type Seen = { kiloBytes: number; firstKiloBytes: number; files: number; shift: number; readyMs: number };

/** Opens a route with an empty cache and adds up what its scripts weighed on the wire. */
async function open(browser: Browser, url: string, token: string, isThere: (page: Page) => Promise<unknown>): Promise<Seen> {
  const { page, context } = await openPage(browser, desktop);
  try {
    if (token) await context.addCookies([{ name: "leashline_session", value: token, url: new URL(url).origin }]);
    const wire = await context.newCDPSession(page);
    const scripts = new Set<string>();
    let bytes = 0;
    wire.on("Network.responseReceived", ({ requestId, response }) => {
      if (/javascript/.test(response.mimeType)) scripts.add(requestId);
    });
    wire.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) bytes += encodedDataLength;
    });
    await wire.send("Network.enable");
    await page.addInitScript(watchShifts);
    const since = performance.now();
    await page.goto(url);
    await isThere(page);
    const readyMs = performance.now() - since;
    const firstKiloBytes = bytes / 1000;
    await page.waitForLoadState("networkidle");
    const shift = await page.evaluate(() => (globalThis as unknown as { shifted: number }).shifted);
    return { kiloBytes: bytes / 1000, firstKiloBytes, files: scripts.size, shift, readyMs };
  } finally {
    await context.close();
  }
}

/** Runs in the page: layout shift as Lighthouse counts it, without its windows, so never less. */
function watchShifts(): void {
  const state = globalThis as unknown as { shifted: number };
  state.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) state.shifted += (entry as unknown as { value: number }).value;
    // The types are Node's; the page is a browser's.
  }).observe({ type: "layout-shift" as never, buffered: true });
}

const told = ({ files, firstKiloBytes }: Seen): string => `${files} files; ${Math.round(firstKiloBytes)} kB until it is usable`;

async function measure({ house, shop, fullDay }: Setting): Promise<Figure[]> {
  const browser = await openBrowser();
  try {
    const calendar = `${house.app.url}/calendar/grooming?date=${fullDay}`;
    const cards = (page: Page) => page.getByRole("button", { name: /Client Nr \d+/ });
    let drawn = 0;
    const all = async (page: Page) => {
      await cards(page).first().waitFor();
      drawn = await cards(page).count();
    };
    const seen: Seen[] = [];
    for (let n = 0; n < rounds; n++) seen.push(await open(browser, calendar, shop.identity.token, all));
    const signIn = await open(browser, `${house.app.url}/sign_in`, "", (page) => page.getByLabel("E-mail").first().waitFor());
    const [first] = seen as [Seen];
    const about = { unit: "kB" as const, better: "lower" as const };
    return [
      {
        name: "JavaScript of the calendar, compressed",
        value: first.kiloBytes,
        ...about,
        aim: 250,
        floor: 350,
        note: told(first),
      },
      {
        name: "JavaScript of signing in, compressed",
        value: signIn.kiloBytes,
        ...about,
        aim: 150,
        floor: 200,
        note: told(signIn),
      },
      {
        name: "layout shift, calendar with 100 cards",
        value: Math.max(...seen.map((one) => one.shift)),
        unit: "count",
        better: "lower",
        aim: 0,
        note: `largest of ${rounds}; ${drawn} cards drawn at first sight`,
      },
      {
        name: "calendar with 100 cards, empty cache, first card",
        value: median(seen.map((one) => one.readyMs)),
        unit: "ms",
        better: "lower",
      },
    ];
  } finally {
    await browser.close();
  }
}

export const web: Part = { name: "web", measure };
