import { useMutation, useQuery } from "@connectrpc/connect-query";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { MessageService } from "@leashline/proto/leashline/message/v1/message_service_pb.js";
import { TemplateService } from "@leashline/proto/leashline/message/v1/template_service_pb.js";
import type { Thread } from "@leashline/proto/leashline/message/v1/thread_pb.js";
import { ThreadService } from "@leashline/proto/leashline/message/v1/thread_service_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import { type FormEvent, useState } from "react";
import { LONG_STALE } from "../../../app/calls/query-client.ts";
import { messageOf } from "../../../ui/feedback/call-errors.ts";
import { CardFlow, hasPayLink } from "../../payment/shared/cards/CardFlow.tsx";
import { usePageConfig } from "../shared/page-configs.ts";
import { drafts } from "./drafts.ts";

/** As chosen, or the other way where the client can only be reached by that. */
const wayTo = ({ phoneNumber, email }: Thread, chosen: MessageMethod): MessageMethod =>
  !phoneNumber || (chosen === MessageMethod.EMAIL && email) ? MessageMethod.EMAIL : MessageMethod.SMS;

/** Writes back by text or e-mail. A draft stays until it is sent. */
export const Composer = ({ thread, onSent }: { thread: Thread; onSent: () => Promise<void> }) => {
  const draft = drafts((state) => state.texts[thread.id] ?? "");
  const setDraft = (text: string) => drafts.setState(({ texts }) => ({ texts: { ...texts, [thread.id]: text } }));
  const { last, remember } = usePageConfig(thread.id);
  const [chosen, setChosen] = useState(last.method ?? MessageMethod.SMS);
  const method = wayTo(thread, chosen);
  const setMethod = (next: MessageMethod) => {
    setChosen(next);
    remember({ method: next });
  };
  const [asks, setAsks] = useState(false);
  const allowed = useQuery(ThreadService.method.checkPermission, { customerId: thread.customerId }, { staleTime: LONG_STALE });
  const send = useMutation(MessageService.method.sendMessage, { meta: { quiet: true } });
  if (allowed.data && !allowed.data.allowed) return <Alert severity="info">{allowed.data.reason}</Alert>;
  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    const messageText = draft.trim();
    if (!messageText || send.isPending) return;
    const done = await send.mutateAsync({ customerId: thread.customerId, messageText, method }).catch(() => undefined);
    // What was typed on meanwhile is the next message.
    if (done && drafts.getState().texts[thread.id]?.trim() === messageText) setDraft("");
    if (done) setAsks(hasPayLink(done.message?.messageText ?? messageText));
    await onSent();
  };
  return (
    <Box
      component="form"
      onSubmit={(event) => void submit(event)}
      sx={{ p: 1.5, display: "grid", gap: 1, bgcolor: "background.paper", borderTop: 1, borderColor: "line" }}
    >
      {send.error && <Alert severity="error">{messageOf(send.error)} Your text is still here.</Alert>}
      {asks && <CardFlow customerId={thread.customerId} />}
      <TextField
        label={method === MessageMethod.EMAIL ? "Email" : "Text message"}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        multiline
        maxRows={8}
        helperText="Ctrl + Enter sends"
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void submit();
        }}
        slotProps={{ htmlInput: { maxLength: 20_000 } }}
      />
      <Box sx={{ display: "flex", gap: 1, alignItems: "center" }}>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={method}
          aria-label="Send by"
          onChange={(_, next: MessageMethod | null) => next && setMethod(next)}
        >
          <ToggleButton value={MessageMethod.SMS} disabled={!thread.phoneNumber}>
            Text
          </ToggleButton>
          <ToggleButton value={MessageMethod.EMAIL} disabled={!thread.email}>
            Email
          </ToggleButton>
        </ToggleButtonGroup>
        <Templates onPick={(text) => setDraft(draft ? `${draft}\n${text}` : text)} />
        <Button
          type="submit"
          variant="contained"
          color="primary"
          disabled={draft.trim() === ""}
          loading={send.isPending}
          sx={{ ml: "auto" }}
        >
          Send
        </Button>
      </Box>
    </Box>
  );
};

const Templates = ({ onPick }: { onPick: (text: string) => void }) => {
  const [at, setAt] = useState<HTMLElement>();
  const templates = useQuery(TemplateService.method.listTemplates, {}, { staleTime: LONG_STALE }).data?.templates ?? [];
  if (templates.length === 0) return null;
  return (
    <>
      <Button aria-haspopup="menu" onClick={(event) => setAt(event.currentTarget)}>
        Templates
      </Button>
      <Menu open={at !== undefined} anchorEl={at ?? null} onClose={() => setAt(undefined)}>
        {templates.map((one) => (
          <MenuItem
            key={one.id}
            onClick={() => {
              setAt(undefined);
              onPick(one.body);
            }}
            sx={{ maxWidth: 420, whiteSpace: "normal" }}
          >
            {one.body}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
};
