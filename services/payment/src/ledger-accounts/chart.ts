import type { LedgerAccount } from "../ledger/ledger.ts";

export type AccountType = "asset" | "liability" | "equity" | "income" | "expense";

export type Standard = { account: LedgerAccount; type: AccountType; number: string; name: string };

const standards: Readonly<Record<LedgerAccount, readonly [type: AccountType, number: string, name: string]>> = {
  cash_drawer: ["asset", "1000", "Cash drawer"],
  cash_outside: ["asset", "1010", "Cash not in the drawer"],
  cash_safe: ["asset", "1020", "Safe"],
  bank: ["asset", "1100", "Bank"],
  check_clearing: ["asset", "1200", "Checks"],
  card_clearing: ["asset", "1210", "Cards, not paid out yet"],
  other_clearing: ["asset", "1220", "Other payments"],
  payouts_in_transit: ["asset", "1230", "Payouts on the way to the bank"],
  client_receivable: ["asset", "1300", "Owed by clients"],
  client_deposits: ["liability", "2000", "Deposits held for clients"],
  client_credit: ["liability", "2010", "Store credit of clients"],
  tax_payable: ["liability", "2100", "Sales tax"],
  tips_payable: ["liability", "2200", "Tips for staff"],
  financing_owed: ["liability", "2300", "Financing owed"],
  owner_cash: ["equity", "3000", "Cash brought in by the owner"],
  sales: ["income", "4000", "Sales"],
  deposits_kept: ["income", "4100", "Deposits kept"],
  convenience_fees: ["income", "4200", "Card fees paid by clients"],
  processing_fees: ["expense", "6000", "Card fees"],
  dispute_losses: ["expense", "6010", "Lost in disputes"],
  write_off: ["expense", "6100", "Written off"],
  credit_given: ["expense", "6200", "Store credit given"],
  financing_fees: ["expense", "6300", "Financing fees"],
  cash_over_short: ["expense", "6400", "Cash over or short"],
};

/** Every account of the ledger as it is called without a name of a business's own, in the order of a chart. */
export const standardChart: readonly Standard[] = Object.entries(standards).map(([account, [type, number, name]]) => ({
  account: account as LedgerAccount,
  type,
  number,
  name,
}));

/** Whether an account grows with debits; the others do with credits. */
export const growsWithDebits = (type: AccountType): boolean => type === "asset" || type === "expense";
