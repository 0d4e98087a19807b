import { createConnectQueryKey, useMutation, useQuery } from "@connectrpc/connect-query";
import { type Dispute, DisputeService, DisputeStatus } from "@leashline/proto/leashline/payment/v1/dispute_service_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { keepPreviousData, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { useQueryState } from "../../../ui/links/useQueryState.ts";
import { DataList } from "../../../ui/lists/DataList.tsx";
import type { Column } from "../../../ui/lists/data-list.ts";
import { Money } from "../../../ui/Money.tsx";
import { useOrderNumbers } from "../../order/shared/useOrderNumbers.ts";
import { useClientNames } from "../shared/useNames.ts";
import { DisputeDrawer } from "./DisputeDrawer.tsx";
import { DisputeFilters } from "./DisputeFilters.tsx";
import { DisputeState } from "./DisputeState.tsx";
import { filterOf, reasonText, start } from "./dispute-words.ts";

const SIZE = 20;

/** Opening the list is reading it: the dot goes. */
function useMarkRead(): void {
  const client = useQueryClient();
  const status = useQuery(DisputeService.method.getDisputeReadStatus, {}, { meta: { quiet: true } });
  const { mutate } = useMutation(DisputeService.method.markDisputesRead, {
    meta: { quiet: true },
    onSuccess: () =>
      void client.invalidateQueries({
        queryKey: createConnectQueryKey({ schema: DisputeService.method.getDisputeReadStatus, cardinality: "finite" }),
      }),
  });
  const unread = status.data?.unread ?? 0;
  useEffect(() => {
    if (unread > 0) mutate({});
  }, [unread, mutate]);
}

/** Charges that cardholders contest with their banks, newest first. */
export const Disputes = () => {
  const format = useFormat();
  const [state, setState] = useQueryState(start);
  const at = Math.max(1, Number(state.page) || 1);
  useMarkRead();
  const list = useQuery(
    DisputeService.method.listDisputes,
    { filter: filterOf(state), pageSize: SIZE, pageNum: at },
    { placeholderData: keepPreviousData },
  );
  const rows = list.data?.disputes;
  const nameOf = useClientNames(rows?.map(({ customerId }) => customerId) ?? []);
  const numberOf = useOrderNumbers(rows?.map(({ orderId }) => orderId) ?? []);
  const listed = rows?.find(({ id }) => id === state.id);
  // An address may name one of another page.
  const other = useQuery(
    DisputeService.method.getDispute,
    { disputeId: state.id },
    { enabled: state.id !== "" && rows !== undefined && !listed },
  );
  const opened = listed ?? other.data?.dispute;
  const until = (one: Dispute): string =>
    one.status === DisputeStatus.OPEN && one.dueTime && !one.respondTime ? format.instant(one.dueTime) : "–";
  const columns: Column<Dispute>[] = [
    { key: "day", header: "Received", nowrap: true, cell: (one) => format.day(one.businessDate) },
    { key: "client", header: "Client", cell: (one) => nameOf(one.customerId) || "–" },
    { key: "order", header: "Invoice", wide: true, cell: (one) => numberOf(one.orderId) },
    { key: "reason", header: "Reason", wide: true, cell: (one) => reasonText(one.reason) },
    { key: "until", header: "Answer by", nowrap: true, cell: until },
    { key: "status", header: "Status", cell: (one) => <DisputeState of={one} /> },
    { key: "amount", header: "Amount", align: "right", cell: (one) => <Money value={one.amount} sx={{ fontWeight: 600 }} /> },
  ];
  return (
    <>
      <DisputeFilters state={state} set={(change) => setState({ page: start.page, ...change })} />
      <DataList
        label="Disputes"
        rows={rows}
        rowKey={(one) => one.id}
        columns={columns}
        card={(one) => (
          <Box sx={{ display: "grid", gridTemplateColumns: "1fr auto", rowGap: 0.5 }}>
            <Typography variant="subtitle2">{nameOf(one.customerId) || `Invoice ${numberOf(one.orderId)}`}</Typography>
            <Money value={one.amount} sx={{ fontWeight: 600 }} />
            <Typography variant="body2" color="textSecondary">
              {reasonText(one.reason)}
            </Typography>
            <DisputeState of={one} />
          </Box>
        )}
        onOpen={({ id }) => setState({ id }, { push: true })}
        error={list.error}
        onRetry={() => void list.refetch()}
        busy={list.isPlaceholderData}
        page={{ at, size: SIZE, total: list.data?.total ?? 0, onChange: (to) => setState({ page: String(to) }, { push: true }) }}
        empty={<EmptyState icon="check" title="No disputes" text="When a cardholder contests a charge, you answer it here." />}
      />
      {opened && <DisputeDrawer key={opened.id} dispute={opened} onClose={() => setState({ id: "" })} />}
    </>
  );
};
