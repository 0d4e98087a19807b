import { useQuery } from "@connectrpc/connect-query";
import { BookingFlowService } from "@leashline/proto/leashline/online_booking/v1/booking_flow_pb.js";
import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { useDraft } from "../draft.ts";
import { resumed } from "./resumed.ts";

/** Who comes by the link of a recovery message goes on where they stopped; one that opens nothing any more begins anew. True while that is looked up. */
export const useResume = (page: string): boolean => {
  const [query, setQuery] = useSearchParams();
  const resumeToken = query.get("resume");
  const { data, error } = useQuery(
    BookingFlowService.method.getBookingProgress,
    { bookOnlineName: page, resumeToken: resumeToken ?? "" },
    { enabled: resumeToken !== null, meta: { quiet: true }, retry: 1, staleTime: Number.POSITIVE_INFINITY },
  );
  useEffect(() => {
    if (resumeToken === null || (!data && !error)) return;
    const draft = data?.progress && resumed(page, data.progress);
    if (draft) useDraft.setState(draft, true);
    setQuery(draft && draft.step !== "pets" ? { step: draft.step } : {}, { replace: true });
  }, [resumeToken, data, error, page, setQuery]);
  return resumeToken !== null;
};
