import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { consumer, defineService } from "@leashline/kit";
import { nobody } from "@leashline/kit/context.ts";
import { databaseAccess } from "@leashline/kit/db/access.ts";
import { migrateService } from "@leashline/kit/db/migrate.ts";
import { type Running, start } from "@leashline/kit/service.ts";
import { ClientChangedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { type Figure, median, rounds } from "../figure.ts";
import type { House } from "../house.ts";
import { quantile } from "../load.ts";
import type { Part, Setting } from "./setting.ts";

const perSecond = 200;
const seconds = 3;
const name = "bench-probe";
const { command } = databaseAccess<Record<string, never>>();

/** A service made of one listener, with the kit's own outbox, relay, stream and inbox on the installation's servers. */
async function startProbe(house: House, heard: (id: string) => void): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), "leashline-bench-probe-"));
  writeFileSync(join(folder, "0001-nothing.sql"), "select 1;\n");
  const migrations = pathToFileURL(`${folder}/`);
  await migrateService({ name, migrations, adminUrl: house.adminUrl, password: house.secrets.dbPassword });
  rmSync(folder, { recursive: true });
  const listener = consumer<typeof ClientChangedSchema, Record<string, never>>(ClientChangedSchema, async (tx, event) =>
    tx.afterCommit(() => heard(event.customerId)),
  );
  return await start([defineService({ name, migrations, rpcs: [], consumers: [listener] })], { config: house.config, port: 0 });
}

async function measure({ house, shop }: Setting): Promise<Figure[]> {
  const { companyId } = shop.identity;
  const since = new Map<string, number>();
  let times: number[] = [];
  const running = await startProbe(house, (id) => times.push(performance.now() - (since.get(id) ?? Number.NaN)));
  const runtime = running.runtimes.get(name);
  if (!runtime) throw new Error("the probe did not start");
  const ctx = runtime.context({ caller: { ...nobody, kind: "service", companyId } });
  let id = 0;
  const emit = async () => {
    const customerId = String(++id);
    since.set(customerId, performance.now());
    await command(ctx, async (tx) => tx.emit(ClientChangedSchema, { customerId, firstName: "Bench" }, { key: customerId }));
  };
  const round = async (count: number): Promise<number> => {
    times = [];
    const began = performance.now();
    const writes: Promise<void>[] = [];
    while (writes.length < count) {
      const due = Math.min(count, Math.floor(((performance.now() - began) / 1000) * perSecond) + 1);
      while (writes.length < due) writes.push(emit());
      await pause(2);
    }
    await Promise.all(writes);
    const patience = performance.now() + 20_000;
    while (times.length < count && performance.now() < patience) await pause(5);
    if (times.length < count) throw new Error(`${count - times.length} of ${count} events were not heard within 20 s`);
    return quantile(
      times.sort((a, b) => a - b),
      0.99,
    );
  };
  try {
    await round(perSecond);
    const seen: number[] = [];
    for (let n = 0; n < rounds; n++) seen.push(await round(perSecond * seconds));
    return [
      {
        name: "outbox row to consumer acknowledged, p99 at 200/s",
        value: median(seen),
        unit: "ms",
        better: "lower",
        aim: 250,
        note: "from the begin of the writing command",
      },
    ];
  } finally {
    await running.stop();
  }
}

export const events: Part = { name: "events", measure };
