import { useMutation, useQuery } from "@connectrpc/connect-query";
import { MessageService } from "@leashline/proto/leashline/message/v1/message_service_pb.js";
import { ThreadAction } from "@leashline/proto/leashline/message/v1/thread_pb.js";
import { ThreadService } from "@leashline/proto/leashline/message/v1/thread_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { type KeyboardEvent, useRef, useState } from "react";
import { pathTo } from "../../../app/routes/paths.ts";
import { Avatar } from "../../../ui/Avatar.tsx";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { TextLink } from "../../../ui/links/Link.tsx";
import { useKeyFocus } from "../../../ui/page/useKeyFocus.ts";
import { usePageConfig } from "../shared/page-configs.ts";
import { AutomaticMessages } from "./AutomaticMessages.tsx";
import { Bubble } from "./Bubble.tsx";
import { Composer } from "./Composer.tsx";
import { foldsOf } from "./folds.ts";
import { ThreadMenu } from "./ThreadMenu.tsx";
import { nameOf } from "./ThreadRow.tsx";
import { useRead, useRefreshMessages, useStayAtEnd } from "./useThreads.ts";

/** Messages that one page holds (growth §9). */
const PAGE = 20;

/** One client's conversation, oldest at the top, the answer at the foot. */
export const Conversation = ({ threadId, onClose }: { threadId: string; onClose: () => void }) => {
  const refresh = useRefreshMessages();
  const format = useFormat();
  const section = useRef<HTMLElement>(null);
  useKeyFocus(section, threadId);
  const { data: found, error, refetch } = useQuery(ThreadService.method.getThread, { id: threadId });
  const thread = found?.thread;
  const { last, remember } = usePageConfig(threadId);
  const [size, setSize] = useState(last.size ?? PAGE);
  const earlier = () => {
    setSize(size + PAGE);
    remember({ size: size + PAGE });
  };
  const list = useQuery(MessageService.method.listMessages, { threadId, pageSize: size });
  const update = useMutation(ThreadService.method.updateThread, { onSettled: refresh });
  const act = (action: ThreadAction) => update.mutate({ id: threadId, action });
  useRead(thread?.unreadCount ?? 0, () => act(ThreadAction.READ));
  const messages = list.data?.messages.toReversed() ?? [];
  const end = useStayAtEnd(messages.at(-1)?.id);
  if (error && !thread) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const remove = async () => {
    if (
      !(await confirm({
        title: "Delete this conversation?",
        body: "It is removed from the inbox. The client still has the messages.",
        action: "Delete conversation",
        danger: true,
      }))
    )
      return;
    act(ThreadAction.DELETE);
    onClose();
  };
  return (
    <Box
      component="section"
      ref={section}
      tabIndex={-1}
      aria-label="Conversation"
      onKeyDown={(event: KeyboardEvent) => event.key === "Escape" && onClose()}
      sx={{ outlineOffset: -2, flex: 1, minWidth: 0, display: "flex", flexDirection: "column", minHeight: 0 }}
    >
      <Box
        sx={{
          display: "flex",
          alignItems: "center",
          gap: 1.25,
          px: 2.25,
          py: 1.25,
          bgcolor: "background.paper",
          borderBottom: 1,
          borderColor: "line",
        }}
      >
        {thread && (
          <Avatar name={nameOf(thread, format)} id={thread.customerId} size={34} src={thread.avatarPath} colour={thread.clientColor} />
        )}
        <Head
          name={thread ? nameOf(thread, format) : ""}
          to={thread ? pathTo("/client/:customerId", { customerId: thread.customerId }) : ""}
          phone={thread?.phoneNumber ?? ""}
        />
        <ThreadMenu
          starred={Boolean(thread?.starsTime)}
          blocked={Boolean(thread?.blockTime)}
          closed={thread?.openStatus === 2}
          onAct={act}
          onDelete={() => void remove()}
        />
      </Box>
      <Box
        role="log"
        aria-label="Messages"
        tabIndex={0}
        sx={{ flex: 1, overflow: "auto", px: 2.25, py: 1.5, display: "flex", flexDirection: "column", gap: 1 }}
      >
        {(list.data?.total ?? 0) > messages.length && (
          <Button size="small" onClick={earlier} loading={list.isFetching} sx={{ alignSelf: "center" }}>
            Earlier messages
          </Button>
        )}
        {!list.data && !list.error && <Skeleton variant="rounded" width="60%" height={48} />}
        {list.error && !list.data && <ErrorState error={list.error} compact onRetry={() => void list.refetch()} />}
        {foldsOf(messages).map((fold) =>
          fold.automatic ? (
            <AutomaticMessages key={fold.id} messages={fold.messages} />
          ) : (
            fold.messages.map((message) => <Bubble key={message.id} message={message} />)
          ),
        )}
        <div ref={end} />
      </Box>
      {thread && <Composer thread={thread} onSent={refresh} />}
    </Box>
  );
};

const Head = ({ name, to, phone }: { name: string; to: string; phone: string }) => {
  const format = useFormat();
  return (
    <Box sx={{ flex: 1, minWidth: 0 }}>
      {to && (
        <TextLink to={to} variant="subtitle1" underline="hover" noWrap sx={{ color: "text.primary" }}>
          {name}
        </TextLink>
      )}
      <Typography variant="body2" color="textSecondary">
        {format.phone(phone)}
      </Typography>
    </Box>
  );
};
