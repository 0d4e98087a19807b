import { useInfiniteQuery } from "@connectrpc/connect-query";
import { type AccountingJournal, AccountingService, JournalState } from "@leashline/proto/leashline/payment/v1/accounting_service_pb.js";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { DataList } from "../../../ui/lists/DataList.tsx";
import type { Column } from "../../../ui/lists/data-list.ts";
import { Money } from "../../../ui/Money.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { accountName } from "../shared/accounting/ledger-words.ts";
import { isoOf, reasonOf, standingOf } from "./accounting-words.ts";

const SIZE = 30;

/** The days that were sent, wait or were refused, newest first. */
export const Journals = () => {
  const format = useFormat();
  const list = useInfiniteQuery(
    AccountingService.method.listAccountingJournals,
    { pageSize: SIZE, pageToken: "" },
    { pageParamKey: "pageToken", getNextPageParam: ({ nextPageToken }) => nextPageToken || undefined },
  );
  const day = (one: AccountingJournal) => format.day(isoOf(one.businessDate));
  const columns: Column<AccountingJournal>[] = [
    { key: "day", header: "Day", nowrap: true, cell: day },
    { key: "state", header: "State", cell: (one) => <Standing journal={one} /> },
    { key: "number", header: "Number in QuickBooks", wide: true, nowrap: true, cell: (one) => one.documentNumber || "–" },
    { key: "total", header: "Total", align: "right", cell: (one) => <Money value={one.total} /> },
  ];
  return (
    <>
      <DataList
        label="Days sent to QuickBooks"
        rows={list.data?.pages.flatMap(({ journals }) => journals)}
        rowKey={(one) => `${one.closeNumber} ${isoOf(one.businessDate)} ${one.total?.currencyCode}`}
        columns={columns}
        card={(one) => (
          <>
            <Typography variant="subtitle2">
              {day(one)} · <Money value={one.total} />
            </Typography>
            <Standing journal={one} />
          </>
        )}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={<EmptyState icon="finance" title="No days yet" text="The first day shows up here after tonight's close." />}
      />
      {list.hasNextPage && (
        <Button loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()} sx={{ justifySelf: "start" }}>
          Older
        </Button>
      )}
    </>
  );
};

const Standing = ({ journal }: { journal: AccountingJournal }) => {
  const { tone, words } = standingOf(journal.state);
  const reason = journal.state === JournalState.SENT ? "" : reasonOf(journal, accountName);
  return (
    <>
      <StatusChip tone={tone}>{words}</StatusChip>
      {reason && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
          {reason}
        </Typography>
      )}
    </>
  );
};
