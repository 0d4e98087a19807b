import { useMutation, useQuery } from "@connectrpc/connect-query";
import { type WebhookDelivery, WebhookDeliveryState } from "@leashline/proto/leashline/account/v1/webhook_pb.js";
import { type ReplayWebhookEventsResponse, WebhookService } from "@leashline/proto/leashline/account/v1/webhook_service_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useParams } from "react-router";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { toast } from "../../../ui/feedback/toast.ts";
import { plural } from "../../../ui/format/text.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { DataList } from "../../../ui/lists/DataList.tsx";
import type { Column } from "../../../ui/lists/data-list.ts";
import { SettingsFrame } from "../../settings/SettingsFrame.tsx";
import { Chip, STATES } from "./DeliveryChip.tsx";
import { DeliveryDrawer } from "./DeliveryDrawer.tsx";
import { ReplayForm } from "./ReplayForm.tsx";

/** What was sent to one address or is on its way, and the way to send it again. */
const Deliveries = () => {
  const { endpointId = "" } = useParams();
  const format = useFormat();
  const [state, setState] = useState(WebhookDeliveryState.UNSPECIFIED);
  const [pages, setPages] = useState<string[]>([""]);
  const [open, setOpen] = useState<WebhookDelivery>();
  const endpoint = useQuery(WebhookService.method.listWebhookEndpoints).data?.endpoints.find((one) => one.id === endpointId);
  const sent = useQuery(WebhookService.method.listWebhookDeliveries, { endpointId, state, pageSize: 50, pageToken: pages.at(-1) ?? "" });
  const test = useMutation(WebhookService.method.testWebhookEndpoint, { onSuccess: () => void sent.refetch() });
  const [replaying, setReplaying] = useState(false);
  const [rest, setRest] = useState("");
  const replay = useMutation(WebhookService.method.replayWebhookEvents);
  const replayed = ({ queued, more, nextCursor }: ReplayWebhookEventsResponse) => {
    setReplaying(false);
    setRest(more ? nextCursor : "");
    toast.success(`Sending ${plural(queued, "event")} again.`);
    void sent.refetch();
  };
  const columns: Column<WebhookDelivery>[] = [
    { key: "when", header: "When", cell: (one) => format.instant(one.createTime) },
    { key: "what", header: "Event", cell: (one) => one.eventType },
    { key: "state", header: "State", cell: (one) => <Chip of={one} /> },
    { key: "tries", header: "Attempts", align: "right", cell: (one) => one.attempts },
    { key: "answer", header: "Answer", align: "right", cell: (one) => one.lastStatus || "–" },
  ];
  return (
    <SettingsFrame
      title="What was sent"
      back="/setting/integration/webhooks"
      maxWidth={1080}
      actions={
        <>
          <Button disabled={!endpoint?.enabled} onClick={() => setReplaying(true)}>
            Replay
          </Button>
          <Button disabled={!endpoint?.enabled} loading={test.isPending} onClick={() => test.mutate({ id: endpointId })}>
            Send a test
          </Button>
        </>
      }
    >
      {rest && (
        <Alert
          severity="info"
          sx={{ mb: 1.5 }}
          action={
            <Button
              size="small"
              loading={replay.isPending}
              onClick={() => replay.mutate({ endpointId, cursor: rest }, { onSuccess: replayed })}
            >
              Send the next
            </Button>
          }
        >
          There are later events than the ones just sent again.
        </Alert>
      )}
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1.5, mb: 1.5 }}>
        <Typography sx={{ flex: 1, minWidth: 200, wordBreak: "break-all" }}>{endpoint?.url}</Typography>
        <TextField
          select
          size="small"
          label="State"
          value={state}
          onChange={(event) => {
            setPages([""]);
            setState(Number(event.target.value));
          }}
          sx={{ width: 180 }}
        >
          <MenuItem value={WebhookDeliveryState.UNSPECIFIED}>All</MenuItem>
          {STATES.map((one) => (
            <MenuItem key={one.value} value={one.value}>
              {one.label}
            </MenuItem>
          ))}
        </TextField>
      </Box>
      <DataList
        label="Deliveries"
        rows={sent.data?.deliveries}
        rowKey={(one) => one.id}
        columns={columns}
        card={(one) => (
          <Box sx={{ display: "flex", gap: 1 }}>
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Typography variant="subtitle2" noWrap>
                {one.eventType}
              </Typography>
              <Typography color="textSecondary">{format.instant(one.createTime)}</Typography>
            </Box>
            <Chip of={one} />
          </Box>
        )}
        onOpen={setOpen}
        error={sent.error}
        onRetry={() => void sent.refetch()}
        empty={<EmptyState icon="upload" title="Nothing here" text="Send a test, or wait until something happens." />}
      />
      <Box sx={{ display: "flex", justifyContent: "flex-end", gap: 1, mt: 1 }}>
        {pages.length > 1 && <Button onClick={() => setPages(pages.slice(0, -1))}>Later</Button>}
        {sent.data?.nextPageToken && <Button onClick={() => setPages([...pages, sent.data.nextPageToken])}>Earlier</Button>}
      </Box>
      {replaying && <ReplayForm endpointId={endpointId} onClose={() => setReplaying(false)} onReplayed={replayed} />}
      {open && <DeliveryDrawer delivery={open} onClose={() => setOpen(undefined)} />}
    </SettingsFrame>
  );
};

export default Deliveries;
