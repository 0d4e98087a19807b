import { useQuery } from "@connectrpc/connect-query";
import { type BulkMessage, BulkMessageService } from "@leashline/proto/leashline/message/v1/bulk_message_service_pb.js";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { plural } from "../../../ui/format/text.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { LinkButton } from "../../../ui/links/Link.tsx";
import { DataList } from "../../../ui/lists/DataList.tsx";
import type { Column } from "../../../ui/lists/data-list.ts";
import { PageFrame } from "../../../ui/page/PageFrame.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";

const PAGE = 20;
const MOST = 200;

/** /message/massText: what was sent to many clients at once, and how far it has come. Clients are ticked in the client list. */
const BulkMessages = () => {
  const format = useFormat();
  const [pageSize, setPageSize] = useState(PAGE);
  const sent = useQuery(BulkMessageService.method.listBulkMessages, { pageSize }, { placeholderData: keepPreviousData });
  const columns: Column<BulkMessage>[] = [
    { key: "when", header: "Sent", nowrap: true, cell: ({ createTime }) => format.instant(createTime) },
    {
      key: "words",
      header: "Message",
      cell: ({ subject, messageText }) => (
        <Box sx={{ maxWidth: 520 }}>
          {subject && <Typography sx={{ fontWeight: 600 }}>{subject}</Typography>}
          <Typography sx={{ overflow: "hidden", display: "-webkit-box", WebkitLineClamp: 2, WebkitBoxOrient: "vertical" }}>
            {messageText}
          </Typography>
        </Box>
      ),
    },
    { key: "by", header: "By", cell: ({ staffName }) => staffName },
    { key: "way", header: "As", cell: ({ method }) => (method === MessageMethod.EMAIL ? "Email" : "Text") },
    { key: "clients", header: "Clients", align: "right", cell: ({ recipients }) => format.number(recipients) },
    { key: "state", header: "State", cell: (one) => <HowFar of={one} /> },
  ];
  return (
    <PageFrame title="Bulk messages" actions={<LinkButton to="/client">Choose clients</LinkButton>}>
      <DataList
        label="Messages to many clients"
        rows={sent.data?.bulkMessages}
        error={sent.error}
        onRetry={() => void sent.refetch()}
        columns={columns}
        rowKey={({ bulkMessageId }) => bulkMessageId}
        card={(one) => (
          <Box sx={{ display: "grid", gap: 0.5 }}>
            <Typography variant="subtitle1">{one.subject || one.messageText.slice(0, 80)}</Typography>
            <Typography variant="body2" color="textSecondary">
              {[format.instant(one.createTime), one.staffName, plural(one.recipients, "client")].join(" · ")}
            </Typography>
            <HowFar of={one} />
          </Box>
        )}
        empty={<EmptyState icon="note" title="No bulk messages yet" text="Tick clients in the client list, then choose Message." />}
      />
      {sent.data?.nextPageToken && pageSize < MOST && (
        <Button sx={{ mt: 1.5 }} onClick={() => setPageSize(Math.min(MOST, pageSize * 2))}>
          Show more
        </Button>
      )}
    </PageFrame>
  );
};

const HowFar = ({ of: { sent, failed, skipped, finished, recipients } }: { of: BulkMessage }) => {
  const more = [failed > 0 && `${failed} failed`, skipped > 0 && `${skipped} left out`].filter(Boolean).join(", ");
  return (
    <Box sx={{ display: "flex", gap: 1, alignItems: "center", flexWrap: "wrap" }}>
      {finished ? <StatusChip tone="ok">{sent} sent</StatusChip> : <StatusChip tone="accent">{`${sent} of ${recipients} sent`}</StatusChip>}
      {more && <Typography color="textSecondary">{more}</Typography>}
    </Box>
  );
};

export default BulkMessages;
