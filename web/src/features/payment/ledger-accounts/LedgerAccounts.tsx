import { useQuery } from "@connectrpc/connect-query";
import { LedgerAccountService } from "@leashline/proto/leashline/payment/v1/ledger_account_service_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { pathTo } from "../../../app/routes/paths.ts";
import { useCan } from "../../../app/session/session.ts";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { RowsSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { LinkButton } from "../../../ui/links/Link.tsx";
import { useQueryChange } from "../../../ui/links/over.ts";
import { Money } from "../../../ui/Money.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import { SettingsFrame } from "../../settings/SettingsFrame.tsx";
import { AccountDrawer } from "./AccountDrawer.tsx";
import { AccountRow } from "./AccountRow.tsx";
import { debitsOf, grouped } from "./ledger-accounts.ts";

const EDITED = "edit";

/** /payment/ledger/accounts: every account of the ledger by type, with its balance, as this location and its bookkeeper name them. */
const LedgerAccounts = () => {
  const { data, error, refetch } = useQuery(LedgerAccountService.method.listLedgerAccounts, { pageSize: 200 });
  const canEdit = useCan("paymentSettings");
  const { query, open, close } = useQueryChange();
  const accounts = data?.accounts;
  const edited = canEdit ? accounts?.find(({ account }) => account === query.get(EDITED)) : undefined;
  return (
    <SettingsFrame title="Chart of accounts" maxWidth={760} actions={<LinkButton to={pathTo("/payment/ledger", {})}>Ledger</LinkButton>}>
      {!accounts && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <RowsSkeleton />)}
      {accounts && (
        <Box sx={{ display: "grid", gap: 2 }}>
          <Typography color="textSecondary">
            Every amount is entered in two of these accounts. Use your bookkeeper’s names and numbers: the ledger, its export and QuickBooks
            show them.
          </Typography>
          {grouped(accounts).map(({ title, text, accounts: rows }) => (
            <Section key={title} title={title} action={<Typography color="textSecondary">{text}</Typography>}>
              <Box component="ul" aria-label={title} sx={{ listStyle: "none", m: 0, p: 0 }}>
                {rows.map((one) => (
                  <AccountRow key={one.account} account={one} onEdit={canEdit ? () => open({ [EDITED]: one.account }) : undefined} />
                ))}
              </Box>
            </Section>
          ))}
          <Typography variant="body2" color="textSecondary">
            Balances are of today: appointments still to come are not in them. Debits and credits always come to the same,{" "}
            <Money value={debitsOf(accounts)} /> each.
          </Typography>
        </Box>
      )}
      {edited && <AccountDrawer key={edited.account} account={edited} onClose={() => close(EDITED)} />}
    </SettingsFrame>
  );
};

export default LedgerAccounts;
