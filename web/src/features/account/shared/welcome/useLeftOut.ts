import { useMutation, useQuery } from "@connectrpc/connect-query";
import { MetadataService, MetadataOwnerType as Owner } from "@leashline/proto/leashline/account/v1/metadata_service_pb.js";
import { idsIn, SKIPPED_KEY, type Step } from "./welcome.ts";

/** Whether this business has said of a step of its checklist that it needs none of it; undefined while that is not known. */
export const useLeftOut = (id: Step["id"]) => {
  const { data, refetch } = useQuery(MetadataService.method.describeMetadata, { keys: [SKIPPED_KEY] }, { meta: { quiet: true } });
  const store = useMutation(MetadataService.method.updateMetadata, { onSuccess: () => void refetch() });
  const all = data && idsIn(data.values, SKIPPED_KEY);
  return {
    leftOut: all?.includes(id),
    setLeftOut: (out: boolean) =>
      store.mutate({
        key: SKIPPED_KEY,
        value: JSON.stringify([...(all ?? []).filter((one) => one !== id), ...(out ? [id] : [])]),
        ownerType: Owner.BUSINESS,
      }),
  };
};
