import { useInfiniteQuery } from "@connectrpc/connect-query";
import {
  type FinancingOffer,
  type FinancingOfferGroup,
  FinancingService,
} from "@leashline/proto/leashline/payment/v1/financing_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { pathTo } from "../../../app/routes/paths.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { DataList } from "../../../ui/lists/DataList.tsx";
import type { Column } from "../../../ui/lists/data-list.ts";
import { Money } from "../../../ui/Money.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { offerState } from "./financing-words.ts";

export const OfferState = ({ of }: { of: FinancingOffer }) => (
  <StatusChip tone={offerState[of.status].tone}>{offerState[of.status].label}</StatusChip>
);

/** What was taken, else what is offered. */
export const termsOf = (offer: FinancingOffer) => offer.acceptedTerms ?? offer.offeredTerms;

type Props = { group: FinancingOfferGroup; label: string; none: string };

/** The offers of one group, newest first. */
export const OfferList = ({ group, label, none }: Props) => {
  const format = useFormat();
  const list = useInfiniteQuery(
    FinancingService.method.listFinancingOffers,
    { group, pageSize: 20, pageToken: "" },
    { pageParamKey: "pageToken", getNextPageParam: ({ nextPageToken }) => nextPageToken || undefined },
  );
  const columns: Column<FinancingOffer>[] = [
    { key: "made", header: "Offered", nowrap: true, cell: (one) => format.instant(one.createTime) },
    { key: "state", header: "Status", cell: (one) => <OfferState of={one} /> },
    { key: "rate", header: "Of each card payment", align: "right", wide: true, cell: (one) => `${termsOf(one)?.withholdRate}%` },
    { key: "fee", header: "Fee", align: "right", wide: true, cell: (one) => <Money value={termsOf(one)?.feeAmount} /> },
    {
      key: "left",
      header: "Left to pay back",
      align: "right",
      cell: (one) => (one.remainingAmount ? <Money value={one.remainingAmount} /> : "–"),
    },
    {
      key: "amount",
      header: "Amount",
      align: "right",
      cell: (one) => <Money value={termsOf(one)?.advanceAmount} sx={{ fontWeight: 600 }} />,
    },
  ];
  return (
    <Section title={label}>
      <DataList
        label={label}
        rows={list.data?.pages.flatMap((page) => page.offers)}
        rowKey={(one) => one.offerId}
        columns={columns}
        card={(one) => (
          <Box sx={{ display: "grid", gridTemplateColumns: "1fr auto", rowGap: 0.5 }}>
            <Money value={termsOf(one)?.advanceAmount} sx={{ fontWeight: 600 }} />
            <OfferState of={one} />
          </Box>
        )}
        href={(one) => pathTo("/finance/capital/detail", {}, { id: one.offerId })}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={<Typography color="textSecondary">{none}</Typography>}
      />
      {list.hasNextPage && (
        <Button onClick={() => void list.fetchNextPage()} loading={list.isFetchingNextPage}>
          Show more
        </Button>
      )}
    </Section>
  );
};
