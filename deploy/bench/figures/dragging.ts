import type { Browser, Page } from "playwright-core";
import { desktop, openPage } from "../../test/browser.ts";
import { type Figure, median, rounds } from "../figure.ts";

type Drag = { perSecond: number; slowest: number; shift: number };
type Frames = { frames: number[]; shift: number; stop: boolean };

const draggedMs = 2_000;

/** Writes down when each frame begins and how much moves by itself; runs in the page. */
function watchFrames(): void {
  const seen: Frames = { frames: [], shift: 0, stop: false };
  // The types are Node's; the page is a browser's.
  const { requestAnimationFrame } = globalThis as unknown as { requestAnimationFrame: (then: (at: number) => void) => void };
  Object.assign(globalThis, { dragged: seen });
  const frame = (at: number) => {
    seen.frames.push(at);
    if (!seen.stop) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries() as unknown as { value: number }[]) seen.shift += value;
  }).observe({ type: "layout-shift" as never, buffered: true });
}

/** Over several columns and up and down them, as somebody does who looks for a place. */
async function dragAbout(page: Page): Promise<void> {
  const card = await page.locator(".card").nth(40).boundingBox();
  if (!card) throw new Error("no card to drag");
  const [x, y] = [card.x + 20, card.y + 10];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 12, y + 12);
  await page.locator(".ghost").waitFor();
  await page.evaluate(watchFrames);
  const began = performance.now();
  for (let ms = 0; ms < draggedMs; ms = performance.now() - began)
    await page.mouse.move(700 + 500 * Math.sin(ms / 300), 450 + 250 * Math.cos(ms / 220));
  await page.evaluate(() => {
    (globalThis as unknown as { dragged: Frames }).dragged.stop = true;
  });
  await page.mouse.up();
}

async function once(browser: Browser, url: string): Promise<Drag> {
  const { page, context, faults } = await openPage(browser, desktop);
  try {
    await page.goto(url);
    await page.waitForFunction(() => "seen" in globalThis, undefined, { timeout: 60_000 });
    await dragAbout(page);
    const { frames, shift } = await page.evaluate(() => (globalThis as unknown as { dragged: Frames }).dragged);
    if (faults.length > 0) throw new Error(`${url}: ${faults.join("; ")}`);
    const gaps = frames.slice(1).map((at, n) => at - (frames[n] ?? at));
    const ms = (frames.at(-1) ?? 0) - (frames[0] ?? 0);
    return { perSecond: (gaps.length * 1_000) / ms, slowest: Math.max(...gaps), shift };
  } finally {
    await context.close();
  }
}

/** How smoothly a card of 500 follows the pointer, and whether anything moves by itself from the first paint to the drop. */
export async function dragging(browser: Browser, base: string): Promise<Figure[]> {
  const seen: Drag[] = [];
  for (let round = 0; round < rounds; round++) seen.push(await once(browser, `${base}/?who=ours&view=drag`));
  return [
    {
      name: "frames a second while a card of 500 is dragged",
      value: median(seen.map((one) => one.perSecond)),
      unit: "/s",
      better: "higher",
      aim: 59.5,
      note: `of a screen of 60; slowest frame of each drag ${seen.map((one) => Math.round(one.slowest)).join(", ")} ms`,
    },
    {
      name: "layout shift, 500 cards from first paint to drop",
      value: Math.max(...seen.map((one) => one.shift)),
      unit: "count",
      better: "lower",
      aim: 0,
      note: `largest of ${rounds}`,
    },
  ];
}
