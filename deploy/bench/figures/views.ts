import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import react from "@vitejs/plugin-react";
import type { Browser } from "playwright-core";
import { build } from "vite";
import { root } from "../../migrate.ts";
import { desktop, openBrowser, openPage } from "../../test/browser.ts";
import { type Figure, median, rounds } from "../figure.ts";
import { dragging } from "./dragging.ts";
import type { Part } from "./setting.ts";

const pages = join(root, "web", "bench");
const built = join(pages, "dist");
const whose = ["ours", "fullcalendar", "bigcalendar", "plain"] as const;
type Whose = (typeof whose)[number];
const views = ["week", "month", "columns"] as const;
type View = (typeof views)[number];
type Seen = { ms: number; nodes: number };
type Measured = { mounted: Record<View, Record<Whose, Seen>>; dragged: Figure[] };

const goals: readonly { view: View; to: Whose; aim?: number; name: string }[] = [
  { view: "week", to: "fullcalendar", aim: 0.5, name: "week of 1,000, to FullCalendar 7" },
  { view: "week", to: "bigcalendar", name: "week of 1,000, to react-big-calendar" },
  { view: "week", to: "plain", aim: 1.7, name: "week of 1,000, to 1,000 plain buttons" },
  { view: "month", to: "bigcalendar", aim: 0.6, name: "month of 1,000, to react-big-calendar" },
  { view: "month", to: "fullcalendar", name: "month of 1,000, to FullCalendar 7" },
  { view: "columns", to: "bigcalendar", name: "ten staff columns of 1,000, to react-big-calendar" },
  { view: "columns", to: "plain", name: "ten staff columns of 1,000, to plain buttons" },
];

/** The calendars of others have dependencies of their own, which nothing else of ours needs: they are installed to be measured. */
async function buildPages(): Promise<void> {
  if (!existsSync(join(pages, "node_modules"))) {
    const flags = ["ci", "--legacy-peer-deps", "--ignore-scripts", "--no-audit", "--no-fund"];
    execFileSync("npm", flags, { cwd: pages, stdio: "ignore" });
  }
  await build({
    configFile: false,
    root: pages,
    logLevel: "warn",
    plugins: [react()],
    define: { "process.env.NODE_ENV": '"production"' },
    resolve: { dedupe: ["react", "react-dom"] },
    build: { outDir: built, emptyOutDir: true, target: "es2023" },
  });
}

const types: Readonly<Record<string, string>> = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };

function serve(): Promise<Server> {
  const server = createServer(({ url = "/" }, answer) => {
    const { pathname } = new URL(url, "http://localhost");
    const file = join(built, normalize(pathname === "/" ? "/index.html" : pathname));
    if (!file.startsWith(built) || !existsSync(file)) return void answer.writeHead(404).end();
    answer.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" }).end(readFileSync(file));
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

/** A page that was never opened before: mount to after the first paint, and how much is drawn. */
async function once(browser: Browser, url: string): Promise<Seen> {
  const { page, context, faults } = await openPage(browser, desktop);
  try {
    await page.goto(url);
    await page.waitForFunction(() => "seen" in globalThis, undefined, { timeout: 60_000 });
    const seen = await page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);
    if (faults.length > 0) throw new Error(`${url}: ${faults.join("; ")}`);
    return seen;
  } finally {
    await context.close();
  }
}

/** Each calendar in each view, all of them in every round, medians over the rounds; then ours while a card is dragged. */
export async function measured(): Promise<Measured> {
  await buildPages();
  const server = await serve();
  const browser = await openBrowser();
  const all = new Map<string, Seen[]>();
  let dragged: Figure[] = [];
  try {
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    for (let round = 0; round < rounds; round++)
      for (const view of views)
        for (const who of round % 2 === 0 ? whose : whose.toReversed()) {
          const key = `${view} ${who}`;
          all.set(key, [...(all.get(key) ?? []), await once(browser, `${base}/?who=${who}&view=${view}`)]);
        }
    dragged = await dragging(browser, base);
  } finally {
    await browser.close();
    server.close();
    rmSync(built, { recursive: true, force: true });
  }
  const middle = (view: View, who: Whose): Seen => {
    const seen = all.get(`${view} ${who}`) ?? [];
    return { ms: median(seen.map((one) => one.ms)), nodes: seen[0]?.nodes ?? 0 };
  };
  const of = (view: View) => Object.fromEntries(whose.map((who) => [who, middle(view, who)])) as Record<Whose, Seen>;
  return { mounted: Object.fromEntries(views.map((view) => [view, of(view)])) as Measured["mounted"], dragged };
}

async function measure(): Promise<Figure[]> {
  const { mounted, dragged } = await measured();
  const beside = goals.map(({ view, to, aim, name }): Figure => {
    const [ours, theirs] = [mounted[view].ours, mounted[view][to]];
    return {
      name: `${name}, mount to after first paint`,
      value: ours.ms / theirs.ms,
      unit: "x",
      better: "lower",
      ...(aim !== undefined && { aim }),
      ours: `${Math.round(ours.ms)} ms`,
      baseline: `${Math.round(theirs.ms)} ms`,
      note: `${ours.nodes} nodes to ${theirs.nodes}; medians of ${rounds} fresh pages`,
    };
  });
  return [...beside, ...dragged];
}

export const calendars: Part = { name: "calendars", measure };
