import type { BooksAccount } from "@leashline/proto/leashline/payment/v1/accounting_service_pb.js";

type Fit = { types: readonly string[]; words: RegExp };
const CASH = ["Bank", "Other Current Asset"];
const HELD = ["Other Current Asset"];
const OWED = ["Other Current Liability", "Long Term Liability"];
const EARNED = ["Income", "Other Income"];
const SPENT = ["Expense", "Other Expense", "Cost of Goods Sold"];

/** What an account of the ledger is in QuickBooks, by the type there and by the words that bookkeepers use for it. */
const fits: Readonly<Record<string, Fit>> = {
  cash_drawer: { types: CASH, words: /\bcash (drawer|on hand|register)\b|\btill\b|\bpetty cash\b/i },
  cash_safe: { types: CASH, words: /\bsafe\b/i },
  bank: { types: ["Bank"], words: /\bchecking\b|\bbank\b/i },
  check_clearing: { types: HELD, words: /\bundeposited\b|\bchecks\b/i },
  card_clearing: { types: CASH, words: /\bcards?\b.*\bclearing\b|\b(stripe|square|merchant)\b.*\b(clearing|balance)\b/i },
  payouts_in_transit: { types: CASH, words: /\bin transit\b|\bpayouts?\b/i },
  client_receivable: { types: HELD, words: /\b(client|customer)\b.*\b(balances?|receivables?)\b/i },
  client_deposits: { types: OWED, words: /\b(client|customer)\b.*\b(deposits?|prepayments?)\b|\bunearned\b/i },
  client_credit: { types: OWED, words: /\b(store|client|customer)\b.*\bcredits?\b|\bgift cards?\b/i },
  tax_payable: { types: OWED, words: /\bsales tax\b|\btax(es)? payable\b/i },
  tips_payable: { types: OWED, words: /\b(tips|gratuit(y|ies))\b/i },
  financing_owed: { types: OWED, words: /\b(loans?|financing|capital advance)\b/i },
  owner_cash: { types: ["Equity"], words: /\bowner\b.*\b(contributions?|investments?|cash|equity)\b/i },
  sales: { types: EARNED, words: /\b(sales|services)\b/i },
  deposits_kept: { types: EARNED, words: /\bdeposits? (kept|forfeited)\b|\bcancell?ation\b/i },
  convenience_fees: { types: EARNED, words: /\b(surcharges?|convenience)\b/i },
  processing_fees: { types: SPENT, words: /\b(merchant|processing|card|stripe|square)\b.*\bfees?\b/i },
  dispute_losses: { types: SPENT, words: /\b(disputes?|chargebacks?)\b/i },
  write_off: { types: SPENT, words: /\bbad debts?\b|\bwrit(e|ten)[ -]offs?\b/i },
  financing_fees: { types: SPENT, words: /\b(loan|financing)\b.*\bfees?\b|\binterest\b/i },
  cash_over_short: { types: SPENT, words: /\bcash\b.*\b(over|short)\b/i },
};

type Wanted = { account: string; accountName: string };
/** What an account is called without those it stands under. */
const ownName = (name: string): string => (name.split(":").at(-1) ?? name).trim().toLowerCase();

/** The account that is clearly meant: of a type that fits, by the same name or else the only one with the words for it. Undefined where none is, or more than one. */
function clearly({ account, accountName }: Wanted, accounts: readonly BooksAccount[]): BooksAccount | undefined {
  const fit = fits[account];
  const ofType = accounts.filter(({ type }) => fit?.types.includes(type));
  const called = ofType.filter(({ name }) => ownName(name) === accountName.trim().toLowerCase());
  const meant = called.length > 0 ? called : ofType.filter(({ name }) => fit?.words.test(name));
  return meant.length === 1 ? meant[0] : undefined;
}

/** For accounts of the ledger that have no place in QuickBooks yet, the ids of those that are clearly meant. */
export const suggested = (wanted: readonly Wanted[], accounts: readonly BooksAccount[]): Record<string, string> =>
  Object.fromEntries(
    wanted.flatMap((one) => {
      const found = clearly(one, accounts);
      return found ? [[one.account, found.externalAccountId]] : [];
    }),
  );
