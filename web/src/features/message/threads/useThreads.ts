import { useMutation } from "@connectrpc/connect-query";
import { ThreadService } from "@leashline/proto/leashline/message/v1/thread_service_pb.js";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { refreshDomains } from "../../../app/calls/refresh.ts";

export const useRefreshMessages = (): (() => Promise<void>) => {
  const queries = useQueryClient();
  return () => refreshDomains(queries, "message");
};

/** A client's conversation, begun when there is none yet (growth §5). Answers its id once it is known. */
export const useOpenThread = (customerId: string | undefined): string | undefined => {
  const create = useMutation(ThreadService.method.createThread);
  const asked = useRef<string | undefined>(undefined);
  const { mutate } = create;
  useEffect(() => {
    if (!customerId || !/^\d{1,18}$/.test(customerId) || asked.current === customerId) return;
    asked.current = customerId;
    mutate({ customerId });
  }, [customerId, mutate]);
  return customerId ? create.data?.thread?.id : undefined;
};
