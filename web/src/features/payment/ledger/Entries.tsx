import { useQuery } from "@connectrpc/connect-query";
import { type LedgerEntry, LedgerService } from "@leashline/proto/leashline/payment/v1/ledger_pb.js";
import { kindName } from "@leashline/proto/rules/ledger-words.ts";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { RowsSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import type { isoToDay } from "../../../ui/format/dates.ts";
import { fromMinor } from "../../../ui/format/money.ts";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { Money } from "../../../ui/Money.tsx";
import { useOrderNumbers } from "../../order/shared/useOrderNumbers.ts";
import { useAccountNames } from "../shared/accounting/account-names.ts";
import { owedBy, standingName } from "../shared/accounting/ledger-words.ts";
import { BalanceAt } from "./BalanceAt.tsx";

/** A name and its amount. */
export const line = { display: "flex", justifyContent: "space-between", gap: 2, py: 0.5 } as const;

type Days = { startDate: ReturnType<typeof isoToDay>; endDate: ReturnType<typeof isoToDay> };

type Props = { orderId: string; account: string; days: Days; pageToken: string; onPage: (token: string) => void };

/** What was entered on these days, in one account or in all, the newest first. One bill's entries are shown whole, whenever they were made. */
export const Entries = ({ orderId, account, days, pageToken, onPage }: Props) => {
  const { currencyCode } = usePreferences();
  const { labelOf } = useAccountNames();
  const { data, error, refetch } = useQuery(LedgerService.method.listLedgerEntries, {
    ...(orderId === "0" && days),
    ...{ orderId, account, pageSize: 50, pageToken },
  });
  const numberOf = useOrderNumbers(data?.entries.map((entry) => entry.orderId) ?? []);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <RowsSkeleton />;
  const { entries, nextPageToken } = data;
  const whole = pageToken === "" && nextPageToken === "" && account === "";
  // One invoice's entries are not what the account comes to.
  const balance = account && orderId === "0" && pageToken === "" && <BalanceAt account={account} day={days.endDate} />;
  if (entries.length === 0)
    return (
      <>
        {balance}
        <EmptyState
          icon="payment"
          title={orderId === "0" ? "No entries on these days" : "No entries"}
          text="Bills, payments and refunds are entered here automatically."
        />
      </>
    );
  return (
    <>
      {balance}
      {orderId !== "0" && whole && (
        <Typography variant="subtitle2">
          Owed on this order: <Money value={{ ...fromMinor(owedBy(entries), currencyCode) }} />
        </Typography>
      )}
      <Box component="ul" aria-label="Entries" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {entries.map((entry) => (
          <Entry key={entry.entryId} entry={entry} number={numberOf(entry.orderId)} labelOf={labelOf} />
        ))}
      </Box>
      <Box sx={{ display: "flex", gap: 1, mt: 1 }}>
        {pageToken && <Button onClick={() => onPage("")}>Newest</Button>}
        {nextPageToken && <Button onClick={() => onPage(nextPageToken)}>Older</Button>}
      </Box>
    </>
  );
};

type EntryProps = { entry: LedgerEntry; number: string; labelOf: (account: string) => string };

const Entry = ({ entry, number, labelOf }: EntryProps) => {
  const format = useFormat();
  return (
    <Box component="li" sx={{ py: 1, borderTop: 1, borderColor: "lineSoft" }}>
      <Typography variant="subtitle2">
        {[kindName(entry.kind), format.day(entry.businessDate), entry.orderId !== "0" && number].filter(Boolean).join(" · ")}
      </Typography>
      {entry.postings.map(({ account, amount }, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an entry is never changed
        <Box key={n} sx={{ ...line, py: 0.125, color: "text.secondary" }}>
          <span>{standingName(labelOf(account), account, amount)}</span>
          <Money value={amount} />
        </Box>
      ))}
    </Box>
  );
};
