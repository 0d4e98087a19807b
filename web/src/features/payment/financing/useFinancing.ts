import { useMutation, useQuery } from "@connectrpc/connect-query";
import { FinancingService } from "@leashline/proto/leashline/payment/v1/financing_service_pb.js";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { refreshDomains } from "../../../app/calls/refresh.ts";

/** How a location stands with financing; the card provider is asked once, when the page opens, and what it said last shows until then. */
export const useFinancing = () => {
  const queries = useQueryClient();
  const standing = useQuery(FinancingService.method.getFinancing);
  const ask = useMutation(FinancingService.method.refreshFinancing, {
    meta: { quiet: true },
    onSettled: () => refreshDomains(queries, "payment"),
  });
  const { mutate } = ask;
  useEffect(() => mutate({}), [mutate]);
  return {
    standing: standing.data,
    error: standing.error,
    retry: () => void standing.refetch(),
    asking: ask.isPending,
    unanswered: ask.error,
  };
};

/** A page of the card provider's, opened in place of ours. */
export const useFinancingLink = () =>
  useMutation(FinancingService.method.createFinancingLink, { onSuccess: ({ url }) => window.location.assign(url) });
