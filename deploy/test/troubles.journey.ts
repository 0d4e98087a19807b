import { afterAll, beforeAll, describe } from "vitest";
import { type App, startApp } from "./app.ts";
import { full, mountSmallDisk, reserveMb } from "./troubles/full.ts";
import { callMs, hanging } from "./troubles/hanging.ts";
import { openSmallShop, type Shop } from "./troubles/shop.ts";

// What befalls a machine: processes that hang, disks that fill up, clocks that go wrong. All share one started app and a small shop in it.

let app: App;
let shop: Shop;
const disk = mountSmallDisk();
beforeAll(async () => {
  app = await startApp({
    data: disk.folder,
    env: {
      LEASHLINE_DISK_RESERVE_MB: String(reserveMb),
      LEASHLINE_CALL_TIMEOUT_MS: String(callMs),
      // Everybody is asked for anew: who is remembered for some seconds says nothing about a service that hangs.
      LEASHLINE_CALLER_CACHE_SECONDS: "0",
    },
  });
  ({ shop } = await openSmallShop(app));
});
afterAll(async () => {
  await app?.stop();
  disk.remove();
});

/** Registers the tests of one trouble; app and shop are there once they run. */
export type Trouble = (app: () => App, shop: () => Shop) => void;

const troubles: Record<string, Trouble> = {
  "the disk is full": full(disk),
  "a process hangs": hanging,
};

describe.each(Object.entries(troubles))("%s", (_, trouble) =>
  trouble(
    () => app,
    () => shop,
  ),
);
