import { decimal } from "@leashline/kit/csv.ts";
import type { AccountingSettings } from "./accounting-settings.ts";
import { type Books, type BooksAccount, BooksAway, BooksRefused, type JournalEntry, type JournalLine, LinkEnded } from "./books.ts";

const PATIENCE_MS = 8_000;
const MOST_ACCOUNTS = 1_000;
const MINOR_VERSION = "75";

type Answer = { status: number; body: Record<string, unknown> };
type Named = { Id?: string; FullyQualifiedName?: string; Name?: string; AccountType?: string };
type Fault = { Fault?: { Error?: { Message?: string; Detail?: string }[] } };

export async function send(url: string, init: RequestInit): Promise<Answer> {
  try {
    const answer = await fetch(url, { ...init, redirect: "error", signal: AbortSignal.timeout(PATIENCE_MS) });
    const text = await answer.text();
    return { status: answer.status, body: text === "" ? {} : (JSON.parse(text) as Record<string, unknown>) };
  } catch (error) {
    throw new BooksAway((error as Error).message);
  }
}

/** Its own words, for the person who reads why a day was refused. */
function reasonOf(body: Fault): string {
  const [error] = body.Fault?.Error ?? [];
  return (error?.Detail || error?.Message || "QuickBooks gave no reason").slice(0, 500);
}

const line = (currency: string, { accountId, label, amount }: JournalLine) => ({
  DetailType: "JournalEntryLineDetail",
  Amount: Number(decimal(amount < 0n ? -amount : amount, currency)),
  Description: label,
  JournalEntryLineDetail: { PostingType: amount < 0n ? "Credit" : "Debit", AccountRef: { value: accountId } },
});

/** The books of one company of QuickBooks Online; `access` gives a token, a fresh one when the last was refused. */
export function quickBooks({ api }: AccountingSettings, realmId: string, access: (fresh: boolean) => Promise<string>) {
  async function ask(method: string, path: string, query: Record<string, string> = {}, body?: object, again = true): Promise<Answer> {
    const headers = {
      authorization: `Bearer ${await access(!again)}`,
      accept: "application/json",
      ...(body && { "content-type": "application/json" }),
    };
    const address = `${api}/${realmId}/${path}?${new URLSearchParams({ ...query, minorversion: MINOR_VERSION })}`;
    const answer = await send(address, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    if (answer.status === 401 && again) return await ask(method, path, query, body, false);
    if (answer.status === 401 || answer.status === 403) throw new LinkEnded(`QuickBooks answered ${answer.status}`);
    if (answer.status === 400) throw new BooksRefused(reasonOf(answer.body));
    if (answer.status !== 200) throw new BooksAway(`QuickBooks answered ${answer.status}`);
    return answer;
  }
  const found = async (query: string): Promise<Record<string, Named[]>> =>
    ((await ask("GET", "query", { query })).body.QueryResponse ?? {}) as Record<string, Named[]>;
  return {
    async company() {
      const [info, preferences] = [await ask("GET", `companyinfo/${realmId}`), await ask("GET", "preferences")];
      const { CompanyName: name } = info.body.CompanyInfo as { CompanyName?: string };
      const { CurrencyPrefs } = preferences.body.Preferences as { CurrencyPrefs?: { HomeCurrency?: { value?: string } } };
      return { name: name ?? "", currency: CurrencyPrefs?.HomeCurrency?.value ?? "" };
    },

    async accounts(): Promise<BooksAccount[]> {
      const { Account = [] } = await found(`select * from Account where Active = true maxresults ${MOST_ACCOUNTS}`);
      return Account.map(({ Id = "", FullyQualifiedName, Name = "", AccountType = "" }) => ({
        id: Id,
        name: FullyQualifiedName ?? Name,
        type: AccountType,
      }));
    },

    async find(documentNumber) {
      const { JournalEntry = [] } = await found(`select Id from JournalEntry where DocNumber = '${documentNumber}'`);
      return JournalEntry[0]?.Id ?? null;
    },

    async write({ documentNumber, date, currency, note, lines }: JournalEntry) {
      const entry = { DocNumber: documentNumber, TxnDate: date, PrivateNote: note, Line: lines.map((one) => line(currency, one)) };
      const { body } = await ask("POST", "journalentry", { requestid: documentNumber }, entry);
      return String((body.JournalEntry as Named | undefined)?.Id ?? "");
    },
  } satisfies Books;
}
