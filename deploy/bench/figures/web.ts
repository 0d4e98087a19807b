import type { Browser, Page } from "playwright-core";
import { desktop, openBrowser, openPage } from "../../test/browser.ts";
import { type Figure, median, rounds } from "../figure.ts";
import { judge } from "../lighthouse.ts";
import type { Part, Setting } from "./setting.ts";

type Weight = { bytes: number; files: number };
type Seen = { first: Weight; later: Weight; shift: number; moved: string[]; readyMs: number };

/** Runs in the page: the bodies of its scripts as they came over the wire, compressed, without headers. */
export const scripts = (): Weight => {
  const all = performance.getEntriesByType("resource") as unknown as { name: string; encodedBodySize: number }[];
  const sizes = all.filter(({ name }) => new URL(name).pathname.endsWith(".js")).map((one) => one.encodedBodySize);
  return { bytes: sizes.reduce((sum, size) => sum + size, 0), files: sizes.length };
};

/** Opens a route with an empty cache: what it weighs until it is at rest, and what follows when the person begins to move. */
async function open(browser: Browser, url: string, token: string, isThere: (page: Page) => Promise<unknown>): Promise<Seen> {
  const { page, context } = await openPage(browser, desktop);
  try {
    if (token) await context.addCookies([{ name: "leashline_session", value: token, url: new URL(url).origin }]);
    await page.addInitScript(watch);
    const since = performance.now();
    await page.goto(url);
    await isThere(page);
    const readyMs = performance.now() - since;
    await page.waitForLoadState("networkidle");
    const first = await page.evaluate(scripts);
    const { shifted: shift, moved } = await page.evaluate(() => {
      const { shifted, moved } = globalThis as unknown as Shifts;
      return { shifted, moved };
    });
    await page.mouse.move(300, 300);
    await page.waitForFunction(atRest, await page.evaluate(() => performance.now()));
    const all = await page.evaluate(scripts);
    return { first, later: { bytes: all.bytes - first.bytes, files: all.files - first.files }, shift, moved, readyMs };
  } finally {
    await context.close();
  }
}

/** Runs in the page: whether nothing has arrived for two seconds. */
function atRest(since: number): boolean {
  const ends = (performance.getEntriesByType("resource") as unknown as { responseEnd: number }[]).map((one) => one.responseEnd);
  return performance.now() - Math.max(since, ...ends) > 2_000;
}

type Shifts = { shifted: number; moved: string[] };
type Box = { x: number; y: number; width: number; height: number };
type Shift = {
  value: number;
  startTime: number;
  sources: { node?: { nodeName: string; textContent: string }; previousRect: Box; currentRect: Box }[];
};

/** Runs in the page: layout shift as Lighthouse counts it, without its windows, so never less; and what moved where. */
function watch(): void {
  const state = globalThis as unknown as Shifts;
  state.shifted = 0;
  state.moved = [];
  performance.setResourceTimingBufferSize(5_000);
  const at = ({ x, y, width, height }: Box) => `${x},${y} ${width}x${height}`;
  new PerformanceObserver((list) => {
    for (const { value, startTime, sources } of list.getEntries() as unknown as Shift[]) {
      state.shifted += value;
      for (const { node, previousRect, currentRect } of sources)
        state.moved.push(
          `${Math.round(startTime)} ms ${node?.nodeName} "${node?.textContent.slice(0, 30)}" ${at(previousRect)} -> ${at(currentRect)}`,
        );
    }
    // The types are Node's; the page is a browser's.
  }).observe({ type: "layout-shift" as never, buffered: true });
}

/** The gateway compresses a new build in the background, best quality last; what it serves until then is not what is asked here. */
export async function untilCompressed(url: string): Promise<void> {
  const page = await (await fetch(url, { headers: { accept: "text/html" } })).text();
  const files = [...page.matchAll(/\/assets\/[\w.-]+\.js/g)].map(([path]) => new URL(path, url));
  const ask = (file: URL) => fetch(file, { headers: { "accept-encoding": "br" } });
  const deadline = performance.now() + 60_000;
  for (const file of files) {
    for (let answer = await ask(file); answer.headers.get("content-encoding") !== "br"; answer = await ask(file)) {
      const size = (await answer.arrayBuffer()).byteLength;
      if (size < 1_024) break;
      if (performance.now() > deadline) throw new Error(`${file} is not compressed after a minute`);
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
}

const kB = (bytes: number): number => bytes / 1000;
const told = ({ first, later }: Seen): string =>
  `bodies as sent, ${first.files} files; ${Math.round(kB(later.bytes))} kB in ${later.files} more once somebody moves`;

async function measure({ house, shop, fullDay }: Setting): Promise<Figure[]> {
  const calendar = `${house.app.url}/calendar/grooming?date=${fullDay}`;
  await untilCompressed(calendar);
  const judged = [];
  for (let n = 0; n < rounds; n++) judged.push(await judge(calendar, shop.identity.token));
  const browser = await openBrowser();
  try {
    let drawn = 0;
    const all = async (page: Page) => {
      const cards = page.getByRole("button", { name: /Client Nr \d+/ });
      await cards.first().waitFor();
      drawn = await cards.count();
    };
    const seen: Seen[] = [];
    for (let n = 0; n < rounds; n++) seen.push(await open(browser, calendar, shop.identity.token, all));
    const signIn = await open(browser, `${house.app.url}/sign_in`, "", (page) => page.getByLabel("E-mail").first().waitFor());
    const [day] = seen as [Seen];
    const lower = { better: "lower" as const };
    return [
      {
        name: "JavaScript of the calendar, compressed",
        value: kB(day.first.bytes),
        unit: "kB",
        ...lower,
        aim: 250,
        floor: 350,
        note: told(day),
      },
      {
        name: "JavaScript of signing in, compressed",
        value: kB(signIn.first.bytes),
        unit: "kB",
        ...lower,
        aim: 150,
        floor: 200,
        note: told(signIn),
      },
      {
        name: "layout shift, calendar with 100 cards",
        value: Math.max(...seen.map((one) => one.shift), ...judged.map((one) => one.shift)),
        unit: "count",
        ...lower,
        aim: 0,
        note: [
          `largest of ${rounds} openings and ${rounds} by Lighthouse; ${drawn} cards drawn at first sight`,
          ...seen.flatMap((one) => one.moved),
        ].join("; "),
      },
      {
        name: "Lighthouse desktop, calendar with 100 cards",
        value: median(judged.map((one) => one.score)),
        unit: "ratio",
        better: "higher",
        aim: 1,
        note: `performance, median of ${rounds}: ${judged.map((one) => one.score.toFixed(2)).join(", ")}`,
      },
      { name: "calendar with 100 cards, empty cache, first card", value: median(seen.map((one) => one.readyMs)), unit: "ms", ...lower },
    ];
  } finally {
    await browser.close();
  }
}

export const web: Part = { name: "web", measure };
