import { useQuery } from "@connectrpc/connect-query";
import { type ReferralSource, ReferralSourceService } from "@leashline/proto/leashline/account/v1/referral_source_service_pb.js";
import { LONG_STALE } from "../../../../app/calls/query-client.ts";

/** The ways in which clients hear of the business, as it lists them. */
export const useReferralSources = (): ReferralSource[] =>
  useQuery(ReferralSourceService.method.listReferralSources, {}, { staleTime: LONG_STALE, meta: { quiet: true } }).data?.referralSources ??
  [];
