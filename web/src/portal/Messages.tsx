import { useInfiniteQuery, useMutation } from "@connectrpc/connect-query";
import type { PortalMessage } from "@leashline/proto/leashline/online_booking/v1/portal_file_pb.js";
import { PortalService } from "@leashline/proto/leashline/online_booking/v1/portal_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { type FormEvent, useState } from "react";
import { type Business, formatFor } from "../storefront/appointment/page.ts";
import { messageOf } from "../ui/feedback/call-errors.ts";
import { ErrorState } from "../ui/feedback/ErrorState.tsx";
import { WithLinks } from "../ui/links/WithLinks.tsx";
import type { Session } from "./Home.tsx";
import { Part } from "./Part.tsx";

const AT_ONCE = 3;

/** What was said either way, the newest last, and a line to write. */
export const Messages = ({ session, business }: { session: Session; business: Business }) => {
  const [text, setText] = useState("");
  const found = useInfiniteQuery(
    PortalService.method.listPortalMessages,
    { session, pageToken: "", pageSize: AT_ONCE },
    { pageParamKey: "pageToken", getNextPageParam: ({ nextPageToken }) => nextPageToken || undefined, meta: { quiet: true } },
  );
  const writing = useMutation(PortalService.method.writeToBusiness, { meta: { quiet: true } });
  const messages = found.data?.pages.flatMap((page) => page.messages).reverse() ?? [];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const words = text.trim();
    if (!words || writing.isPending) return;
    const sent = () => {
      setText("");
      void found.refetch();
    };
    writing.mutate({ session, text: words }, { onSuccess: sent });
  };
  return (
    <Part title="Messages">
      {found.hasNextPage && (
        <Button loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()} sx={{ minHeight: 44 }}>
          Show earlier messages
        </Button>
      )}
      {found.isPending && <Skeleton variant="rounded" height={60} />}
      {found.error && !found.data && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {messages.map((message) => (
        <Said key={message.id} message={message} business={business} />
      ))}
      <Box component="form" noValidate onSubmit={submit} sx={{ display: "grid", gap: 1, mt: 0.5 }}>
        <TextField
          label={`Write to ${business.businessName}`}
          value={text}
          onChange={(event) => setText(event.target.value)}
          multiline
          minRows={2}
          slotProps={{ htmlInput: { maxLength: 1000 } }}
        />
        {writing.error && <Alert severity="error">{messageOf(writing.error)}</Alert>}
        <Button type="submit" variant="outlined" disabled={text.trim() === ""} loading={writing.isPending} sx={{ minHeight: 44 }}>
          Send message
        </Button>
      </Box>
    </Part>
  );
};

const Said = ({ message: { own, subject, text, createTime }, business }: { message: PortalMessage; business: Business }) => (
  <Box
    sx={{
      justifySelf: own ? "end" : "start",
      maxWidth: "85%",
      px: 1.5,
      py: 1,
      borderRadius: 1.75,
      border: 1,
      borderColor: own ? "transparent" : "line",
      bgcolor: own ? "tone.accent.soft" : "background.paper",
      whiteSpace: "pre-wrap",
      overflowWrap: "anywhere",
    }}
  >
    {subject && <Typography variant="subtitle2">{subject}</Typography>}
    <Typography>
      <WithLinks text={text} />
    </Typography>
    <Typography variant="body2" color="textSecondary">
      {own ? "You" : business.businessName}, {formatFor(business).instant(createTime)}
    </Typography>
  </Box>
);
