import { beforeAll, describe } from "vitest";
import { type App, unlimitedApp } from "./app.ts";
import { heavyBodies } from "./hostile/bodies.ts";
import { brokenConnections } from "./hostile/connections.ts";
import { killedServers } from "./hostile/killed-servers.ts";
import { linksOfClients } from "./hostile/links.ts";
import { moneyOfOthers } from "./hostile/money.ts";
import { linksToPay } from "./hostile/pay-links.ts";
import { reachOfOthers } from "./hostile/reach.ts";
import { repliesOfOthers } from "./hostile/replies.ts";
import { textsThatCannotBeStored } from "./hostile/texts.ts";
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
  "bodies that weigh": heavyBodies,
  "texts that cannot be stored": textsThatCannotBeStored,
  "clients out of reach": reachOfOthers,
  "money of others": moneyOfOthers,
  "visitors of a page": visitorsOfAPage,
  "links of clients": linksOfClients,
  "links to pay": linksToPay,
  "replies to others": repliesOfOthers,
  // Last: what it kills has to come back.
  "servers that die": killedServers,
};

describe.each(Object.entries(probes))("%s", (_, probe) => probe(() => app));
