import { useMutation } from "@connectrpc/connect-query";
import { type AccountingConnection, AccountingService } from "@leashline/proto/leashline/payment/v1/accounting_service_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { pathTo } from "../../../app/routes/paths.ts";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { plural } from "../../../ui/format/text.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { LinkButton, TextLink } from "../../../ui/links/Link.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";

type Props = { connection: AccountingConnection; onChanged: () => void };

/** Which company it is, how far it is, and what can be done about it. */
export const ConnectionSection = ({ connection, onChanged }: Props) => {
  const { companyName, connected, fault } = connection;
  const { method } = AccountingService;
  const send = useMutation(method.sendJournals, { onSuccess: onChanged, meta: { success: "Sending to QuickBooks" } });
  const leave = useMutation(method.disconnectAccounting, { onSuccess: onChanged, meta: { success: "QuickBooks disconnected" } });
  const onLeave = async () => {
    const body = "Nothing more is sent. What was sent stays in QuickBooks.";
    if (await confirm({ title: `Disconnect ${companyName}?`, body, action: "Disconnect", danger: true })) leave.mutate({});
  };
  const busy = send.isPending || leave.isPending;
  const chip = <StatusChip tone={connected ? "ok" : "bad"}>{connected ? "Connected" : "Disconnected"}</StatusChip>;
  return (
    <Section title={`QuickBooks: ${companyName}`} action={chip}>
      <Standing connection={connection} />
      {fault && (
        <Alert severity="warning" sx={{ mt: 1 }}>
          {fault}
        </Alert>
      )}
      {connection.mappings.every(({ externalAccountId }) => externalAccountId === "") && (
        <Alert severity="info" sx={{ mt: 1 }}>
          Nothing can be sent yet: choose{" "}
          <TextLink to={pathTo("/finance/accounting/:panel?", { panel: "accounts" })}>the accounts</TextLink> in QuickBooks first.
        </Alert>
      )}
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, mt: 1.5 }}>
        {connected ? (
          <Button disabled={busy} onClick={() => send.mutate({})}>
            Send now
          </Button>
        ) : (
          <LinkButton to="/quickbook/activate">Connect again</LinkButton>
        )}
        <Button variant="text" color="error" disabled={busy} onClick={() => void onLeave()}>
          Disconnect
        </Button>
      </Box>
    </Section>
  );
};

const Standing = ({ connection: { connected, syncTime, waiting, refused } }: { connection: AccountingConnection }) => {
  const format = useFormat();
  if (!connected)
    return <Typography color="error">QuickBooks no longer lets Leashline in. Nothing is sent until it is connected again.</Typography>;
  const parts = [
    waiting > 0 && `${plural(waiting, "day")} waiting`,
    refused > 0 && `${plural(refused, "day")} refused by QuickBooks`,
    syncTime ? `last sent ${format.agoWithin(syncTime)}` : "nothing was sent yet",
  ];
  return (
    <Typography color="textSecondary">{parts.filter(Boolean).join(" · ")}. Each day is sent the night after it was closed.</Typography>
  );
};
