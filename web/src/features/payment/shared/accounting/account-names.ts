import { useQuery } from "@connectrpc/connect-query";
import { LedgerAccountService } from "@leashline/proto/leashline/payment/v1/ledger_account_service_pb.js";
import { plain } from "@leashline/proto/rules/ledger-words.ts";
import { LONG_STALE } from "../../../../app/calls/query-client.ts";

type Called = { number: string; name: string };

/** An account as a bookkeeper reads it: "4000 Sales". */
export const accountLabel = ({ number, name }: Called): string => [number, name].filter(Boolean).join(" ");

/** By number as it is read, 900 before 1000, those without one last, then by name. */
export const byNumber = (a: Called, b: Called): number =>
  Number(a.number === "") - Number(b.number === "") ||
  a.number.localeCompare(b.number, "en", { numeric: true }) ||
  a.name.localeCompare(b.name, "en");

/** What the accounts of the ledger are called at this location, each with its number, and lists of them in the order of the numbers. */
export const useAccountNames = () => {
  const request = { pageSize: 200, namesOnly: true };
  const { data } = useQuery(LedgerAccountService.method.listLedgerAccounts, request, { staleTime: LONG_STALE, meta: { quiet: true } });
  const known = new Map(data?.accounts.map((one) => [one.account, one]));
  const called = (account: string): Called => known.get(account) ?? { number: "", name: plain(account) };
  return {
    accounts: (data?.accounts ?? []).toSorted(byNumber),
    labelOf: (account: string): string => accountLabel(called(account)),
    inOrder: <T extends { account: string }>(rows: readonly T[]): T[] =>
      rows.toSorted((a, b) => byNumber(called(a.account), called(b.account))),
  };
};
