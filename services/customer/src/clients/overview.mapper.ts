import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Ctx, toMoney } from "@leashline/kit";
import type { ClientOverviewSchema } from "@leashline/proto/leashline/customer/v1/client_pb.js";
import { frequencyDays } from "./client.ts";
import type { Overview } from "./overview.store.ts";

export function toOverview(overview: Overview | undefined, ctx: Ctx): MessageInitShape<typeof ClientOverviewSchema> {
  const currency = overview?.currency || ctx.caller.currency;
  return {
    upcomingCount: overview?.upcoming ?? 0,
    finishedCount: overview?.finished ?? 0,
    cancelledCount: overview?.cancelled ?? 0,
    noShowCount: overview?.noShow ?? 0,
    totalCount: overview?.total ?? 0,
    totalPaid: toMoney(overview?.paidMinor ?? "0", currency),
    totalOutstandingBalance: toMoney(overview?.outstandingMinor ?? "0", currency),
    storeCredit: toMoney(overview?.creditMinor ?? "0", overview?.creditCurrency || currency),
    lastVisitDate: overview?.lastVisit ?? "",
    nextVisitDate: overview?.nextVisit ?? "",
    lastAlertNote: overview?.alert ?? "",
    expectedFrequencyDays: frequencyDays(overview?.frequencyDay ?? 0, overview?.frequencyType ?? 0),
  };
}
