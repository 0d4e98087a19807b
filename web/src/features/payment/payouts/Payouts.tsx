import { useQuery } from "@connectrpc/connect-query";
import { type Payout, PayoutService } from "@leashline/proto/leashline/payment/v1/payout_service_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { keepPreviousData } from "@tanstack/react-query";
import { clientFor } from "../../../app/calls/transport.ts";
import { pathTo } from "../../../app/routes/paths.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { useQueryState } from "../../../ui/links/useQueryState.ts";
import { DataList } from "../../../ui/lists/DataList.tsx";
import type { Column } from "../../../ui/lists/data-list.ts";
import { Money } from "../../../ui/Money.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { ExportDays } from "../shared/ExportDays.tsx";
import { putBackText, stateOf } from "./payout-words.ts";

const SIZE = 20;
const payouts = clientFor(PayoutService);
const start = { page: "1" };

/** Where the money of a payout is, and what became of it where it did not arrive. */
export const PayoutState = ({ of }: { of: Payout }) => {
  const format = useFormat();
  const { tone, text } = stateOf(of, format);
  const more = putBackText(of, format);
  return (
    <Box sx={{ display: "grid", gap: 0.25, justifyItems: "start" }}>
      <StatusChip tone={tone}>{text}</StatusChip>
      {more && (
        <Typography variant="body2" color="textSecondary">
          {more}
        </Typography>
      )}
    </Box>
  );
};

/** Every transfer to the bank, newest first. */
export const Payouts = () => {
  const format = useFormat();
  const [state, setState] = useQueryState(start);
  const at = Math.max(1, Number(state.page) || 1);
  const list = useQuery(PayoutService.method.listPayouts, { pageSize: SIZE, pageNum: at }, { placeholderData: keepPreviousData });
  const columns: Column<Payout>[] = [
    { key: "sent", header: "Sent", nowrap: true, cell: (one) => format.instant(one.createTime) },
    { key: "where", header: "Where the money is", cell: (one) => <PayoutState of={one} /> },
    { key: "gross", header: "Taken", align: "right", wide: true, cell: (one) => <Money value={one.gross} /> },
    { key: "fees", header: "Fees", align: "right", wide: true, cell: (one) => <Money value={one.fees} /> },
    { key: "amount", header: "To the bank", align: "right", cell: (one) => <Money value={one.amount} sx={{ fontWeight: 600 }} /> },
  ];
  return (
    <>
      <ExportDays read={(days) => payouts.exportPayouts(days)} />
      <DataList
        label="Payouts"
        rows={list.data?.payouts}
        rowKey={(one) => one.id}
        columns={columns}
        card={(one) => (
          <Box sx={{ display: "grid", gridTemplateColumns: "1fr auto", rowGap: 0.5 }}>
            <Typography variant="subtitle2">{format.instant(one.createTime)}</Typography>
            <Money value={one.amount} sx={{ fontWeight: 600 }} />
            <Box sx={{ gridColumn: "1 / -1" }}>
              <PayoutState of={one} />
            </Box>
          </Box>
        )}
        href={(one) => pathTo("/creditCard/{product}Pay/payout/detail", {}, { id: one.id })}
        error={list.error}
        onRetry={() => void list.refetch()}
        busy={list.isPlaceholderData}
        page={{ at, size: SIZE, total: list.data?.total ?? 0, onChange: (to) => setState({ page: String(to) }, { push: true }) }}
        empty={
          <EmptyState
            icon="finance"
            title="No payouts yet"
            text="When the card provider sends your money to the bank, each transfer is listed here with its payments."
          />
        }
      />
    </>
  );
};
