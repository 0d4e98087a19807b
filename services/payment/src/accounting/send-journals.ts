import type { Ctx } from "@leashline/kit";
import { command, query } from "../db.ts";
import { accountsOf } from "../ledger-accounts/ledger-account.store.ts";
import { documentNumber, linesOf } from "./accounting.ts";
import { type Books, BooksAway, BooksRefused, type JournalEntry, LinkEnded } from "./books.ts";
import { changeJournal, type JournalChange, type JournalRow, netOf, planJournals, unsent } from "./journal.store.ts";
import { changeLink, findLink, type LinkChange, type LinkRow, listMappings, lockLink } from "./link.store.ts";
import { asItself, openBooks } from "./open-books.ts";

/** So many are sent in one go. */
export const mostAtOnce = 100;

export type Outcome = "over" | "more" | "again";

/** Everything that closes sealed and that is not there yet, oldest day first; answers whether there is more to do, or to be tried again soon. */
export async function sendJournals(caller: Ctx, businessId: string): Promise<Outcome> {
  const ctx = asItself(caller, businessId);
  const link = await planned(ctx, businessId);
  if (!link?.connected) return "over";
  const rows = await query(ctx, (db) => unsent(db, link, mostAtOnce));
  try {
    await sendAll(ctx, link, rows);
    await noted(ctx, link, { fault: "", syncTime: new Date() });
    return rows.length === mostAtOnce && !rows.some(({ state }) => stuck(state)) ? "more" : "over";
  } catch (error) {
    if (error instanceof LinkEnded) await noted(ctx, link, { connected: false });
    else if (error instanceof BooksAway) await noted(ctx, link, { fault: "QuickBooks did not answer. We try again every few minutes." });
    else throw error;
    return error instanceof BooksAway ? "again" : "over";
  }
}

const stuck = (state: string): boolean => state === "refused" || state === "unmapped";

async function planned(ctx: Ctx, businessId: string): Promise<LinkRow | undefined> {
  let link: LinkRow | undefined;
  await command(ctx, async (tx) => {
    link = await lockLink(tx.db, businessId);
    if (link?.connected) link = await changeLink(tx, link, { plannedNumber: await planJournals(tx, link) });
    return {};
  });
  return link;
}

async function sendAll(ctx: Ctx, link: LinkRow, rows: readonly JournalRow[]): Promise<void> {
  if (rows.length === 0) return;
  const books = openBooks(ctx, link);
  const mappings = await query(ctx, (db) => listMappings(db, link));
  const called = await query(ctx, (db) => accountsOf(db, link.businessId));
  for (const row of rows) {
    const now = await query(ctx, (db) => findLink(db, link.businessId));
    if (now?.nonce !== link.nonce || !now.connected) return;
    const { lines, missing } = linesOf(await query(ctx, (db) => netOf(db, row)), mappings, called);
    if (missing.length > 0) await change(ctx, row, { state: "unmapped", reason: missing.join(", ") });
    else if (row.currency !== link.currency)
      await change(ctx, row, {
        state: "refused",
        reason: `QuickBooks keeps these books in ${link.currency}; this money is in ${row.currency}.`,
      });
    else await send(ctx, books, row, lines);
  }
}

/** What was given away once is looked for before it is given away again: no day stands there twice, wherever we were stopped. */
async function send(ctx: Ctx, books: Books, row: JournalRow, lines: JournalEntry["lines"]): Promise<void> {
  const { businessId, realmId, number, businessDate, currency } = row;
  const facts = [ctx.companyId, businessId, realmId, number, businessDate, currency];
  const mark = documentNumber(ctx.runtime.config.signingKey, facts, businessDate);
  const before = row.state === "sending" ? await books.find(mark) : null;
  if (row.state !== "sending") await change(ctx, row, { state: "sending", documentNumber: mark, reason: "" });
  try {
    const note = `Leashline, close ${number}`;
    const externalId = before ?? (await books.write({ documentNumber: mark, date: businessDate, currency, note, lines }));
    await change(ctx, row, { state: "sent", externalId, sentAt: new Date(), reason: "" });
  } catch (error) {
    if (!(error instanceof BooksRefused)) throw error;
    await change(ctx, row, { state: "refused", reason: error.message });
  }
}

const change = async (ctx: Ctx, row: JournalRow, to: JournalChange): Promise<void> => {
  await command(ctx, async (tx) => {
    await changeJournal(tx, row, to);
    return {};
  });
};

async function noted(ctx: Ctx, link: LinkRow, to: LinkChange): Promise<void> {
  await command(ctx, async (tx) => {
    await changeLink(tx, link, to);
    if (to.connected === false) tx.log({ entity: "accounting", id: link.businessId, action: "disconnected", businessId: link.businessId });
    tx.notify("payment.accounting", { businessId: link.businessId, ids: [link.businessId] });
    return {};
  });
}
