import { useQuery } from "@connectrpc/connect-query";
import { AccountingService } from "@leashline/proto/leashline/payment/v1/accounting_service_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import { useParams } from "react-router";
import NotInThisVersion from "../../../app/routes/NotInThisVersion.tsx";
import { pathTo } from "../../../app/routes/paths.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { Link, LinkButton } from "../../../ui/links/Link.tsx";
import { PageFrame } from "../../../ui/page/PageFrame.tsx";
import { AccountMapping } from "./AccountMapping.tsx";
import { ConnectionSection } from "./ConnectionSection.tsx";
import { Journals } from "./Journals.tsx";

const panels = [
  { at: "days", label: "Days" },
  { at: "accounts", label: "Accounts" },
] as const;

/** /finance/accounting/{panel}: the QuickBooks company that a location's books are sent to, what was sent, and which account goes where. */
const AccountingPage = () => {
  const { panel = "days" } = useParams();
  const { data, error, refetch } = useQuery(AccountingService.method.getAccounting);
  const retry = () => void refetch();
  if (!panels.some(({ at }) => at === panel)) return <NotInThisVersion />;
  const connection = data?.connection;
  return (
    <PageFrame title="Accounting" windowTitle="Accounting" maxWidth={860}>
      {!data && (error ? <ErrorState error={error} onRetry={retry} /> : <FormSkeleton fields={3} />)}
      {data && !connection && <NotConnected available={data.available} />}
      {connection && (
        <Box sx={{ display: "grid", gap: 2 }}>
          <ConnectionSection connection={connection} onChanged={retry} />
          <Tabs value={panel} aria-label="Accounting">
            {panels.map(({ at, label }) => (
              <Tab key={at} value={at} label={label} component={Link} to={pathTo("/finance/accounting/:panel?", { panel: at })} />
            ))}
          </Tabs>
          {panel === "days" && <Journals connection={connection} />}
          {panel === "accounts" && <AccountMapping key={connection.externalCompanyId} connection={connection} onSaved={retry} />}
        </Box>
      )}
    </PageFrame>
  );
};

const NotConnected = ({ available }: { available: boolean }) => (
  <EmptyState
    icon="finance"
    title="QuickBooks is not connected"
    text="Connect QuickBooks Online, and every night Leashline sends it one journal entry for each day: sales, tax, tips, payments, card fees and payouts."
  >
    {available ? (
      <LinkButton variant="contained" to="/quickbook/activate">
        Connect QuickBooks
      </LinkButton>
    ) : (
      <Alert severity="info" variant="outlined">
        QuickBooks is not set up on this installation. Whoever runs Leashline for you puts in the keys of a QuickBooks application
        (LEASHLINE_QUICKBOOKS_CLIENT_ID and LEASHLINE_QUICKBOOKS_CLIENT_SECRET in the operator guide). Until then, download the ledger as a
        CSV file.
      </Alert>
    )}
  </EmptyState>
);

export default AccountingPage;
