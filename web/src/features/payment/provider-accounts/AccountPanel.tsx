import { useMutation, useQuery } from "@connectrpc/connect-query";
import {
  type ProviderAccount,
  ProviderAccountService,
  ProviderAccountStatus,
} from "@leashline/proto/leashline/payment/v1/provider_account_service_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { Section } from "../../../ui/page/Section.tsx";
import { PRODUCT } from "../../../ui/page/title.ts";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { restrictionOf, standing } from "./account-words.ts";
import { BankAccounts } from "./BankAccounts.tsx";

const title = `${PRODUCT} Pay account`;

/** A location's account with the card provider: whether it works, what is missing, and where its money goes. */
export const AccountPanel = () => {
  const { data, error, refetch } = useQuery(ProviderAccountService.method.getAccount);
  const account = data?.account;
  if (!account)
    return (
      <Section title={title}>
        {error ? <ErrorState compact error={error} onRetry={() => void refetch()} /> : <FormSkeleton fields={3} />}
      </Section>
    );
  if (account.isShared)
    return (
      <Section title={title}>
        <Typography>All cards are charged on the account of whoever runs this Leashline. There is nothing to set up here.</Typography>
      </Section>
    );
  return (
    <Box sx={{ display: "grid", gap: 2 }}>
      <Section title={title} action={<StatusChip tone={standing[account.status].tone}>{standing[account.status].label}</StatusChip>}>
        <Standing account={account} />
      </Section>
      {account.id !== "" && <BankAccounts accounts={account.externalAccounts} onChanged={() => void refetch()} />}
    </Box>
  );
};

const Standing = ({ account }: { account: ProviderAccount }) => {
  const format = useFormat();
  const restriction = restrictionOf(account, format.instant(account.requirements?.currentDeadline));
  return (
    <Box sx={{ display: "grid", gap: 1.5, justifyItems: "start" }}>
      {account.status === ProviderAccountStatus.INITIAL && (
        <Typography>
          The card provider keeps an account of your business: who you are, and your bank. You fill it in on its own page; it takes a few
          minutes. From then on cards are charged on that account, and the card provider pays what comes in to your bank.
        </Typography>
      )}
      {account.status === ProviderAccountStatus.PENDING && <Typography>The card provider is checking what you sent.</Typography>}
      {account.status === ProviderAccountStatus.COMPLETED && <Typography>The card provider has all it asked for.</Typography>}
      {restriction && (
        <Alert severity={account.available ? "info" : "warning"} sx={{ width: "100%" }}>
          {restriction.text}
          {restriction.lines.length > 0 && (
            <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5 }}>
              {restriction.lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </Box>
          )}
        </Alert>
      )}
      <NextStep account={account} />
    </Box>
  );
};

const goTo = (url: string) => window.location.assign(url);

/** The one thing to do next: prove who one is, open the account, finish it, or change what it says. */
const NextStep = ({ account }: { account: ProviderAccount }) => {
  const prove = useMutation(ProviderAccountService.method.getIdentitySession, {
    onSuccess: ({ identificationUrl }) => goTo(identificationUrl),
  });
  const open = useMutation(ProviderAccountService.method.createStripeAccount);
  const link = useMutation(ProviderAccountService.method.createAccountLinks, { onSuccess: ({ url }) => goTo(url) });
  const businessId = account.businessId;
  if (account.needIdentity)
    return (
      <Button variant="contained" color="primary" loading={prove.isPending} onClick={() => prove.mutate({ businessId })}>
        Verify your identity
      </Button>
    );
  const start = async () => {
    if (account.id === "") await open.mutateAsync({ businessId });
    await link.mutateAsync({ businessId });
  };
  const done = account.status === ProviderAccountStatus.COMPLETED || account.status === ProviderAccountStatus.PENDING;
  const label = account.id === "" ? `Set up ${PRODUCT} Pay` : done ? "Change account details" : "Finish setting up";
  return (
    <Button
      variant={done ? "outlined" : "contained"}
      color={done ? "secondary" : "primary"}
      loading={open.isPending || link.isPending}
      onClick={() => void start().catch(() => undefined)}
    >
      {label}
    </Button>
  );
};
