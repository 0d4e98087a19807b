import { useMutation, useQuery } from "@connectrpc/connect-query";
import { type ApiKey, ApiKeyService } from "@leashline/proto/leashline/account/v1/api_key_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useLocations } from "../../../app/session/session.ts";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { plural } from "../../../ui/format/text.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { Icon } from "../../../ui/icons.tsx";
import { DataList } from "../../../ui/lists/DataList.tsx";
import type { Column } from "../../../ui/lists/data-list.ts";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { SettingsFrame } from "../../settings/SettingsFrame.tsx";
import { KeyDrawers } from "./KeyDrawers.tsx";
import { keyState } from "./key-state.ts";

/** Keys for integrators: what each opens, when it was used last, and the ways to replace or end it. */
const ApiKeys = () => {
  const format = useFormat();
  const businesses = useLocations();
  const [adding, setAdding] = useState(false);
  const [rotating, setRotating] = useState<ApiKey>();
  const keys = useQuery(ApiKeyService.method.listApiKeys);
  const reload = () => void keys.refetch();
  const revoke = useMutation(ApiKeyService.method.revokeApiKey, {
    onSuccess: reload,
    meta: { success: "Key revoked. It no longer works." },
  });
  const done = () => {
    setAdding(false);
    setRotating(undefined);
  };
  const now = Date.now();
  const where = (key: ApiKey): string =>
    key.businessIds.length === 0
      ? "All locations"
      : businesses
          .filter((one) => key.businessIds.includes(one.id))
          .map((one) => one.name)
          .join(", ") || plural(key.businessIds.length, "location");
  const used = (key: ApiKey): string => (key.lastUsedTime ? `Used ${format.agoWithin(key.lastUsedTime)}` : "Never used");
  const end = async (key: ApiKey) => {
    const sure = await confirm({
      title: `Revoke ${key.name}?`,
      body: "Anything that uses it stops working right away. This can't be undone.",
      action: "Revoke key",
      danger: true,
    });
    if (sure) revoke.mutate({ id: key.id });
  };
  const actions = (key: ApiKey) =>
    keyState(key, now).live && (
      <Box sx={{ display: "flex", gap: 0.5, justifyContent: { xs: "flex-start", md: "flex-end" } }}>
        <Button size="small" variant="text" aria-label={`Rotate ${key.name}`} onClick={() => setRotating(key)}>
          Rotate
        </Button>
        <Button size="small" variant="text" color="error" aria-label={`Revoke ${key.name}`} onClick={() => void end(key)}>
          Revoke
        </Button>
      </Box>
    );
  const state = (key: ApiKey) => {
    const { label, tone } = keyState(key, now);
    return <StatusChip tone={tone}>{label}</StatusChip>;
  };
  const columns: Column<ApiKey>[] = [
    {
      key: "name",
      header: "Name",
      cell: (key) => (
        <>
          <Typography variant="subtitle2">{key.name}</Typography>
          <Typography variant="body2" color="textSecondary" sx={{ fontFamily: "monospace" }}>
            {key.prefix}…
          </Typography>
        </>
      ),
    },
    {
      key: "state",
      header: "State",
      cell: (key) => (
        <>
          {state(key)}
          {key.expireTime && !key.revokeTime && (
            <Typography variant="body2" color="textSecondary">
              until {format.instant(key.expireTime)}
            </Typography>
          )}
        </>
      ),
    },
    { key: "opens", header: "Opens", cell: (key) => `${plural(key.permissions.length, "permission")} · ${where(key)}` },
    { key: "used", header: "Last used", cell: (key) => (key.lastUsedTime ? format.ago(key.lastUsedTime) : "Never") },
    { key: "by", header: "Made by", cell: (key) => key.createdBy || "–" },
    { key: "do", header: "", align: "right", cell: actions },
  ];
  return (
    <SettingsFrame
      title="API keys"
      maxWidth={1080}
      actions={
        <Button variant="contained" color="primary" startIcon={<Icon name="plus" />} onClick={() => setAdding(true)}>
          Add key
        </Button>
      }
    >
      <DataList
        label="API keys"
        rows={keys.data?.apiKeys}
        rowKey={(key) => key.id}
        columns={columns}
        card={(key) => (
          <>
            <Box sx={{ display: "flex", gap: 1 }}>
              <Typography variant="subtitle1" sx={{ flex: 1, minWidth: 0 }} noWrap>
                {key.name}
              </Typography>
              {state(key)}
            </Box>
            <Typography color="textSecondary">
              {key.prefix}… · {plural(key.permissions.length, "permission")} · {where(key)}
            </Typography>
            <Typography color="textSecondary">{used(key)}</Typography>
            {actions(key)}
          </>
        )}
        error={keys.error}
        onRetry={reload}
        empty={
          <EmptyState
            icon="settings"
            title="No API keys yet"
            text="A key lets another program read and write what you choose, without anybody's password."
          />
        }
      />
      <KeyDrawers adding={adding} rotating={rotating} onDone={done} onMade={reload} />
    </SettingsFrame>
  );
};

export default ApiKeys;
