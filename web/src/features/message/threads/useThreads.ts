import { useMutation } from "@connectrpc/connect-query";
import { ThreadService } from "@leashline/proto/leashline/message/v1/thread_service_pb.js";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
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

/** Looking at it is reading it. */
export const useRead = (unread: number, read: () => void): void => {
  const mark = useEffectEvent(read);
  useEffect(() => {
    if (unread > 0) mark();
  }, [unread]);
};

/** The newest message is in sight whenever there is another one. */
export const useStayAtEnd = (lastId: string | undefined) => {
  const end = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when another message is last
  useEffect(() => {
    end.current?.scrollIntoView({ block: "end" });
  }, [lastId]);
  return end;
};
