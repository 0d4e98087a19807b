import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { openBrowser, openPage as openTab, phone } from "../../test/browser.ts";
import { type Figure, median, roundMs, rounds } from "../figure.ts";
import { dayAfter } from "../history.ts";
import { type Large, layLarge } from "../large.ts";
import { load, quantile } from "../load.ts";
import type { Part, Setting } from "./setting.ts";
import { pressed } from "./storefront-crowd.ts";
import { scripts, untilCompressed } from "./web.ts";
import { wireDate } from "./wire-date.ts";
import { openPage } from "./work.ts";

const page = "bench-front";
/** Lighthouse's slow 4G and a phone a quarter as fast. */
const slow4g = { offline: false, latency: 150, downloadThroughput: (1_638_400 / 8) * 0.9, uploadThroughput: (675_000 / 8) * 0.9 };
const slowDown = 4;

/** When the first text of a shop's page stands on a slow phone with an empty cache, and what its script weighs. */
async function firstText(url: string): Promise<{ ms: number; bytes: number; files: number }> {
  const browser = await openBrowser();
  try {
    const { page: tab, context } = await openTab(browser, phone);
    const tools = await context.newCDPSession(tab);
    await tools.send("Network.enable");
    await tools.send("Network.emulateNetworkConditions", slow4g);
    await tools.send("Emulation.setCPUThrottlingRate", { rate: slowDown });
    await tab.goto(url, { waitUntil: "commit" });
    const ms = await tab.evaluate(painted);
    await tab.getByRole("heading", { name: "Who is coming?" }).waitFor({ timeout: 60_000 });
    return { ms, ...(await tab.evaluate(scripts)) };
  } finally {
    await browser.close();
  }
}

/** Runs in the page. */
const painted = (): Promise<number> =>
  new Promise((resolve) => {
    new PerformanceObserver((list) => {
      for (const { name, startTime } of list.getEntries()) if (name === "first-contentful-paint") resolve(startTime);
      // The types are Node's; the page is a browser's.
    }).observe({ type: "paint" as never, buffered: true });
  });

async function look({ house }: Setting): Promise<Figure[]> {
  const url = `${house.app.url}/ol/${page}`;
  await untilCompressed(url);
  const seen = [];
  for (let n = 0; n < rounds; n++) seen.push(await firstText(url));
  const [{ bytes = 0, files = 0 } = {}] = seen;
  const lower = { better: "lower" as const };
  const name = "  JavaScript of its first step, compressed";
  return [
    {
      name: "first text of a shop's page, slow 4G and a phone four times as slow",
      value: median(seen.map(({ ms }) => ms)),
      unit: "ms",
      ...lower,
      aim: 1_500,
    },
    { name, value: bytes / 1000, unit: "kB", ...lower, aim: 120, note: `bodies as sent, ${files} files` },
  ];
}

async function freeTimes({ house }: Setting, { shop, visits }: Large, serviceId: string): Promise<Figure> {
  const asked = {
    bookOnlineName: page,
    pets: [{ serviceIds: [serviceId] }],
    startDate: wireDate(dayAfter(10)),
    endDate: wireDate(dayAfter(39)),
  };
  const request = shop.request(StorefrontService.method.listAvailableTimes, asked);
  const once = () => load(house.gateway(() => request, { inFlight: 1, ms: roundMs }));
  await once();
  const all = [];
  for (let n = 0; n < rounds; n++) all.push(await once());
  const value = quantile(
    all.map(({ p99 }) => p99).sort((a, b) => a - b),
    0.5,
  );
  const ours = `${median(all.map(({ p50 }) => p50)).toFixed(1)} ms p50`;
  const name = `free times of 30 days with any of 50 over ${visits} visits, on the page, p99`;
  return { name, value, unit: "ms", better: "lower", aim: 100, ours };
}

async function measure(setting: Setting): Promise<Figure[]> {
  const large = await layLarge(setting.house);
  const { shop } = large;
  await shop.api.client(CatalogService).createStarterCatalog({ careTypes: ["GROOMING"] });
  const { services } = await shop.api.client(CatalogService).listServices({ careType: "GROOMING", pageSize: 50 });
  const short = services.toSorted((a, b) => a.duration - b.duration)[0];
  const serviceId = short?.id ?? "0";
  await openPage({ shop, serviceId }, page);
  setting.say(`laid out: ${large.visits} visits of ${shop.staffIds.length} people, and their page`);
  return [
    ...(await look(setting)),
    await freeTimes(setting, large, serviceId),
    ...(await pressed(setting.house, { shop, serviceId, page })),
  ];
}

export const storefront: Part = { name: "storefront", alone: true, measure };
