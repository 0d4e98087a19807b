/** Accounting software as we need it; QuickBooks Online speaks it in quickbooks.ts. */
export type Books = {
  company(): Promise<{ name: string; currency: string }>;
  accounts(): Promise<BooksAccount[]>;
  /** What stands there under a number already; null when nothing does. */
  find(documentNumber: string): Promise<string | null>;
  /** Answers its id there. The same number is written once, however often it is asked for. */
  write(entry: JournalEntry): Promise<string>;
};

export type BooksAccount = { id: string; name: string; type: string };

/** Debits are positive, credits negative; minor units. The label is what the business calls its own account. */
export type JournalLine = { accountId: string; label: string; amount: bigint };

export type JournalEntry = { documentNumber: string; date: string; currency: string; note: string; lines: readonly JournalLine[] };

/** What we come back with. */
export type Tokens = { accessToken: string; refreshToken: string; expiresIn: number };

/** We are no longer let in. */
export class LinkEnded extends Error {}
/** No answer, or one that says nothing about what was asked. */
export class BooksAway extends Error {}
/** It said no, and why. */
export class BooksRefused extends Error {}
