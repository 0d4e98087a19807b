import { useQuery } from "@connectrpc/connect-query";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { LedgerService } from "@leashline/proto/leashline/payment/v1/ledger_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { pathTo } from "../../../app/routes/paths.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { RowsSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { isoToDay } from "../../../ui/format/dates.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { DateField } from "../../../ui/inputs/DateField.tsx";
import { LinkButton } from "../../../ui/links/Link.tsx";
import { useQueryState } from "../../../ui/links/useQueryState.ts";
import { Money } from "../../../ui/Money.tsx";
import { PageFrame } from "../../../ui/page/PageFrame.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import { accountLabel, useAccountNames } from "../shared/accounting/account-names.ts";
import { changesTitle, standingName } from "../shared/accounting/ledger-words.ts";
import { FilterSelect } from "../shared/FilterSelect.tsx";
import { Closes } from "./Closes.tsx";
import { Entries, line } from "./Entries.tsx";
import { saveJournal } from "./useCheck.ts";

const start = { from: "", to: "", order: "", account: "", page: "" };
/** Every movement of money as the books have it, and what changed in each account. */
const Ledger = () => {
  const [state, setState] = useQueryState(start);
  const today = useFormat().now().date;
  const [from, to] = [state.from || `${today.slice(0, 7)}-01`, state.to || today];
  const number = /^[1-9]\d{0,17}$/.test(state.order) ? state.order : "0";
  const found = useQuery(OrderService.method.listOrders, { number, pageSize: 1 }, { enabled: number !== "0" });
  const orderId = number === "0" ? "0" : found.data && (found.data.orders[0]?.id ?? "");
  const last = [from, to].sort().at(-1) as string;
  const days = { startDate: isoToDay(from), endDate: isoToDay(last) };
  const { accounts } = useAccountNames();
  const choices = [{ value: "", label: "All accounts" }, ...accounts.map((one) => ({ value: one.account, label: accountLabel(one) }))];
  const change = (to: Partial<typeof start>) => setState({ ...to, page: "" });
  const actions = (
    <>
      <LinkButton to={pathTo("/payment/ledger/accounts", {})}>Chart of accounts</LinkButton>
      <Button onClick={() => void saveJournal(days)}>Export</Button>
    </>
  );
  return (
    <PageFrame title="Ledger" windowTitle="Ledger" maxWidth={860} actions={actions}>
      <Box sx={{ display: "grid", gap: 2 }}>
        <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1.25 }}>
          <DateField label="From" size="small" value={from} onChange={(day) => day && change({ from: day })} sx={{ width: 170 }} />
          <DateField label="To" size="small" value={to} min={from} onChange={(day) => day && change({ to: day })} sx={{ width: 170 }} />
        </Box>
        <Section title={changesTitle(from, last)}>
          <Changes from={from} to={last} />
        </Section>
        <Section title="Daily close">
          <Closes />
        </Section>
        <Section title="Entries">
          <Box sx={{ display: "grid", gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "260px 170px" }, gap: 1.25, mb: 1 }}>
            <FilterSelect label="Account" value={state.account} options={choices} onChange={(account) => change({ account })} />
            <TextField
              label="Invoice number"
              size="small"
              value={state.order}
              onChange={(event) => change({ order: event.target.value.replace(/\D/g, "") })}
              slotProps={{ htmlInput: { inputMode: "numeric", maxLength: 18 } }}
            />
          </Box>
          {orderId === "" ? (
            <EmptyState icon="payment" title="No such invoice" text="No invoice of this location has this number." />
          ) : orderId === undefined ? (
            <RowsSkeleton />
          ) : (
            <Entries
              orderId={orderId}
              account={state.account}
              days={days}
              pageToken={state.page}
              onPage={(page) => setState({ page }, { push: true })}
            />
          )}
        </Section>
      </Box>
    </PageFrame>
  );
};

/** What went in and out of each account on the days, which is not what it comes to. */
const Changes = ({ from, to }: { from: string; to: string }) => {
  const { labelOf, inOrder } = useAccountNames();
  const { data, error, refetch } = useQuery(LedgerService.method.listAccountBalances, { startDate: isoToDay(from), endDate: isoToDay(to) });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <RowsSkeleton />;
  if (data.balances.length === 0) return <Typography color="textSecondary">No money moved on these days.</Typography>;
  return (
    <>
      <Box component="dl" sx={{ m: 0 }}>
        {inOrder(data.balances).map(({ account, amount }) => (
          <Box key={account} sx={line}>
            <Typography component="dt">{standingName(labelOf(account), account, amount)}</Typography>
            <Typography component="dd" sx={{ m: 0 }}>
              <Money value={amount} />
            </Typography>
          </Box>
        ))}
      </Box>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
        All accounts together always add up to zero: every amount appears once with a plus and once with a minus. See what each account
        comes to in the chart of accounts.
      </Typography>
    </>
  );
};

export default Ledger;
