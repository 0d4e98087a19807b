import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { isAbsolute, join } from "node:path";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { root } from "../migrate.ts";
import { startBaseline } from "./baselines/child.ts";
import type { Figure } from "./figure.ts";
import { bookings } from "./figures/bookings.ts";
import { calls } from "./figures/calls.ts";
import { cards } from "./figures/cards.ts";
import { clients } from "./figures/clients.ts";
import { events } from "./figures/events.ts";
import { imports } from "./figures/imports.ts";
import { kitRead } from "./figures/kit-read.ts";
import { money, sequences } from "./figures/money.ts";
import { replay } from "./figures/replay.ts";
import { scale } from "./figures/scale.ts";
import type { Part, Setting } from "./figures/setting.ts";
import { signIn } from "./figures/sign-in.ts";
import { slots } from "./figures/slots.ts";
import { starting } from "./figures/starting.ts";
import { stays } from "./figures/stays.ts";
import { storefront } from "./figures/storefront.ts";
import { calendars } from "./figures/views.ts";
import { web } from "./figures/web.ts";
import { work } from "./figures/work.ts";
import { dayAfter, layFlatCards, layHistory } from "./history.ts";
import { type Shop, startHouse } from "./house.ts";
import { heading, line, store, summary } from "./report.ts";

// make bench: a whole Leashline on ports and data of its own, measured against baselines in the same minutes.
// LEASHLINE_BENCH_ONLY=cards,free slots measures some parts only; LEASHLINE_BENCH_ROUNDS and LEASHLINE_BENCH_ROUND_MS shorten it.

const began = performance.now();
const loadBefore = loadavg()[0] ?? 0;
const only = (process.env.LEASHLINE_BENCH_ONLY ?? "").split(",").filter(Boolean);
const wanted = (part: Part): boolean => only.includes(part.name) || (only.length === 0 && !part.named);
const parts = [
  calls,
  signIn,
  kitRead,
  cards,
  slots,
  bookings,
  stays,
  money,
  replay,
  work,
  events,
  imports,
  web,
  calendars,
  starting,
  scale,
  storefront,
  clients,
  sequences,
].filter(wanted);
const say = (text: string) => console.log(`[${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s] ${text}`);

const data = mkdtempSync(join(tmpdir(), "leashline-bench-"));
const figures: Figure[] = [];
const failures: { part: string; error: string }[] = [];

const house = await startHouse(data).catch((error) => {
  rmSync(data, { recursive: true, force: true });
  throw error;
});
const clear = async () => {
  await house.stop();
  rmSync(data, { recursive: true, force: true });
};
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    // Whoever waits for a server that goes now is told so by an error nobody needs.
    process.on("uncaughtException", () => {});
    void clear().finally(() => process.exit(130));
  });
}
try {
  await measureAll(await layOut());
} finally {
  await clear();
}
finish();

async function layOut(): Promise<Setting> {
  say("Leashline runs");
  if (parts.every(({ alone }) => alone)) return await barely(await house.openShop("cards"));
  const [shop, busy, old] = [await house.openShop("cards"), await house.openShop("busy"), await house.openShop("old")];
  await shop.api.client(CatalogService).createStarterCatalog({ careTypes: ["GROOMING"] });
  const { services } = await shop.api.client(CatalogService).listServices({ careType: "GROOMING" });
  const cardsFrom = dayAfter(60);
  await layHistory(house, shop, { perStaff: 3, from: cardsFrom, days: 30, pictures: true });
  await layFlatCards(house, shop);
  const fullDay = dayAfter(100);
  await layHistory(house, shop, { perStaff: 10, from: fullDay, days: 1, pictures: true });
  const visits = await layHistory(house, busy, { perStaff: 8, from: dayAfter(-180), days: 240 });
  const more = await layHistory(house, old, { perStaff: 8, from: dayAfter(-2340), days: 2_400 });
  say(`laid out: 900 cards, ${visits} visits, and ${more} visits elsewhere`);
  const raw = await startBaseline("raw-pg", { BENCH_URL: house.adminUrl, BENCH_POOL: String(house.poolSize) });
  return { house, raw, shop, cardsFrom, fullDay, busy, old, serviceId: services[0]?.id ?? "0", say };
}

/** For parts that lay out what they measure themselves. */
async function barely(shop: Shop): Promise<Setting> {
  const raw = await startBaseline("raw-pg", { BENCH_URL: house.adminUrl, BENCH_POOL: String(house.poolSize) });
  return { house, raw, shop, cardsFrom: dayAfter(60), fullDay: dayAfter(100), busy: shop, old: shop, serviceId: "0", say };
}

async function measureAll(setting: Setting): Promise<void> {
  console.log(`\n${heading()}`);
  for (const part of parts) {
    try {
      for (const figure of await part.measure(setting)) {
        figures.push(figure);
        console.log(line(figure));
      }
    } catch (error) {
      failures.push({ part: part.name, error: String(error) });
      console.log(`${part.name}: could not be measured: ${error instanceof Error ? error.message : error}`);
    }
  }
  await setting.raw.stop();
}

function finish(): void {
  const folder = process.env.LEASHLINE_DATA || ".leashline";
  const file = join(isAbsolute(folder) ? folder : join(root, folder), "bench.json");
  const seconds = (performance.now() - began) / 1000;
  store(file, { figures, failures, seconds, loadBefore });
  console.log(`\n${summary(figures)}; ${Math.round(seconds)} s; ${file}`);
  if (loadBefore > 1)
    console.log(`The machine was busy when this began (load ${loadBefore.toFixed(1)}): ratios hold better than rates, latencies least.`);
  if (failures.length > 0) process.exitCode = 1;
}
