import { useMutation, useQuery } from "@connectrpc/connect-query";
import { type SquareAccount, SquareAccountService } from "@leashline/proto/leashline/payment/v1/square_account_service_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { PageFrame } from "../../../ui/page/PageFrame.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { lacks, standingOf } from "../shared/square/square-words.ts";
import { SquareLocation } from "./SquareLocation.tsx";
import { SquareTerminals } from "./SquareTerminals.tsx";

/** /creditCard/square/account: the Square account of a location, which of its places it is, and its terminals. */
export const SquarePage = () => {
  const { data, error, refetch } = useQuery(SquareAccountService.method.getSquareAccount);
  const account = data?.account;
  const standing = data && standingOf(data.available, account);
  const changed = () => void refetch();
  return (
    <PageFrame title="Square" back="/creditCard/integration" maxWidth={760}>
      <Box sx={{ display: "grid", gap: 2 }}>
        <Section title="Square account" action={standing && <StatusChip tone={standing.tone}>{standing.words}</StatusChip>}>
          {data ? (
            <Account available={data.available} account={account} onChanged={changed} />
          ) : error ? (
            <ErrorState compact error={error} onRetry={changed} />
          ) : (
            <FormSkeleton fields={2} />
          )}
        </Section>
        {account?.connected && <SquareLocation account={account} onChanged={changed} />}
        {account?.connected && account.locationId !== "" && <SquareTerminals key={account.locationId} />}
      </Box>
    </PageFrame>
  );
};

type Props = { available: boolean; account: SquareAccount | undefined; onChanged: () => void };

const Account = ({ available, account, onChanged }: Props) => {
  const begin = useMutation(SquareAccountService.method.beginSquareAccount, {
    onSuccess: ({ address }) => window.location.assign(address),
  });
  const connect = (label: string) => (
    <Button variant="contained" color="primary" disabled={begin.isPending || begin.isSuccess} onClick={() => begin.mutate({})}>
      {label}
    </Button>
  );
  if (account?.connected) return <Connected account={account} reconnect={connect("Reconnect Square")} onChanged={onChanged} />;
  if (!available)
    return (
      <Typography>
        Square cannot be connected yet. Ask whoever runs Leashline for you to put in the keys of a Square application.
      </Typography>
    );
  return (
    <Box sx={{ display: "grid", gap: 1.5, justifyItems: "start" }}>
      {account && (
        <Alert severity="warning" sx={{ width: "100%" }}>
          Leashline is no longer let into {account.merchantName}. Payments that were taken there can be refunded here once it is connected
          again.
        </Alert>
      )}
      <Typography>
        If you take cards with Square already, connect your Square account. You sign in on Square's own page and allow Leashline to take
        payments there. Square pays the money out to your bank.
      </Typography>
      {connect(account ? "Connect again" : "Connect Square")}
    </Box>
  );
};

type ConnectedProps = { account: SquareAccount; reconnect: ReactNode; onChanged: () => void };

const Connected = ({ account, reconnect, onChanged }: ConnectedProps) => {
  const lacking = lacks(account);
  const leave = useMutation(SquareAccountService.method.disconnectSquareAccount, {
    onSuccess: onChanged,
    meta: { success: "Square disconnected" },
  });
  const onLeave = async () => {
    const body =
      "No more payments are taken there, and earlier ones can only be refunded on Square's own pages until it is connected again.";
    if (await confirm({ title: `Disconnect ${account.merchantName}?`, body, action: "Disconnect", danger: true })) leave.mutate({});
  };
  return (
    <Box sx={{ display: "grid", gap: 1, justifyItems: "start" }}>
      <Typography variant="subtitle1">{account.merchantName}</Typography>
      {lacking ? (
        <Alert severity="warning" sx={{ width: "100%" }}>
          This account was connected before Leashline asked Square for {lacking}. Until you reconnect it, Leashline cannot use them. Card
          payments go on meanwhile.
          <Box sx={{ mt: 1 }}>{reconnect}</Box>
        </Alert>
      ) : (
        <Typography color="textSecondary">
          Square pays the money out to your bank. Payouts and disputes are listed with those of your other cards.
        </Typography>
      )}
      <Button variant="text" color="error" disabled={leave.isPending} onClick={() => void onLeave()}>
        Disconnect
      </Button>
    </Box>
  );
};
