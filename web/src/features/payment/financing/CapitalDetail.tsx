import { useInfiniteQuery, useQuery } from "@connectrpc/connect-query";
import {
  FinancingLinkKind,
  type FinancingMovement,
  type FinancingOffer,
  FinancingOfferStatus,
  FinancingPayoutState,
  FinancingService,
} from "@leashline/proto/leashline/payment/v1/financing_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { useQueryState } from "../../../ui/links/useQueryState.ts";
import { DataList } from "../../../ui/lists/DataList.tsx";
import type { Column } from "../../../ui/lists/data-list.ts";
import { Money } from "../../../ui/Money.tsx";
import { PageFrame } from "../../../ui/page/PageFrame.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import { movementName, payoutWords, reasonName } from "./financing-words.ts";
import { OfferState, termsOf } from "./OfferList.tsx";
import { useFinancingLink } from "./useFinancing.ts";

const start = { id: "" };

/** /finance/capital/detail?id=: one offer, its terms, what is left to pay back, and everything that moved of it. */
const CapitalDetail = () => {
  const [{ id }] = useQueryState(start);
  const { data, error, refetch } = useQuery(FinancingService.method.getFinancingOffer, { offerId: id }, { enabled: id !== "" });
  const offer = data?.offer;
  return (
    <PageFrame title="Financing offer" back="/finance/capital/list" maxWidth={760}>
      {!offer && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <FormSkeleton />)}
      {offer && (
        <Box sx={{ display: "grid", gap: 2 }}>
          <Terms offer={offer} />
          {offer.remainingAmount && <Repayment offer={offer} />}
          {offer.payoutState > FinancingPayoutState.INIT && <Movements offerId={offer.offerId} />}
        </Box>
      )}
    </PageFrame>
  );
};

const line = { display: "flex", justifyContent: "space-between", gap: 2, py: 0.5 } as const;
const Row = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <Box sx={line}>
    <Typography color="textSecondary">{label}</Typography>
    <Typography component="div">{children}</Typography>
  </Box>
);

const canTake = ({ status }: FinancingOffer): boolean =>
  status === FinancingOfferStatus.CREATED || status === FinancingOfferStatus.PRE_QUALIFIED;

const Terms = ({ offer }: { offer: FinancingOffer }) => {
  const format = useFormat();
  const link = useFinancingLink();
  const terms = termsOf(offer);
  return (
    <Section title={format.money(terms?.advanceAmount)} action={<OfferState of={offer} />}>
      <Row label="Fee">
        {format.money(terms?.feeAmount)} ({terms?.interestRate}%, fixed)
      </Row>
      <Row label="Total to pay back">{format.money(terms?.fullRepayAmount)}</Row>
      <Row label="Share of each card payment">{terms?.withholdRate}%</Row>
      {canTake(offer) && <Row label="Can be taken until">{format.instant(offer.expireAt)}</Row>}
      {offer.payoutState !== FinancingPayoutState.UNSPECIFIED && <Typography sx={{ mt: 1 }}>{payoutWords[offer.payoutState]}.</Typography>}
      {canTake(offer) && (
        <Button
          variant="contained"
          color="primary"
          sx={{ mt: 1 }}
          loading={link.isPending}
          onClick={() => link.mutate({ businessId: offer.businessId, kind: FinancingLinkKind.APPLICATION })}
        >
          Look at the offer
        </Button>
      )}
    </Section>
  );
};

const Repayment = ({ offer }: { offer: FinancingOffer }) => {
  const format = useFormat();
  const { repayment } = offer;
  return (
    <Section title={`${format.money(offer.remainingAmount)} left to pay back`}>
      <Row label="Paid back">{format.money(repayment?.paidAmount)}</Row>
      <Row label="Advance left to pay back">{format.money(offer.remainingPrincipalAmount)}</Row>
      {repayment?.beginsAt && <Row label="Paid back from card payments since">{format.instant(repayment.beginsAt)}</Row>}
      {repayment?.dueAt && <Row label={`At least by ${format.instant(repayment.dueAt)}`}>{format.money(repayment.dueAmount)} more</Row>}
    </Section>
  );
};

const Movements = ({ offerId }: { offerId: string }) => {
  const format = useFormat();
  const list = useInfiniteQuery(
    FinancingService.method.listFinancingMovements,
    { offerId, pageSize: 20, pageToken: "" },
    { pageParamKey: "pageToken", getNextPageParam: ({ nextPageToken }) => nextPageToken || undefined },
  );
  const columns: Column<FinancingMovement>[] = [
    { key: "time", header: "When", nowrap: true, cell: (one) => format.instant(one.time) },
    { key: "what", header: "What", cell: movementName },
    { key: "why", header: "Why", wide: true, cell: reasonName },
    { key: "fee", header: "Fee in it", align: "right", wide: true, cell: (one) => <Money value={one.feeAmount} /> },
    { key: "amount", header: "Amount", align: "right", cell: (one) => <Money value={one.totalAmount} sx={{ fontWeight: 600 }} /> },
  ];
  return (
    <Section title="Activity">
      <DataList
        label="Activity"
        rows={list.data?.pages.flatMap((page) => page.movements)}
        rowKey={(one) => one.movementId}
        columns={columns}
        card={(one) => (
          <Box sx={{ display: "grid", gridTemplateColumns: "1fr auto" }}>
            <Typography variant="subtitle2">{movementName(one)}</Typography>
            <Money value={one.totalAmount} sx={{ fontWeight: 600 }} />
            <Typography variant="body2" color="textSecondary">
              {format.instant(one.time)}
            </Typography>
          </Box>
        )}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={<Typography color="textSecondary">No activity yet.</Typography>}
      />
      {list.hasNextPage && (
        <Button onClick={() => void list.fetchNextPage()} loading={list.isFetchingNextPage}>
          Show more
        </Button>
      )}
    </Section>
  );
};

export default CapitalDetail;
