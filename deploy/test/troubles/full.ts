import { execFileSync, spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { natsLogin } from "@leashline/kit/events/nats.ts";
import { connect } from "@nats-io/transport-node";
import pg from "pg";
import { expect, test } from "vitest";
import { portsFrom, services } from "../../constellation.ts";
import { ownProcess } from "../../infra/leftover.ts";
import { natsUrl, storeStateAt } from "../../infra/nats.ts";
import { loadSecrets } from "../../launch/secrets.ts";
import { type App, adminUrlOf } from "../app.ts";
import type { Trouble } from "../troubles.journey.ts";
import type { Answer } from "./shop.ts";

const sizeMb = 600;
export const reserveMb = 64;
export type SmallDisk = { folder: string; mounted: boolean; remove: () => void };

/** A data folder on a disk of its own that a test can fill; an ordinary folder where one may not mount. */
export function mountSmallDisk(): SmallDisk {
  const folder = mkdtempSync(join(process.env.LEASHLINE_TEST_FOLDER || tmpdir(), "app-"));
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${sizeMb}m`, "leashline-test", folder]).status === 0;
  const remove = () => {
    if (mounted) execFileSync("umount", ["--lazy", folder]);
    rmSync(folder, { recursive: true, force: true });
  };
  return { folder, mounted, remove };
}

/** Takes every byte that is left; answers how to give them back. */
function fill(folder: string): () => void {
  const file = join(folder, "filler");
  const handle = openSync(file, "w");
  for (const size of [4 << 20, 4 << 10]) {
    const zeros = Buffer.alloc(size);
    try {
      for (;;) if (writeSync(handle, zeros) < size) break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    }
  }
  closeSync(handle);
  return () => rmSync(file);
}

const good = ({ status }: Answer) => status === 200;
const noRoom = ({ code, retryAfter }: Answer) => code === "resource_exhausted" && retryAfter !== null;
type Readiness = { state: string; nats: string; services: Record<string, string> };
const readiness = async ({ url }: App) => (await (await fetch(`${url}/readyz`)).json()) as Readiness;

const launcherOf = ({ data }: App) => ownProcess(join(data, "run", "up.pid"))?.pid;
const pidsOf = (app: App) => ["postgres", "gateway", ...services].map((name) => app.pid(name as Parameters<App["pid"]>[0]));

/** Has NATS write where there is no room. */
async function wantMoreEvents(app: App): Promise<void> {
  const nats = await connect(natsLogin(addressOf(app)));
  for (let n = 0; n < 50; n++) nats.publish("leashline.event.test.Nothing", Buffer.alloc(100_000));
  // It may never answer this connection again.
  await Promise.race([nats.flush(), pause(1_000)]);
  void nats.close();
}
const addressOf = ({ port, data }: App) => natsUrl(portsFrom(port).nats, loadSecrets(join(data, "secrets.json")).natsPassword);

async function unsent(app: App): Promise<number> {
  const admin = new pg.Client(adminUrlOf(app));
  await admin.connect();
  try {
    return (await admin.query("select count(*)::int as n from account.outbox where published_at is null")).rows[0].n;
  } finally {
    await admin.end();
  }
}

/** A disk without one free byte: what is there can be read, nothing is half saved, nobody dies, and all goes on by itself once there is room. */
export const full =
  ({ mounted }: SmallDisk): Trouble =>
  (app, shop) => {
    const patient = { timeout: 40_000, interval: 250 };
    test.skipIf(!mounted)(
      "what is there can be read, nothing is saved, nobody dies; with room again all goes on (needs leave to mount)",
      async () => {
        // With the first look at some settings their defaults are written down.
        expect(Object.values(await shop().round()).every(good)).toBe(true);
        expect((await shop().addTax("Before")).status).toBe(200);
        const before = pidsOf(app());
        const launcher = launcherOf(app());
        const giveBack = fill(app().data);
        try {
          await expect.poll(async () => new Set(Object.values((await readiness(app())).services)), patient).toEqual(new Set(["disk full"]));
          expect(Object.entries(await shop().round()).filter(([, answer]) => !good(answer))).toEqual([]);
          expect(await shop().addTax("Meanwhile")).toSatisfy(noRoom);
          expect(await shop().signIn()).toSatisfy(noRoom);
          await wantMoreEvents(app());
          await expect.poll(async () => (await readiness(app())).nats, patient).toBe("store away");
          expect((await readiness(app())).state).toBe("degraded");
          expect([launcherOf(app()), ...pidsOf(app())]).toEqual([launcher, ...before]);
        } finally {
          giveBack();
        }
        await expect.poll(async () => (await readiness(app())).state, patient).toBe("ready");
        expect(await storeStateAt(addressOf(app()))).toBe("ok");
        expect((await shop().addTax("After")).status).toBe(200);
        await expect.poll(() => unsent(app()), patient).toBe(0);
      },
    );
  };
