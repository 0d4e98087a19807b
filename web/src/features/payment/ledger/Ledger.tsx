import { useQuery } from "@connectrpc/connect-query";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { type LedgerEntry, LedgerService } from "@leashline/proto/leashline/payment/v1/ledger_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { RowsSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { isoToDay } from "../../../ui/format/dates.ts";
import { fromMinor } from "../../../ui/format/money.ts";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { DateField } from "../../../ui/inputs/DateField.tsx";
import { useQueryState } from "../../../ui/links/useQueryState.ts";
import { Money } from "../../../ui/Money.tsx";
import { PageFrame } from "../../../ui/page/PageFrame.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import { useOrderNumbers } from "../../order/shared/useOrderNumbers.ts";
import { accountName, kindName, owedBy } from "../shared/accounting/ledger-words.ts";
import { Closes } from "./Closes.tsx";
import { saveJournal } from "./useCheck.ts";

const start = { from: "", to: "", order: "" };
const line = { display: "flex", justifyContent: "space-between", gap: 2, py: 0.5 } as const;

/** Every movement of money as the books have it, and what each account comes to. */
const Ledger = () => {
  const [state, setState] = useQueryState(start);
  const today = useFormat().now().date;
  const [from, to] = [state.from || `${today.slice(0, 7)}-01`, state.to || today];
  const number = /^[1-9]\d{0,17}$/.test(state.order) ? state.order : "0";
  const found = useQuery(OrderService.method.listOrders, { number, pageSize: 1 }, { enabled: number !== "0" });
  const orderId = number === "0" ? "0" : found.data && (found.data.orders[0]?.id ?? "");
  const last = [from, to].sort().at(-1) as string;
  const days = { startDate: isoToDay(from), endDate: isoToDay(last) };
  return (
    <PageFrame title="Ledger" windowTitle="Ledger" maxWidth={860} actions={<Button onClick={() => void saveJournal(days)}>Export</Button>}>
      <Box sx={{ display: "grid", gap: 2 }}>
        <Section title="Balances">
          <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1.25, mb: 1.5 }}>
            <DateField label="From" size="small" value={from} onChange={(day) => day && setState({ from: day })} sx={{ width: 170 }} />
            <DateField label="To" size="small" value={to} min={from} onChange={(day) => day && setState({ to: day })} sx={{ width: 170 }} />
          </Box>
          <Balances from={from} to={last} />
        </Section>
        <Section title="Nightly close">
          <Closes />
        </Section>
        <Section title="Entries">
          <TextField
            label="Invoice number"
            size="small"
            value={state.order}
            onChange={(event) => setState({ order: event.target.value.replace(/\D/g, "") })}
            slotProps={{ htmlInput: { inputMode: "numeric", maxLength: 18 } }}
            sx={{ width: 170, mb: 1 }}
          />
          {orderId === "" ? (
            <EmptyState icon="payment" title="No such invoice" text="No invoice of this location has this number." />
          ) : orderId === undefined ? (
            <RowsSkeleton />
          ) : (
            <Entries key={orderId} orderId={orderId} />
          )}
        </Section>
      </Box>
    </PageFrame>
  );
};

const Balances = ({ from, to }: { from: string; to: string }) => {
  const { data, error, refetch } = useQuery(LedgerService.method.listAccountBalances, { startDate: isoToDay(from), endDate: isoToDay(to) });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <RowsSkeleton />;
  if (data.balances.length === 0) return <Typography color="textSecondary">No money moved on these days.</Typography>;
  return (
    <>
      <Box component="dl" sx={{ m: 0 }}>
        {data.balances.map(({ account, amount }) => (
          <Box key={account} sx={line}>
            <Typography component="dt">{accountName(account)}</Typography>
            <Typography component="dd" sx={{ m: 0 }}>
              <Money value={amount} />
            </Typography>
          </Box>
        ))}
      </Box>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
        All accounts together always add up to zero: every amount appears once with a plus and once with a minus.
      </Typography>
    </>
  );
};

const Entries = ({ orderId }: { orderId: string }) => {
  const { currencyCode } = usePreferences();
  const [tokens, setTokens] = useState([""]);
  const pageToken = tokens.at(-1) ?? "";
  const { data, error, refetch } = useQuery(LedgerService.method.listLedgerEntries, { orderId, pageSize: 50, pageToken });
  const numberOf = useOrderNumbers(data?.entries.map((entry) => entry.orderId) ?? []);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <RowsSkeleton />;
  const { entries, nextPageToken } = data;
  const whole = tokens.length === 1 && nextPageToken === "";
  if (entries.length === 0)
    return <EmptyState icon="payment" title="No entries" text="Bills, payments and refunds are entered here automatically." />;
  return (
    <>
      {orderId !== "0" && whole && (
        <Typography variant="subtitle2">
          Owed on this order: <Money value={{ ...fromMinor(owedBy(entries), currencyCode) }} />
        </Typography>
      )}
      <Box component="ul" aria-label="Entries" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {entries.map((entry) => (
          <Entry key={entry.entryId} entry={entry} number={numberOf(entry.orderId)} />
        ))}
      </Box>
      <Box sx={{ display: "flex", gap: 1, mt: 1 }}>
        {tokens.length > 1 && <Button onClick={() => setTokens(tokens.slice(0, -1))}>Newer</Button>}
        {nextPageToken && <Button onClick={() => setTokens([...tokens, nextPageToken])}>Older</Button>}
      </Box>
    </>
  );
};

const Entry = ({ entry, number }: { entry: LedgerEntry; number: string }) => {
  const format = useFormat();
  return (
    <Box component="li" sx={{ py: 1, borderTop: 1, borderColor: "lineSoft" }}>
      <Typography variant="subtitle2">
        {[kindName(entry.kind), format.day(entry.businessDate), entry.orderId !== "0" && number].filter(Boolean).join(" · ")}
      </Typography>
      {entry.postings.map(({ account, amount }, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an entry is never changed
        <Box key={n} sx={{ ...line, py: 0.125, color: "text.secondary" }}>
          <span>{accountName(account)}</span>
          <Money value={amount} />
        </Box>
      ))}
    </Box>
  );
};

export default Ledger;
