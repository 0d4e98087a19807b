import { fail, implement, named } from "@leashline/kit";
import {
  OnlineBookingSettingService,
  type UpdateOnlineBookingSettingRequest,
  UpdateOnlineBookingSettingRequestSchema,
} from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import type { Updateable } from "kysely";
import type { DB } from "../db.ts";
import { careRulesOf, keptCareRules } from "./accepted.ts";
import { mustBeSites } from "./embed-sites.ts";
import { saveSetting, settingOf } from "./kept-setting.ts";
import type { SettingRow } from "./setting.store.ts";

const columns = {
  bookOnlineName: "bookOnlineName",
  isEnable: "isEnable",
  aboutUs: "aboutUs",
  welcomeMessage: "welcomeMessage",
  themeColor: "themeColor",
  acceptedClientType: "acceptedClientType",
  soonestAvailable: "soonestAvailable",
  farthestAvailable: "farthestAvailable",
  timeslotLength: "timeslotLength",
  noticeMinutes: "noticeMinutes",
  cancellationPolicy: "cancellationPolicy",
  staffSelection: "staffSelection",
  autoAccept: "autoAccept",
  arrivalWindowBefore: "arrivalWindowBefore",
  arrivalWindowAfter: "arrivalWindowAfter",
  version: "version",
  submissionCheck: "submissionCheck",
  clientChanges: "clientChanges",
  changeNoticeHours: "changeNoticeHours",
  stayMinNights: "stayMinNights",
  stayMaxNights: "stayMaxNights",
  stayNoticeHours: "stayNoticeHours",
  stayArrivalFrom: "stayArrivalFrom",
  stayArrivalTo: "stayArrivalTo",
  stayDepartureFrom: "stayDepartureFrom",
  stayDepartureTo: "stayDepartureTo",
  busyFilter: "busyFilter",
  clientPortal: "clientPortal",
  correctionsAtOnce: "correctionsAtOnce",
  autoRefundDeposit: "autoRefundDeposit",
  requestPromiseHours: "requestPromiseHours",
  onlyInServiceAreas: "onlyInServiceAreas",
} as const satisfies Record<string, keyof DB["setting"]>;

function changeOf(request: UpdateOnlineBookingSettingRequest): Updateable<DB["setting"]> {
  const fields = named(UpdateOnlineBookingSettingRequestSchema, request, request.updateMask);
  const entries = Object.entries(columns).filter(([field]) => fields.has(field));
  const plain = entries.flatMap(([field, column]) => {
    const value = request[field as keyof typeof columns];
    return value === undefined ? [] : [[column, value]];
  });
  const { embedSites, acceptedByCare } = request;
  return {
    ...Object.fromEntries(plain),
    ...(fields.has("embedSites") && embedSites && { embedSites: embedSites.sites }),
    ...(fields.has("acceptedByCare") && acceptedByCare && { acceptedByCare: JSON.stringify(keptCareRules(acceptedByCare.rules)) }),
  };
}

const ordered = [
  ["stayMinNights", "stayMaxNights"],
  ["stayArrivalFrom", "stayArrivalTo"],
  ["stayDepartureFrom", "stayDepartureTo"],
] as const;

/** What begins ends later, whichever of the two was changed. */
function mustBeInOrder(row: SettingRow): void {
  const wrong = ordered.find(([least, most]) => row[least] > row[most]);
  if (wrong) throw fail("PARAMS_INVALID", { field: wrong[1], reason: `must not be less than ${wrong[0]}` });
}

const wire = (row: SettingRow) => ({
  ...Object.fromEntries(Object.entries(columns).map(([field, column]) => [field, row[column]])),
  embedSites: { sites: row.embedSites },
  acceptedByCare: { rules: careRulesOf(row) },
  businessId: row.businessId,
  revision: row.revision,
});

export const settingRpc = implement(OnlineBookingSettingService, {
  async getOnlineBookingSetting({ businessId }, ctx) {
    return { setting: wire(await settingOf(ctx, businessId)) };
  },

  async updateOnlineBookingSetting(request, ctx) {
    const { businessId, revision, embedSites } = request;
    mustBeSites(embedSites?.sites ?? [], "embedSites.sites");
    return { setting: wire(await saveSetting(ctx, { businessId, revision, change: changeOf(request), allow: mustBeInOrder })) };
  },
});
