import { useQuery } from "@connectrpc/connect-query";
import { ThreadService } from "@leashline/proto/leashline/message/v1/thread_service_pb.js";
import Box from "@mui/material/Box";
import { keepPreviousData } from "@tanstack/react-query";
import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { PageFrame } from "../../ui/PageFrame.tsx";
import { useMobile } from "../../ui/useMobile.ts";
import { Conversation } from "./Conversation.tsx";
import { filters, ThreadList } from "./ThreadList.tsx";
import { useOpenThread } from "./useThreads.ts";

/** The inbox: conversations beside the one that is open; on a phone one after the other. */
const MessagesPage = () => {
  const [query, setQuery] = useSearchParams();
  const mobile = useMobile();
  const threadId = query.get("thread") ?? undefined;
  const customerId = query.get("customerId") ?? undefined;
  const filter = filters.find((one) => one.name === query.get("filter")) ?? filters[0];
  const keyword = query.get("q") ?? "";
  const set = (change: Record<string, string | undefined>, replace = false) =>
    setQuery(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(change)) value ? after.set(name, value) : after.delete(name);
        return after;
      },
      { replace },
    );
  const opened = useOpenThread(customerId);
  useEffect(() => {
    if (opened) set({ thread: opened, customerId: undefined }, true);
  });
  const threads = useQuery(
    ThreadService.method.listThreads,
    { filter: filter.value, keyword, pageSize: 50 },
    { placeholderData: keepPreviousData },
  );
  const showList = !mobile || !threadId;
  return (
    <PageFrame title="Messages" layout="fill" {...(mobile && threadId && { back: "/message" })}>
      <Box sx={{ flex: 1, minHeight: 0, display: "flex" }}>
        {showList && (
          <ThreadList
            threads={threads}
            openId={threadId}
            filter={filter}
            keyword={keyword}
            onFilter={(name) => set({ filter: name })}
            onKeyword={(text) => set({ q: text || undefined }, true)}
            onOpen={(id) => set({ thread: id })}
          />
        )}
        {threadId ? (
          <Conversation key={threadId} threadId={threadId} onClose={() => set({ thread: undefined })} />
        ) : (
          !mobile && (
            <Box sx={{ flex: 1, display: "grid", placeItems: "center" }}>
              <EmptyState
                icon="messages"
                title="Choose a conversation"
                text="What clients write arrives here, and what you answer reaches their phone."
              />
            </Box>
          )
        )}
      </Box>
    </PageFrame>
  );
};

export default MessagesPage;
