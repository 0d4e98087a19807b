import { useQuery } from "@connectrpc/connect-query";
import { LedgerAccountService } from "@leashline/proto/leashline/payment/v1/ledger_account_service_pb.js";
import { plain } from "@leashline/proto/rules/ledger-words.ts";
import { LONG_STALE } from "../../../../app/calls/query-client.ts";

type Called = { number: string; name: string };

/** An account as a bookkeeper reads it: "4000 Sales". */
export const accountLabel = ({ number, name }: Called): string => [number, name].filter(Boolean).join(" ");

/** What the accounts of the ledger are called at this location: a name for what is moved, a label with the number for lists of accounts. */
export const useAccountNames = () => {
  const request = { pageSize: 200, namesOnly: true };
  const { data } = useQuery(LedgerAccountService.method.listLedgerAccounts, request, { staleTime: LONG_STALE, meta: { quiet: true } });
  const known = new Map(data?.accounts.map((one) => [one.account, one]));
  const called = (account: string, as: (one: Called) => string): string => {
    const one = known.get(account);
    return one ? as(one) : plain(account);
  };
  return {
    accounts: data?.accounts ?? [],
    nameOf: (account: string): string => called(account, ({ name }) => name),
    labelOf: (account: string): string => called(account, accountLabel),
  };
};
