import { defineService, run } from "@leashline/kit";
import { appointmentLinkRpc } from "./portal/appointment-link.rpc.ts";
import { businessesWith, staffWith } from "./projections/projections.ts";
import { acceptance } from "./requests/accept.process.ts";
import { finishAccepting, keepTime, releaseTime } from "./requests/request.jobs.ts";
import { bookingRequestRpc } from "./requests/request.rpc.ts";
import { pagesChanged } from "./settings/page-version.store.ts";
import { businessesChanged, pageConsumers } from "./settings/pages.events.ts";
import { settingRpc } from "./settings/setting.rpc.ts";
import { storefrontRpc } from "./storefront-service.rpc.ts";

export const service = defineService({
  name: "online-booking",
  migrations: new URL("../migrations/", import.meta.url),
  rpcs: [settingRpc, storefrontRpc, bookingRequestRpc, appointmentLinkRpc],
  projections: [businessesWith(businessesChanged), staffWith(pagesChanged)],
  consumers: pageConsumers,
  jobs: [finishAccepting, keepTime, releaseTime],
  processes: [acceptance],
});

if (import.meta.main) await run([service]);
