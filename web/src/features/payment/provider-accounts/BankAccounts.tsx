import { useMutation } from "@connectrpc/connect-query";
import { ProviderAccountService, type ProviderBankAccount } from "@leashline/proto/leashline/payment/v1/provider_account_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { Section } from "../../../ui/page/Section.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";

type Props = { accounts: readonly ProviderBankAccount[]; onChanged: () => void };

/** Where payouts go. New ones are added on the provider's own page, so that no account number comes here. */
export const BankAccounts = ({ accounts, onChanged }: Props) => {
  const remove = useMutation(ProviderAccountService.method.deleteExternalAccount, {
    meta: { success: "Bank account removed" },
    onSuccess: onChanged,
  });
  const drop = async (one: ProviderBankAccount) => {
    const title = `Remove ${one.bankName} ending in ${one.last4}?`;
    if (await confirm({ title, action: "Remove bank account", danger: true })) remove.mutate({ externalAccountId: one.id });
  };
  return (
    <Section title="Bank accounts">
      {accounts.length === 0 && <Typography color="textSecondary">None yet: the account’s own page asks for one.</Typography>}
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0, display: "grid", gap: 1 }}>
        {accounts.map((one) => (
          <Box component="li" key={one.id} sx={{ display: "flex", alignItems: "center", gap: 1.5, minHeight: 36 }}>
            <Typography sx={{ flex: 1 }}>
              {one.bankName} ending in {one.last4} · {one.currency}
            </Typography>
            {one.isDefault ? (
              <StatusChip tone="ok">Payouts go here</StatusChip>
            ) : (
              <Button color="error" variant="text" loading={remove.isPending} onClick={() => void drop(one)}>
                Remove
              </Button>
            )}
          </Box>
        ))}
      </Box>
    </Section>
  );
};
