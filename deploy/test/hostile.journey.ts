import { beforeAll, describe } from "vitest";
import { type App, unlimitedApp } from "./app.ts";
import { brokenConnections } from "./hostile/connections.ts";
import { moneyOfOthers } from "./hostile/money.ts";
import { reachOfOthers } from "./hostile/reach.ts";
import { visitorsOfAPage } from "./hostile/visitors.ts";

// What strangers do to a whole Leashline. All probes share one started app; another one is a module in hostile/ and a line here.

let app: Omit<App, "stop">;
beforeAll(async () => {
  app = await unlimitedApp();
});

/** Registers the tests of one theme; the app is there once they run. */
export type Probe = (app: () => Omit<App, "stop">) => void;

const probes: Record<string, Probe> = {
  "connections that break off": brokenConnections,
  "clients out of reach": reachOfOthers,
  "money of others": moneyOfOthers,
  "visitors of a page": visitorsOfAPage,
};

describe.each(Object.entries(probes))("%s", (_, probe) => probe(() => app));
