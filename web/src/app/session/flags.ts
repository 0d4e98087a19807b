import { useQuery } from "@connectrpc/connect-query";
import { FeatureFlagService } from "@leashline/proto/leashline/account/v1/feature_flag_service_pb.js";

/** Whether a part of Leashline is switched on for the caller; undefined until that is known. */
export const useFlag = (key: string): boolean | undefined =>
  useQuery(FeatureFlagService.method.listFeatureFlags).data?.flags.find((flag) => flag.key === key)?.enabled;
