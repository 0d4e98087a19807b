import { brotliCompressSync, constants } from "node:zlib";
import { build, type Rolldown } from "vite";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { filesFor } from "./ahead.ts";

/** Of JavaScript before the first sight, as the gateway sends it. What is reached today, and a little room. */
const BUDGET = {
  signIn: 156_200,
  calendar: 265_200,
  booking: 85_600,
  afterPets: 230_700,
  signing: 63_100,
  intakeForm: 164_900,
  tasks: 386_200,
};
const FILES = { signIn: 5, calendar: 24, intakeForm: 10 };

let bundle: Rolldown.OutputBundle;

beforeAll(async () => {
  vi.stubEnv("NODE_ENV", "production");
  const built = (await build({ root: import.meta.dirname, logLevel: "error", build: { write: false } })) as Rolldown.RolldownOutput;
  bundle = Object.fromEntries(built.output.map((file) => [file.fileName, file]));
  vi.unstubAllEnvs();
}, 120_000);

// Compressing as the gateway does takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const chunks = (): Rolldown.OutputChunk[] => Object.values(bundle).filter((file) => file.type === "chunk");
const page = (name = "index.html") => String((bundle[name] as Rolldown.OutputAsset).source);
const withModule = (module: string) => chunks().filter((chunk) => chunk.moduleIds.some((id) => id.endsWith(module)));
const code = (file: string) => Buffer.from((bundle[file] as Rolldown.OutputChunk).code);
const weigh = (file: string) => brotliCompressSync(code(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
const weight = (files: Iterable<string>) => [...files].reduce((sum, file) => sum + weigh(file), 0);
const entry = (name: string) => chunks().filter((chunk) => chunk.isEntry && chunk.name === name);
const first = (...modules: string[]) => filesFor(bundle, [...entry("index"), ...modules.flatMap(withModule)]);
const booking = (...later: string[]) => filesFor(bundle, ["/src/storefront/main.tsx", ...later].flatMap(withModule));
const modulesOf = (files: Iterable<string>) => [...files].flatMap((file) => (bundle[file] as Rolldown.OutputChunk).moduleIds);
const calendar = () =>
  first("/app/Inside.tsx", "/app/session/session-api.ts", "/app/routes/Screen.tsx", "/shell/AppShell.tsx", "/calendar/CalendarPage.tsx");

test("no two files wait for each other: what one takes from the other would not be there yet", () => {
  const done = new Set<string>();
  const rings: string[] = [];
  const follow = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) rings.push([...path.slice(path.indexOf(file)), file].join(" -> "));
    if (path.includes(file) || done.has(file)) return;
    for (const next of (bundle[file] as Rolldown.OutputChunk | undefined)?.imports ?? []) follow(next, [...path, file]);
    done.add(file);
  };
  for (const { fileName } of chunks()) follow(fileName, []);
  expect(rings).toEqual([]);
});

describe("what a first sight weighs", () => {
  test("signing in", () => {
    const files = first("/sessions/SignIn.tsx");
    expect(files.size).toBeLessThanOrEqual(FILES.signIn);
    expect(weight(files)).toBeLessThan(BUDGET.signIn);
  });

  test("an agreement to sign on a phone, with nothing of the application", () => {
    const files = filesFor(bundle, entry("sign"));
    expect(files.size).toBeGreaterThan(0);
    expect(weight(files)).toBeLessThan(BUDGET.signing);
  });

  test("filling in an intake form", () => {
    const files = first("/intake-forms/fill/FillPage.tsx");
    expect(files.size).toBeLessThanOrEqual(FILES.intakeForm);
    expect(weight(files)).toBeLessThan(BUDGET.intakeForm);
  });

  test("the first step of booking online, whose files its document names", () => {
    const files = booking();
    expect(files.size).toBeGreaterThan(0);
    expect(weight(files)).toBeLessThan(BUDGET.booking);
    const own = page("book.html");
    expect([...files].filter((file) => !own.includes(`"/${file}"`))).toEqual([]);
    expect(own).toMatch(/rel="preload" as="font"[^>]+href="\/assets\/inter-latin-wght-normal-/);
    expect(own).not.toContain('name="ahead"');
  });

  test("that step has nothing of the application and its libraries, and the ones after it nothing that starts it", () => {
    expect(modulesOf(booking()).filter((id) => /@mui|@emotion|react-router|@connectrpc|@bufbuild|_pb\.js$|@tanstack/.test(id))).toEqual([]);
    const later = booking("/storefront/steps/AfterPets.tsx");
    expect(weight(later)).toBeLessThan(BUDGET.afterPets);
    expect(modulesOf(later).filter((id) => /react-router|\/web\/src\/(main|app\/(App|routes\/router))\.tsx$/.test(id))).toEqual([]);
    expect(modulesOf(first("/portal/PortalPage.tsx")).filter((id) => id.endsWith("/src/storefront/main.tsx"))).toEqual([]);
  });

  test("the calendar", () => {
    const files = calendar();
    expect(files.size).toBeLessThanOrEqual(FILES.calendar);
    expect(weight(files)).toBeLessThan(BUDGET.calendar);
  });

  test("what a click brings is not part of the calendar's first sight", () => {
    const files = calendar();
    for (const part of [
      "/book/BookDrawer.tsx",
      "/panel/AppointmentPanel.tsx",
      "/month/MonthView.tsx",
      "/week/WeekView.tsx",
      "/Autocomplete.mjs",
    ]) {
      const [chunk] = withModule(part);
      expect(chunk).toBeDefined();
      expect(files.has(chunk?.fileName ?? "")).toBe(false);
    }
  });

  test("the start page names the calendar's files and the font, before the script that reads them", () => {
    const meta = /<meta name="ahead" data-path="\/calendar\/grooming" content="([^"]+)"/.exec(page())?.[1]?.split(" ") ?? [];
    const started = [...page().matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map((match) => match[1]);
    expect(new Set([...started, ...meta.map((file) => file.slice(1))])).toEqual(new Set([...calendar(), "start.js"]));
    expect(page()).toMatch(/rel="preload" as="font"[^>]+href="\/assets\/inter-latin-wght-normal-[^>]+>[\s\S]+<script src="\/start\.js">/);
    expect(page().indexOf("charset")).toBeLessThan(1_000);
  });
});

test("the worker that opens the day's tasks without a network keeps all of that page's files, and little else", () => {
  const worker = String((bundle["tasks-offline.js"] as Rolldown.OutputAsset).source);
  const kept: string[] = JSON.parse(/const FILES = (\[[^\]]+\]);/.exec(worker)?.[1] ?? "[]");
  const needed = first(
    ...["/app/Inside.tsx", "/app/session/session-api.ts", "/app/routes/Screen.tsx", "/shell/AppShell.tsx"],
    ...["/navigation/BottomTabs.tsx", "/offline/kept-day.ts", "/offline/ticks.ts", "/feedback/Overlays.tsx", "/calendar/TasksPage.tsx"],
  );
  expect([...needed].filter((file) => !kept.includes(`/${file}`))).toEqual([]);
  expect(kept).toEqual(expect.arrayContaining(["/start.js", expect.stringMatching(/inter-latin-wght-normal.+woff2$/)]));
  const scripts = kept.map((path) => path.slice(1)).filter((file) => bundle[file]?.type === "chunk");
  expect(weight(scripts)).toBeLessThan(BUDGET.tasks);
});
