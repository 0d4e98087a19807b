import { useMutation, useQuery } from "@connectrpc/connect-query";
import type { WebhookEndpoint } from "@leashline/proto/leashline/account/v1/webhook_pb.js";
import { WebhookService } from "@leashline/proto/leashline/account/v1/webhook_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { pathTo } from "../../../app/routes/paths.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { plural } from "../../../ui/format/text.ts";
import { Icon } from "../../../ui/icons.tsx";
import { LinkButton } from "../../../ui/links/Link.tsx";
import { DataList } from "../../../ui/lists/DataList.tsx";
import type { Column } from "../../../ui/lists/data-list.ts";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { SettingsFrame } from "../../settings/SettingsFrame.tsx";
import { SecretDrawer } from "../shared/SecretDrawer.tsx";
import { WebhookForm } from "./WebhookForm.tsx";

const events = (one: WebhookEndpoint): string => (one.eventTypes.length === 0 ? "Every event" : plural(one.eventTypes.length, "event"));

/** Addresses of the company's own that are told what happens. */
const Webhooks = () => {
  const [open, setOpen] = useState<WebhookEndpoint | "new">();
  const [secret, setSecret] = useState("");
  const endpoints = useQuery(WebhookService.method.listWebhookEndpoints);
  const reload = () => void endpoints.refetch();
  const test = useMutation(WebhookService.method.testWebhookEndpoint, { meta: { success: "A test is on its way. See what was sent." } });
  const state = (one: WebhookEndpoint) => (
    <StatusChip tone={one.enabled ? "ok" : "warn"} title={one.disabledReason}>
      {one.enabled ? "On" : "Off"}
    </StatusChip>
  );
  const actions = (one: WebhookEndpoint) => (
    <Box sx={{ display: "flex", gap: 0.5, justifyContent: { xs: "flex-start", md: "flex-end" } }}>
      <Button
        size="small"
        variant="text"
        aria-label={`Send a test to ${one.url}`}
        disabled={!one.enabled || test.isPending}
        onClick={() => test.mutate({ id: one.id })}
      >
        Test
      </Button>
      <LinkButton
        size="small"
        variant="text"
        to={pathTo("/setting/integration/webhooks/:endpointId", { endpointId: one.id })}
        aria-label={`What was sent to ${one.url}`}
      >
        Sent
      </LinkButton>
      <Button size="small" variant="text" aria-label={`Edit ${one.url}`} onClick={() => setOpen(one)}>
        Edit
      </Button>
    </Box>
  );
  const columns: Column<WebhookEndpoint>[] = [
    {
      key: "url",
      header: "Address",
      cell: (one) => (
        <>
          <Typography variant="subtitle2" sx={{ wordBreak: "break-all" }}>
            {one.url}
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {one.disabledReason || one.description}
          </Typography>
        </>
      ),
    },
    { key: "state", header: "State", cell: state },
    { key: "events", header: "Events", cell: events },
    { key: "do", header: "", align: "right", cell: actions },
  ];
  return (
    <SettingsFrame
      title="Webhooks"
      maxWidth={1080}
      actions={
        <Button variant="contained" color="primary" startIcon={<Icon name="plus" />} onClick={() => setOpen("new")}>
          Add address
        </Button>
      }
    >
      <DataList
        label="Webhooks"
        rows={endpoints.data?.endpoints}
        rowKey={(one) => one.id}
        columns={columns}
        card={(one) => (
          <>
            <Box sx={{ display: "flex", gap: 1 }}>
              <Typography variant="subtitle1" sx={{ flex: 1, wordBreak: "break-all" }}>
                {one.url}
              </Typography>
              {state(one)}
            </Box>
            <Typography color="textSecondary">
              {one.disabledReason || [events(one), one.description].filter(Boolean).join(" · ")}
            </Typography>
            {actions(one)}
          </>
        )}
        error={endpoints.error}
        onRetry={reload}
        empty={<EmptyState icon="upload" title="No webhooks yet" text="Add a URL of yours and Leashline sends signed events to it." />}
      />
      {open && (
        <WebhookForm
          {...(open !== "new" && { known: open })}
          onClose={() => setOpen(undefined)}
          onSaved={reload}
          onSecret={(value) => {
            setOpen(undefined);
            setSecret(value);
          }}
        />
      )}
      {secret && (
        <SecretDrawer title="How to verify it" label="Signing secret" value={secret} onClose={() => setSecret("")}>
          <Typography color="textSecondary">
            Every message carries webhook-id, webhook-timestamp and webhook-signature (Standard Webhooks). Check the signature with this
            secret before you believe a message.
          </Typography>
        </SecretDrawer>
      )}
    </SettingsFrame>
  );
};

export default Webhooks;
