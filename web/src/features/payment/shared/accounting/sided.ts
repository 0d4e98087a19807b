import { LedgerSide } from "@leashline/proto/leashline/payment/v1/ledger_account_service_pb.js";
import { fromMinor, type MoneyLike, toMinor } from "../../../../ui/format/money.ts";

type Balance = { balance?: MoneyLike | undefined; normalSide: LedgerSide };

/** A balance as a bookkeeper reads it: an amount without a sign, and its side. Nothing is on the side on which the account grows. */
export const sided = ({ balance, normalSide }: Balance): { amount: MoneyLike; side: string } => {
  const minor = toMinor(balance);
  const debit = minor === 0n ? normalSide === LedgerSide.DEBIT : minor > 0n;
  return { amount: fromMinor(minor < 0n ? -minor : minor, balance?.currencyCode), side: debit ? "debit" : "credit" };
};
