import { createConnectQueryKey, useMutation } from "@connectrpc/connect-query";
import { MergeService } from "@leashline/proto/leashline/customer/v1/merge_service_pb.js";
import { useQueryClient } from "@tanstack/react-query";
import { toast } from "../../../ui/feedback/toast.ts";
import { useClientsChanged } from "../shared/use-client.ts";

/** Merging and undoing it, and saying that two are not the same; all mark everything known of clients as old. */
export const useMergeActs = () => {
  const queries = useQueryClient();
  const clients = useClientsChanged();
  const changed = async () => {
    await Promise.all([
      clients(),
      queries.invalidateQueries({ queryKey: createConnectQueryKey({ schema: MergeService, cardinality: undefined }) }),
    ]);
  };
  const undo = useMutation(MergeService.method.undoMerge, { onSuccess: changed, meta: { success: "The two clients are back" } });
  const merge = useMutation(MergeService.method.mergeClients, {
    onSuccess: async ({ merge: made }) => {
      if (made) toast.success("Clients merged", { undo: () => undo.mutate({ mergeId: made.mergeId }) });
      await changed();
    },
    // Somebody else may have merged them meanwhile: the page then says so, and leads to who was kept.
    onError: changed,
  });
  const restore = useMutation(MergeService.method.restoreDuplicate, {
    onSuccess: changed,
    meta: { success: "They may be suggested again" },
  });
  const dismiss = useMutation(MergeService.method.dismissDuplicate, {
    onSuccess: async (_, { customerId = "0", otherCustomerId = "0" }) => {
      toast.success("Not suggested as the same person anymore", { undo: () => restore.mutate({ customerId, otherCustomerId }) });
      await changed();
    },
  });
  return { merge, undo, dismiss, restore };
};
