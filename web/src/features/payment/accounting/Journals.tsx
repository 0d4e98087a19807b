import { useInfiniteQuery } from "@connectrpc/connect-query";
import {
  type AccountingConnection,
  type AccountingJournal,
  AccountingService,
  JournalState,
} from "@leashline/proto/leashline/payment/v1/accounting_service_pb.js";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { DataList } from "../../../ui/lists/DataList.tsx";
import type { Column } from "../../../ui/lists/data-list.ts";
import { Money } from "../../../ui/Money.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { accountLabel } from "../shared/accounting/account-names.ts";
import { isoOf, reasonOf, standingOf } from "./accounting-words.ts";

const SIZE = 30;

/** The days that were sent, wait or were refused, newest first. */
export const Journals = ({ connection: { mappings } }: { connection: AccountingConnection }) => {
  const format = useFormat();
  const list = useInfiniteQuery(
    AccountingService.method.listAccountingJournals,
    { pageSize: SIZE, pageToken: "" },
    { pageParamKey: "pageToken", getNextPageParam: ({ nextPageToken }) => nextPageToken || undefined },
  );
  const labels = new Map(mappings.map((one) => [one.account, accountLabel({ number: one.accountNumber, name: one.accountName })]));
  const labelOf = (account: string): string => labels.get(account) ?? account;
  const day = (one: AccountingJournal) => format.day(isoOf(one.businessDate));
  const columns: Column<AccountingJournal>[] = [
    { key: "day", header: "Day", nowrap: true, cell: day },
    { key: "state", header: "State", cell: (one) => <Standing journal={one} labelOf={labelOf} /> },
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
            <Standing journal={one} labelOf={labelOf} />
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

type StandingProps = { journal: AccountingJournal; labelOf: (account: string) => string };

const Standing = ({ journal, labelOf }: StandingProps) => {
  const { tone, words } = standingOf(journal.state);
  const reason = journal.state === JournalState.SENT ? "" : reasonOf(journal, labelOf);
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
