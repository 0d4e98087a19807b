import { useMutation, useQuery } from "@connectrpc/connect-query";
import { MetadataService } from "@leashline/proto/leashline/account/v1/metadata_service_pb.js";
import { LONG_STALE } from "../../../../app/calls/query-client.ts";
import type { Plan } from "./draft.ts";
import { patternOf } from "./split.ts";

const quiet = { meta: { quiet: true } };

/** How a business usually shares one service out (settings, Split services). */
export const useUsualSplit = (wanted = true) => {
  const query = useQuery(MetadataService.method.getMultiStaffSetting, {}, { ...quiet, enabled: wanted, staleTime: LONG_STALE });
  return { setting: query.data?.setting, refetch: query.refetch };
};

/** Keeps the split of a visit that was saved as the usual one, where the business wants the last one suggested. Who may not change settings changes nothing. */
export const useKeepSplit = (plan: Plan) => {
  const split = plan.lines.findLast((line) => line.split)?.split;
  const { setting, refetch } = useUsualSplit(split !== undefined);
  const update = useMutation(MetadataService.method.updateMultiStaffSetting, quiet);
  return async (): Promise<void> => {
    if (!split || !setting?.autoMemorizeWorkPattern) return;
    const workPattern = patternOf(split);
    await update
      .mutateAsync({ setting: { workPattern }, updateMask: { paths: ["workPattern"] } })
      .then(() => refetch())
      .catch(() => undefined);
  };
};
