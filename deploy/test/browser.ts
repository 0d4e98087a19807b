import AxeBuilder from "@axe-core/playwright";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { chromium as browserHere } from "../ci/chromium.ts";

const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export const desktop = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };
export const tablet = { width: 1024, height: 768 };

/** A page whose every console error and uncaught exception fails the journey at its end. */
export type Watched = { page: Page; context: BrowserContext; faults: string[] };

/** `more`: arguments that one journey alone needs. */
export const openBrowser = (more: readonly string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath: browserHere() ?? "/usr/bin/chromium", args: [...args, ...more] });

const open = new Set<Page>();
export const openPages = (): readonly Page[] => [...open].filter((page) => !page.isClosed());

export async function openPage(
  browser: Browser,
  viewport: { width: number; height: number },
  { bypassCSP = true, touch = viewport.width < 751 }: { bypassCSP?: boolean; touch?: boolean } = {},
): Promise<Watched> {
  const context = await browser.newContext({
    viewport,
    locale: "en-US",
    timezoneId: "America/New_York",
    reducedMotion: "reduce",
    bypassCSP,
    ...(touch ? { hasTouch: true, isMobile: true } : {}),
  });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  open.add(page);
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(`uncaught: ${error.message}`));
  page.on("console", (message) => {
    // A refused call is an answer the page deals with; the browser reports its status all the same.
    if (message.type() === "error" && !/the server responded with a status of 4\d\d/.test(message.text())) faults.push(message.text());
  });
  return { page, context, faults };
}

const everyRule = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"],
  // An experimental rule that wants a card's whole text, punctuation included, inside its name; ours says the same facts in the order one speaks them.
  rules: { "label-content-name-mismatch": { enabled: false } },
};
/** In no group that is looked at by name: the order of the headings, and targets of 24 px. The first counts as moderate with axe. */
const structure = ["heading-order", "target-size"];
const structureToo = { ...everyRule, rules: { ...everyRule.rules, ...Object.fromEntries(structure.map((id) => [id, { enabled: true }])) } };
const optionsFor = { everything: everyRule, structure: structureToo, colors: { runOnly: ["color-contrast"] } };

/**
 * What axe finds wrong that would keep somebody from using the page: serious and critical. Another colour scheme of a page that was looked over needs only
 * its `colors` looked at; `structure` is everything and more.
 */
export async function axeFaults(page: Page, looksAt: keyof typeof optionsFor = "everything"): Promise<string[]> {
  // Without a second page for its results, which frames of other origins alone need: half of the time.
  const { violations } = await new AxeBuilder({ page }).options(optionsFor[looksAt]).setLegacyMode(true).analyze();
  return violations
    .filter(({ id, impact }) => impact === "serious" || impact === "critical" || structure.includes(id))
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map((node) => `${node.target.join(" ")} (${node.failureSummary?.split("\n")[1]?.trim() ?? ""})`)
          .join("; ")}`,
    );
}
