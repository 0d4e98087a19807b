import { useQuery } from "@connectrpc/connect-query";
import { type Payout, PayoutService, PayoutStatus } from "@leashline/proto/leashline/payment/v1/payout_service_pb.js";
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

const SIZE = 20;
const payouts = clientFor(PayoutService);
const start = { page: "1" };

export const PayoutState = ({ of }: { of: Payout }) =>
  of.status === PayoutStatus.FAILED ? <StatusChip tone="bad">Returned by the bank</StatusChip> : <StatusChip tone="ok">Sent</StatusChip>;

/** Every transfer to the bank, newest first. */
export const Payouts = () => {
  const format = useFormat();
  const [state, setState] = useQueryState(start);
  const at = Math.max(1, Number(state.page) || 1);
  const list = useQuery(PayoutService.method.listPayouts, { pageSize: SIZE, pageNum: at }, { placeholderData: keepPreviousData });
  const arrives = (one: Payout): string => (one.arrivalDate ? format.day(one.arrivalDate) : "–");
  const columns: Column<Payout>[] = [
    { key: "sent", header: "Sent", nowrap: true, cell: (one) => format.instant(one.createTime) },
    { key: "arrives", header: "At the bank", nowrap: true, cell: arrives },
    { key: "status", header: "Status", cell: (one) => <PayoutState of={one} /> },
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
            <Typography variant="body2" color="textSecondary">
              At the bank {arrives(one)}
            </Typography>
            <PayoutState of={one} />
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
