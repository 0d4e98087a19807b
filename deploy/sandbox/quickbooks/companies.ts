import type { Store } from "../core/store.ts";

export type Answer = { status: number; body: unknown };
export type JournalLine = {
  Id?: string;
  Amount?: number;
  Description?: string;
  JournalEntryLineDetail?: { PostingType?: string; AccountRef?: { value?: string; name?: string }; Entity?: unknown };
};
export type Journal = { Id: string; DocNumber?: string; TxnDate?: string; PrivateNote?: string; Line: JournalLine[] };
type Account = { Id: string; Name: string; FullyQualifiedName: string; AccountType: string; Classification: string; Active: boolean };
type Company = { id: string; name: string; currency: string };
type Kept = { id: string; realmId: string; requestId: string; entry: Journal };

export const fault = (message: string, detail: string, code: string, type = "ValidationFault") => ({
  Fault: { Error: [{ Message: message, Detail: detail, code }], type },
  time: new Date().toISOString(),
});

/** What a new company of QuickBooks begins with, as far as a pet business needs it. */
const chart: readonly [name: string, type: string, classification: string][] = [
  ["Checking", "Bank", "Asset"],
  ["Cash on hand", "Bank", "Asset"],
  ["Undeposited Funds", "Other Current Asset", "Asset"],
  ["Card clearing", "Other Current Asset", "Asset"],
  ["Client balances", "Other Current Asset", "Asset"],
  ["Accounts Receivable (A/R)", "Accounts Receivable", "Asset"],
  ["Accounts Payable (A/P)", "Accounts Payable", "Liability"],
  ["Client deposits", "Other Current Liability", "Liability"],
  ["Sales Tax Payable", "Other Current Liability", "Liability"],
  ["Tips Payable", "Other Current Liability", "Liability"],
  ["Pet services", "Income", "Revenue"],
  ["Deposits kept", "Other Income", "Revenue"],
  ["Bad debts", "Expense", "Expense"],
  ["Merchant fees", "Expense", "Expense"],
  ["Card disputes", "Expense", "Expense"],
  ["Cash over and short", "Other Expense", "Expense"],
];

const accounts: readonly Account[] = chart.map(([Name, AccountType, Classification], at) => ({
  Id: String(at + 1),
  Name,
  FullyQualifiedName: Name,
  AccountType,
  Classification,
  Active: true,
}));

const refused = (detail: string, code: string): Answer => ({ status: 400, body: fault("Business Validation Error", detail, code) });
const inCents = (amount: number): number => Math.round(amount * 100);

/** Companies, their accounts and their journal entries. */
export class QuickBooksCompanies {
  #store: Store;
  constructor(store: Store) {
    this.#store = store;
  }

  /** The same name and currency is the same company. */
  open(name: string, currency = "USD"): string {
    const [there] = this.#store.list<Company>({ kinds: ["qb_company"], equals: { name, currency } });
    if (there) return there.doc.id;
    const count = this.#store.list({ kinds: ["qb_company"], limit: 100_000 }).length;
    const id = String(9_130_000_000_000_000n + BigInt(count + 1));
    this.#store.put("qb_company", { id, name, currency });
    return id;
  }

  all(): Company[] {
    return this.#store.list<Company>({ kinds: ["qb_company"], limit: 1_000 }).map(({ doc }) => doc);
  }

  journals(realmId: string): Journal[] {
    const kept = this.#store.list<Kept>({ kinds: ["qb_journal"], equals: { realmId }, limit: 100_000 });
    return kept.map(({ doc }) => doc.entry).reverse();
  }

  info(realmId: string): Answer {
    const company = this.#store.get<Company>("qb_company", realmId);
    return { status: 200, body: { CompanyInfo: { Id: "1", CompanyName: company?.name, LegalName: company?.name, Country: "US" } } };
  }

  preferences(realmId: string): Answer {
    const company = this.#store.get<Company>("qb_company", realmId);
    const CurrencyPrefs = { MultiCurrencyEnabled: false, HomeCurrency: { value: company?.currency } };
    return { status: 200, body: { Preferences: { Id: "1", CurrencyPrefs } } };
  }

  /** The queries that are asked here; QuickBooks itself reads many more. */
  query(realmId: string, text: string): Answer {
    const number = /^select Id from JournalEntry where DocNumber = '([^']*)'$/i.exec(text)?.[1];
    if (number !== undefined) {
      const found = this.journals(realmId).filter(({ DocNumber }) => DocNumber === number);
      return { status: 200, body: { QueryResponse: found.length > 0 ? { JournalEntry: found.map(({ Id }) => ({ Id })) } : {} } };
    }
    if (/^select \* from Account where Active = true maxresults \d+$/i.test(text))
      return { status: 200, body: { QueryResponse: { Account: accounts, startPosition: 1, maxResults: accounts.length } } };
    return { status: 400, body: fault("Error parsing query", `QueryParserError: ${text.slice(0, 100)}`, "4000") };
  }

  /** A request id that came before is answered with what it made. */
  journal(realmId: string, requestId: string, given: Record<string, unknown>): Answer {
    const [before] = requestId ? this.#store.list<Kept>({ kinds: ["qb_journal"], equals: { realmId, requestId } }) : [];
    if (before) return made(before.doc.entry);
    const entry = given as unknown as Omit<Journal, "Id">;
    const wrong = wrongWith(entry);
    if (wrong) return wrong;
    const Id = String(this.journals(realmId).length + 101);
    const Line = entry.Line.map((line, at) => ({ ...line, Id: String(at) }));
    const kept: Journal = { ...entry, Id, Line };
    this.#store.put("qb_journal", { id: `qb:${realmId}:${Id}`, realmId, requestId, entry: kept });
    return made(kept);
  }
}

const made = (entry: Journal): Answer => ({
  status: 200,
  body: { JournalEntry: { ...entry, SyncToken: "0", domain: "QBO", sparse: false }, time: new Date().toISOString() },
});

function wrongWith({ Line, DocNumber = "" }: Omit<Journal, "Id">): Answer | null {
  if (!Array.isArray(Line) || Line.length < 2) return refused("You must have at least one detail line.", "6010");
  if (DocNumber.length > 21) return refused("DocNumber: String length is too long; it must be at most 21 characters.", "2050");
  let balance = 0;
  for (const { Amount = 0, JournalEntryLineDetail: detail } of Line) {
    const account = accounts.find(({ Id }) => Id === detail?.AccountRef?.value);
    if (!account) return refused(`Invalid Reference Id : Accounts element id ${detail?.AccountRef?.value} not found`, "2500");
    if (account.AccountType === "Accounts Receivable" && !detail?.Entity)
      return refused("When you use Accounts Receivable, you must choose a customer in the Name field.", "6000");
    if (Amount < 0 || Math.abs(inCents(Amount) / 100 - Amount) > 1e-9) return refused("Amount is not valid.", "2030");
    balance += detail?.PostingType === "Debit" ? inCents(Amount) : -inCents(Amount);
  }
  return balance === 0 ? null : refused("Please balance debits and credits.", "6000");
}
