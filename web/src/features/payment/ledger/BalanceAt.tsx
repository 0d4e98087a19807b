import { useQuery } from "@connectrpc/connect-query";
import { LedgerSide } from "@leashline/proto/leashline/payment/v1/ledger_account_service_pb.js";
import { LedgerService } from "@leashline/proto/leashline/payment/v1/ledger_pb.js";
import Typography from "@mui/material/Typography";
import type { isoToDay } from "../../../ui/format/dates.ts";
import { fromMinor } from "../../../ui/format/money.ts";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { Money } from "../../../ui/Money.tsx";
import { useAccountNames } from "../shared/accounting/account-names.ts";
import { sided } from "../shared/accounting/sided.ts";

/** What an account comes to at the end of the days, with all that was entered before them, as the chart of accounts says it. */
export const BalanceAt = ({ account, day }: { account: string; day: ReturnType<typeof isoToDay> }) => {
  const format = useFormat();
  const { currencyCode } = usePreferences();
  const { accounts } = useAccountNames();
  const { data } = useQuery(LedgerService.method.listAccountBalances, { endDate: day });
  if (!data) return null;
  const balance = data.balances.find((one) => one.account === account)?.amount ?? fromMinor(0n, currencyCode);
  const normalSide = accounts.find((one) => one.account === account)?.normalSide ?? LedgerSide.UNSPECIFIED;
  const { amount, side } = sided({ balance, normalSide });
  return (
    <Typography variant="subtitle2">
      Balance at the end of {format.day(day)}: <Money value={amount} /> {side}
    </Typography>
  );
};
