import { useInfiniteQuery } from "@connectrpc/connect-query";
import { type Payout, type PayoutItem, PayoutService, type PayoutSum } from "@leashline/proto/leashline/payment/v1/payout_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { pathTo } from "../../../app/routes/paths.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { useQueryState } from "../../../ui/links/useQueryState.ts";
import { DataList } from "../../../ui/lists/DataList.tsx";
import type { Column } from "../../../ui/lists/data-list.ts";
import { Money } from "../../../ui/Money.tsx";
import { PageFrame } from "../../../ui/page/PageFrame.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import { useOrderNumbers } from "../../order/shared/useOrderNumbers.ts";
import { TransactionDrawer } from "../shared/TransactionDrawer.tsx";
import { useClientNames } from "../shared/useNames.ts";
import { PayoutState } from "./Payouts.tsx";
import { kindWords, takesBack } from "./payout-words.ts";

const start = { id: "", payment: "" };
const line = { display: "flex", justifyContent: "space-between", gap: 2, py: 0.5 } as const;

const Summary = ({ payout, sums }: { payout: Payout; sums: readonly PayoutSum[] }) => {
  const format = useFormat();
  return (
    <Section title={`${format.money(payout.amount)} ${takesBack(payout) ? "from" : "to"} the bank`}>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, mb: 1, alignItems: "start" }}>
        <PayoutState of={payout} />
        <Typography color="textSecondary">Sent {format.instant(payout.createTime)}</Typography>
      </Box>
      {sums.map((sum) => (
        <Box key={sum.kind} sx={line}>
          <Typography>
            {kindWords[sum.kind][0]} ({sum.count})
          </Typography>
          <Money value={sum.amount} />
        </Box>
      ))}
      {!payout.itemizing && (
        <Box sx={line}>
          <Typography>Processing fees</Typography>
          <Typography>−{format.money(payout.fees)}</Typography>
        </Box>
      )}
      <Box sx={{ ...line, borderTop: 1, borderColor: "lineSoft", fontWeight: 600 }}>
        <span>{takesBack(payout) ? "From the bank" : "To the bank"}</span>
        <Money value={payout.amount} sx={{ fontWeight: 600 }} />
      </Box>
    </Section>
  );
};

const whyNone = (itemizing: boolean): string =>
  itemizing
    ? "The card provider is still working out which payments are in this payout, and what it keeps of them."
    : "The card provider did not say which payments are in this payout.";

type ItemsProps = { items: PayoutItem[]; itemizing: boolean; open: (paymentId: string) => void };

const Items = ({ items, itemizing, open }: ItemsProps) => {
  const format = useFormat();
  const nameOf = useClientNames(items.map(({ customerId }) => customerId));
  const numberOf = useOrderNumbers(items.map(({ orderId }) => orderId));
  const columns: Column<PayoutItem>[] = [
    { key: "what", header: "What", cell: ({ kind }) => kindWords[kind][1] },
    { key: "day", header: "Taken", nowrap: true, cell: ({ businessDate }) => (businessDate ? format.day(businessDate) : "–") },
    { key: "client", header: "Client", cell: ({ customerId }) => nameOf(customerId) || "–" },
    { key: "order", header: "Invoice", wide: true, cell: ({ orderId }) => numberOf(orderId) },
    { key: "fee", header: "Fee", align: "right", wide: true, cell: ({ fee }) => <Money value={fee} /> },
    { key: "amount", header: "Amount", align: "right", cell: ({ amount }) => <Money value={amount} sx={{ fontWeight: 600 }} /> },
  ];
  return (
    <DataList
      label="Payments in this payout"
      rows={items}
      rowKey={({ id }) => id}
      columns={columns}
      card={(one) => (
        <Box sx={{ display: "grid", gridTemplateColumns: "1fr auto" }}>
          <Typography variant="subtitle2">{nameOf(one.customerId) || kindWords[one.kind][1]}</Typography>
          <Money value={one.amount} sx={{ fontWeight: 600 }} />
        </Box>
      )}
      onOpen={({ paymentId }) => paymentId !== "0" && open(paymentId)}
      empty={<EmptyState icon="finance" title="Not itemized" text={whyNone(itemizing)} />}
    />
  );
};

/** /creditCard/{product}Pay/payout/detail?id=: one transfer to the bank, what it comes to and each payment in it. */
const PayoutDetail = () => {
  const [{ id, payment }, setState] = useQueryState(start);
  const pages = useInfiniteQuery(
    PayoutService.method.getPayoutDetail,
    { payoutId: id || "0", pageSize: 100, pageToken: "" },
    { pageParamKey: "pageToken", getNextPageParam: ({ nextPageToken }) => nextPageToken || undefined, enabled: id !== "" },
  );
  const items = pages.data?.pages.flatMap((page) => page.items);
  const { payout, payoutSummary = [], size = 0 } = pages.data?.pages[0] ?? {};
  return (
    <PageFrame title="Payout" back={pathTo("/creditCard/{product}Pay", {})} maxWidth={900}>
      {pages.error && !payout && <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />}
      {!payout && !pages.error && <FormSkeleton />}
      {payout && (
        <Box sx={{ display: "grid", gap: 2 }}>
          <Summary payout={payout} sums={payoutSummary} />
          {items && (
            <Items items={items} itemizing={payout.itemizing} open={(paymentId) => setState({ payment: paymentId }, { push: true })} />
          )}
          {pages.hasNextPage && (
            <Button onClick={() => void pages.fetchNextPage()} loading={pages.isFetchingNextPage}>
              Show more ({size - (items?.length ?? 0)} left)
            </Button>
          )}
        </Box>
      )}
      {payment && <TransactionDrawer id={payment} onClose={() => setState({ payment: "" })} />}
    </PageFrame>
  );
};

export default PayoutDetail;
