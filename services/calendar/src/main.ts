import { defineService, run } from "@leashline/kit";
import { planOnce } from "@leashline/kit/db/plan-once.ts";
import { appointmentRpc } from "./appointments/appointment.rpc.ts";
import { clientChanged, orderBalanceChanged, orderChanged, petChanged } from "./appointments/outside.events.ts";
import { whose } from "./appointments/whose.store.ts";
import { blockRpc } from "./blocks/block.rpc.ts";
import { cardRpc } from "./cards/card.rpc.ts";
import { handoverRpc } from "./handover/handover.rpc.ts";
import { overviewRpc } from "./overview/overview.rpc.ts";
import { scheduleRpc } from "./schedules/schedule.rpc.ts";
import { settingRpc } from "./settings/setting.rpc.ts";
import { slotRpc } from "./slots/slot.rpc.ts";
import { businessChanged, closedDateChanged, staffChanged } from "./staff/staff.events.ts";

export const service = defineService({
  name: "calendar",
  migrations: new URL("../migrations/", import.meta.url),
  rpcs: [appointmentRpc, slotRpc, cardRpc, blockRpc, scheduleRpc, overviewRpc, settingRpc, handoverRpc],
  start: planOnce,
  whose,
  consumers: [businessChanged, staffChanged, closedDateChanged, clientChanged, petChanged, orderChanged, orderBalanceChanged],
});

if (import.meta.main) await run([service]);
