import { defineService, run } from "@leashline/kit";
import { planOnce } from "@leashline/kit/db/plan-once.ts";
import { alertRpc } from "./alerts/alert.rpc.ts";
import { appointmentRpc } from "./appointment-service.rpc.ts";
import { whose } from "./appointments/whose.store.ts";
import { batchRpc } from "./batch/batch.rpc.ts";
import { blockRpc } from "./blocks/block.rpc.ts";
import { blockSeriesRpc } from "./blocks/block-series.rpc.ts";
import { mergedClients } from "./booking/merged-clients.ts";
import { shownFactsConsumers } from "./booking/shown-facts.events.ts";
import { cardRpc } from "./card-service.rpc.ts";
import { careRpc } from "./care/care.rpc.ts";
import { classHoldRpc } from "./class-holds/class-hold.rpc.ts";
import { goneConsumers, leaveLines } from "./class-holds/gone.ts";
import { classUndoRpc } from "./class-undo/class-undo.rpc.ts";
import { classConsumers } from "./classes/class.events.ts";
import { classRpc } from "./classes/class.rpc.ts";
import { clientAppointmentRpc } from "./client-links/client-appointment.rpc.ts";
import { dayRouteRpc } from "./day-route/day-route.rpc.ts";
import { daycareRpc } from "./daycare/daycare.rpc.ts";
import { drivingInfoRpc } from "./driving/info.rpc.ts";
import { mapRpc } from "./driving/map.rpc.ts";
import { checkMapSettings } from "./driving/map-settings.ts";
import { drivingRuleRpc } from "./driving/rule.rpc.ts";
import { bringUpToDate, lookAfter } from "./google-calendar/google.jobs.ts";
import { googleRpc } from "./google-calendar/google.rpc.ts";
import { checkGoogleSettings } from "./google-calendar/google-settings.ts";
import { notificationConsumers } from "./log/notification.events.ts";
import { overviewRpc } from "./overview/overview.rpc.ts";
import { playgroupDayRpc } from "./playgroups/playgroup-day.rpc.ts";
import { afterReturn, returned } from "./playgroups/returned.ts";
import { dayListRpc } from "./print-cards/day-list.rpc.ts";
import { printCardRpc } from "./print-cards/print-card.rpc.ts";
import { personal } from "./privacy/personal-data.ts";
import { businessesWith, closedDates, lodgingTypes, lodgingUnits, serviceTerms, staff } from "./projections/projections.ts";
import { reassignmentRpc } from "./reassignment/reassignment.rpc.ts";
import { calendarCards } from "./rebuild/rebuild.ts";
import { availabilityRpc } from "./schedules/availability.rpc.ts";
import { scheduleRpc } from "./schedules/schedule.rpc.ts";
import { slotFreeRpc } from "./schedules/slot-free.rpc.ts";
import { seriesRpc } from "./series/series.rpc.ts";
import { moveCircles } from "./service-areas/circles.ts";
import { serviceAreaRpc } from "./service-areas/service-area.rpc.ts";
import { settingRpc } from "./settings/setting.rpc.ts";
import { slotRpc } from "./slot-service.rpc.ts";
import { smartSchedulingRpc } from "./smart-scheduling/smart.rpc.ts";
import { smartSettingRpc } from "./smart-scheduling/smart-setting.rpc.ts";
import { autoCheckOut, chargeLate } from "./status/auto-check-out.jobs.ts";
import { rollOver } from "./status/auto-rollover.jobs.ts";
import { finishWhenPaidConsumers } from "./status/finish-when-paid.events.ts";
import { lodgingCards } from "./stays/drawn.ts";
import { stayHoldRpc, stayRpc } from "./stays/stay.rpc.ts";
import { feedRpc } from "./sync/feed.rpc.ts";
import { walkRpc } from "./walks/walk.rpc.ts";

export const service = defineService({
  name: "calendar",
  migrations: new URL("../migrations/", import.meta.url),
  rpcs: [
    appointmentRpc,
    slotRpc,
    clientAppointmentRpc,
    cardRpc,
    blockRpc,
    blockSeriesRpc,
    scheduleRpc,
    availabilityRpc,
    slotFreeRpc,
    overviewRpc,
    settingRpc,
    reassignmentRpc,
    seriesRpc,
    printCardRpc,
    dayListRpc,
    alertRpc,
    feedRpc,
    googleRpc,
    batchRpc,
    stayRpc,
    stayHoldRpc,
    classHoldRpc,
    daycareRpc,
    careRpc,
    classRpc,
    classUndoRpc,
    playgroupDayRpc,
    serviceAreaRpc,
    mapRpc,
    drivingRuleRpc,
    drivingInfoRpc,
    smartSchedulingRpc,
    smartSettingRpc,
    dayRouteRpc,
    walkRpc,
  ],
  personal,
  projections: [businessesWith(moveCircles), staff, closedDates, lodgingTypes, lodgingUnits, serviceTerms, ...calendarCards, lodgingCards],
  jobs: [autoCheckOut, chargeLate, rollOver, lookAfter, bringUpToDate, afterReturn, leaveLines, ...mergedClients.jobs],
  start: async (runtime) => {
    checkMapSettings(runtime);
    checkGoogleSettings(runtime);
    return await planOnce(runtime);
  },
  whose,
  consumers: [
    ...finishWhenPaidConsumers,
    ...shownFactsConsumers,
    ...notificationConsumers,
    ...mergedClients.consumers,
    ...classConsumers,
    ...goneConsumers,
    returned,
  ],
});

if (import.meta.main) await run([service]);
