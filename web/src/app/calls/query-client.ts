import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { isAborted, isNetworkFailure, isUnreadable, messageOf } from "../../ui/feedback/call-errors.ts";
import { toast } from "../../ui/feedback/toast.ts";

/** Query cache: no retry, stale after 1 s, kept 5 minutes (core §9). Lists that change rarely may say `staleTime: LONG_STALE`. */
export const SHORT_STALE = 1_000;
export const LONG_STALE = 5 * 60_000;
const KEPT = 5 * 60_000;

declare module "@tanstack/react-query" {
  interface Register {
    /** `quiet`: the screen itself shows what went wrong. */
    mutationMeta: { quiet?: boolean; success?: string };
    queryMeta: { quiet?: boolean };
  }
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    // A query that has shown something before keeps showing it; the failed refresh is worth a toast, the first load has its error state.
    onError: (error, query) => {
      // The banner says once what every list would say again.
      if (isNetworkFailure(error) && !navigator.onLine) return;
      // Reported, not shown (core §8). A write says so all the same: whoever pressed waits for an answer.
      if (isUnreadable(error)) console.error(error);
      else if (query.state.data !== undefined && !query.meta?.quiet && !isAborted(error)) toast.error(messageOf(error));
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => {
      if (!mutation.meta?.quiet && !isAborted(error)) toast.error(messageOf(error));
    },
    onSuccess: (_data, _variables, _result, mutation) => {
      if (mutation.meta?.success) toast.success(mutation.meta.success);
    },
  }),
  // Without a connection a call fails and says so. Left to wait, a charge would go out by itself when the connection is back, after the client paid in cash.
  defaultOptions: {
    queries: { retry: false, staleTime: SHORT_STALE, gcTime: KEPT, networkMode: "always", refetchOnReconnect: true },
    mutations: { retry: false, networkMode: "always" },
  },
});
