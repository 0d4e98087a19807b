import { defineService, run } from "@leashline/kit";
import { refConsumers } from "./refs/refs.events.ts";
import { finishAccepting, keepTime, releaseTime } from "./requests/request.jobs.ts";
import { bookingRequestRpc } from "./requests/request.rpc.ts";
import { settingRpc } from "./settings/setting.rpc.ts";
import { storefrontRpc } from "./storefront/storefront.rpc.ts";

export const service = defineService({
  name: "online-booking",
  rowNames: "camel",
  migrations: new URL("../migrations/", import.meta.url),
  rpcs: [settingRpc, storefrontRpc, bookingRequestRpc],
  consumers: refConsumers,
  jobs: [finishAccepting, keepTime, releaseTime],
});

if (import.meta.main) await run([service]);
