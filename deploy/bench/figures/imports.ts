import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ImportStatus } from "@leashline/proto/leashline/customer/v1/import_pb.js";
import { ImportService } from "@leashline/proto/leashline/customer/v1/import_service_pb.js";
import { SearchService } from "@leashline/proto/leashline/customer/v1/search_pb.js";
import { chanceFrom } from "../../seed/chance.ts";
import { catNames, dogNames, firstNames } from "../../seed/names.ts";
import { type Figure, median, rounds } from "../figure.ts";
import type { House, Shop } from "../house.ts";
import { load } from "../load.ts";
import { licences } from "./licences.ts";
import type { Part, Setting } from "./setting.ts";

const rows = 45_591;
const piece = 1024 * 1024;

/** Uploads and imports as the screen does; answers rows a second from the start of the run to its end. */
async function importAll({ api }: Shop, bytes: Uint8Array): Promise<number> {
  const client = api.client(ImportService);
  const { import: opened } = await client.createImport({
    fileName: "licences.csv",
    totalBytes: String(bytes.length),
    content: new Uint8Array(),
  });
  const importId = opened?.importId ?? "0";
  for (let at = 0; at < bytes.length; at += piece)
    await client.appendImportChunk({ importId, offset: String(at), content: bytes.subarray(at, at + piece) });
  const began = performance.now();
  await client.runImport({ importId });
  for (;;) {
    const { import: now } = await client.getImport({ importId });
    if (now?.status === ImportStatus.DONE) break;
    if (now?.status !== ImportStatus.RUNNING) throw new Error(`the import ended as ${now?.status}: ${now?.failure}`);
    if (performance.now() - began > 180_000) throw new Error("the import did not end within three minutes");
    await pause(100);
  }
  return rows / ((performance.now() - began) / 1000);
}

/** The same rows as text into a table without keys: as fast as Postgres takes them. */
async function copyAll({ admin, app }: House, text: string): Promise<number> {
  const file = join(app.data, "licences.csv");
  writeFileSync(file, text);
  chmodSync(file, 0o644);
  await admin.query("create schema if not exists bench");
  await admin.query("drop table if exists bench.licence");
  await admin.query(`create table bench.licence (issued text, number text, name text, species text, breed text, breed2 text, zip text)`);
  const began = performance.now();
  await admin.query(`copy bench.licence from '${file}' with (format csv, header)`);
  return rows / ((performance.now() - began) / 1000);
}

/** Three letters as people type them: the beginnings of names. */
async function search({ house, shop }: Setting): Promise<Figure> {
  const chance = chanceFrom(3);
  const names = [...firstNames, ...dogNames, ...catNames];
  const request = () => shop.request(SearchService.method.searchClients, { keyword: chance.pick(names).slice(0, 3) });
  const seen: number[] = [];
  await load(house.gateway(request, { inFlight: 1, calls: 50 }));
  for (let n = 0; n < rounds; n++) seen.push((await load(house.gateway(request, { inFlight: 1, calls: 200 }))).p99);
  return { name: "client search among 45,591 pets, p99", value: median(seen), unit: "ms", better: "lower", aim: 50 };
}

async function measure(setting: Setting): Promise<Figure[]> {
  const { house, shop, say } = setting;
  const text = licences(rows);
  const ours = await importAll(shop, Buffer.from(text));
  const copied: number[] = [];
  for (let n = 0; n < rounds; n++) copied.push(await copyAll(house, text));
  const baseline = median(copied);
  say(`${rows} rows are in`);
  await house.admin.query("vacuum analyze");
  const stated: Figure = {
    name: "import of 45,591 rows, to COPY",
    value: ours / baseline,
    unit: "ratio",
    better: "higher",
    ours: `${Math.round(ours)}/s`,
    baseline: `${Math.round(baseline)}/s`,
    note: `${Math.round(rows / ours)} s; one run`,
  };
  return [await search(setting), stated];
}

export const imports: Part = { name: "imports", measure };
