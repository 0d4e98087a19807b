import { useMutation, useQuery } from "@connectrpc/connect-query";
import { EntryCodeService } from "@leashline/proto/leashline/customer/v1/entry_code_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useCan } from "../../../../app/session/session.ts";
import { confirm } from "../../../../ui/feedback/confirm.ts";
import { ErrorState } from "../../../../ui/feedback/ErrorState.tsx";
import { Icon } from "../../../../ui/icons.tsx";
import { Section } from "../../../../ui/page/Section.tsx";
import { useClientsChanged } from "../use-client.ts";
import { EntryCodeForm } from "./EntryCodeForm.tsx";

const MOST = 20;

/** Codes of gates, key boxes and alarms. A code is shown on a press, to who is on an appointment of the client, and the press is in their history. */
export const EntryCodes = ({ customerId, hideEmpty = false }: { customerId: string; hideEmpty?: boolean }) => {
  const canEdit = useCan("editClient");
  const [adding, setAdding] = useState(false);
  const { data, error, refetch } = useQuery(EntryCodeService.method.listEntryCodes, { customerId, pageSize: MOST });
  const codes = data?.entryCodes ?? [];
  if (hideEmpty && codes.length === 0) return null;
  return (
    <Section
      title="Entry codes"
      action={
        canEdit &&
        !hideEmpty && (
          <Button startIcon={<Icon name="plus" />} onClick={() => setAdding(true)}>
            Add code
          </Button>
        )
      }
    >
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && codes.length === 0 && (
        <Typography color="textSecondary">No codes yet. Only staff who have an appointment with this client can see a code.</Typography>
      )}
      {data && codes.length > 0 && !data.canShow && (
        <Typography color="textSecondary">
          Staff who have an appointment with this client can see the code, starting the day before.
        </Typography>
      )}
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {codes.map(({ entryCodeId, label }) => (
          <Line
            key={entryCodeId}
            {...{ customerId, entryCodeId, label }}
            canShow={data?.canShow === true}
            canDelete={canEdit && !hideEmpty}
          />
        ))}
      </Box>
      {adding && <EntryCodeForm customerId={customerId} onClose={() => setAdding(false)} />}
    </Section>
  );
};

type LineProps = { customerId: string; entryCodeId: string; label: string; canShow: boolean; canDelete: boolean };

const Line = ({ customerId, entryCodeId, label, canShow, canDelete }: LineProps) => {
  const changed = useClientsChanged();
  const show = useMutation(EntryCodeService.method.showEntryCode);
  const remove = useMutation(EntryCodeService.method.deleteEntryCode, { onSuccess: changed, meta: { success: "Code deleted" } });
  const drop = async () => {
    const title = `Delete the code of “${label}”?`;
    if (await confirm({ title, action: "Delete code", danger: true })) remove.mutate({ customerId, entryCodeId });
  };
  return (
    <Box component="li" sx={{ display: "flex", gap: 1, py: 0.5, alignItems: "center", flexWrap: "wrap" }}>
      <Typography sx={{ flex: 1, minWidth: 120, overflowWrap: "anywhere" }}>{label}</Typography>
      {show.data ? (
        <Typography role="status" sx={{ fontWeight: 650, fontVariantNumeric: "tabular-nums", overflowWrap: "anywhere" }}>
          {show.data.code}
        </Typography>
      ) : (
        canShow && (
          <Button
            size="small"
            loading={show.isPending}
            onClick={() => show.mutate({ customerId, entryCodeId })}
            aria-label={`Show code: ${label}`}
          >
            Show code
          </Button>
        )
      )}
      {canDelete && (
        <Button size="small" color="error" variant="text" onClick={() => void drop()} aria-label={`Delete code: ${label}`}>
          Delete
        </Button>
      )}
    </Box>
  );
};
