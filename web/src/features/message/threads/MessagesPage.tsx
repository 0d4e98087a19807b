import { useQuery } from "@connectrpc/connect-query";
import { ThreadService } from "@leashline/proto/leashline/message/v1/thread_service_pb.js";
import Box from "@mui/material/Box";
import { keepPreviousData } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { useQueryChange } from "../../../ui/links/over.ts";
import { PageFrame } from "../../../ui/page/PageFrame.tsx";
import { useMobile } from "../../../ui/theme/useMobile.ts";
import { Conversation } from "./Conversation.tsx";
import { askedFor, filters, types } from "./shown.ts";
import { ThreadList } from "./ThreadList.tsx";
import { useOpenThread } from "./useThreads.ts";

/** Conversations that one page holds (growth §9). */
const PAGE = 20;

/** The inbox: conversations beside the one that is open; on a phone one after the other. */
const MessagesPage = () => {
  const { query, set, replace, open, close } = useQueryChange();
  const mobile = useMobile();
  const threadId = query.get("thread") ?? undefined;
  const customerId = query.get("customerId") ?? undefined;
  const filter = filters.find((one) => one.name === query.get("filter")) ?? filters[0];
  const type = types.find((one) => one.name === query.get("about")) ?? types[0];
  const keyword = query.get("q") ?? "";
  const [size, setSize] = useState(PAGE);
  const opened = useOpenThread(customerId);
  const land = useEffectEvent((thread: string) => replace({ thread, customerId: undefined }));
  useEffect(() => {
    if (opened) land(opened);
  }, [opened]);
  const threads = useQuery(
    ThreadService.method.listThreads,
    { ...askedFor({ filter, type, keyword }), pageSize: size },
    { placeholderData: keepPreviousData },
  );
  const showList = !mobile || !threadId;
  return (
    <PageFrame title="Messages" layout="fill" {...(mobile && threadId && { back: "/message", onBack: () => close("thread") })}>
      <Box sx={{ flex: 1, minHeight: 0, display: "flex" }}>
        {showList && (
          <ThreadList
            threads={threads}
            openId={threadId}
            filter={filter}
            type={type}
            onType={(name) => set({ about: name === "all" ? undefined : name, q: undefined })}
            onMore={() => setSize(size + PAGE)}
            keyword={keyword}
            onFilter={(name) => set({ filter: name, q: undefined })}
            onKeyword={(text) => replace({ q: text || undefined })}
            onOpen={(thread) => open({ thread })}
          />
        )}
        {threadId ? (
          <Conversation key={threadId} threadId={threadId} onClose={() => close("thread")} />
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
