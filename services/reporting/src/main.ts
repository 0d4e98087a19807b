import { defineService, run } from "@leashline/kit";
import { factConsumers } from "./facts/facts.events.ts";
import { reportFactRpc } from "./facts/rebuild.rpc.ts";
import { reportRpc } from "./reports/sales.rpc.ts";

export const service = defineService({
  name: "reporting",
  rowNames: "camel",
  migrations: new URL("../migrations/", import.meta.url),
  rpcs: [reportRpc, reportFactRpc],
  consumers: factConsumers,
});

if (import.meta.main) await run([service]);
