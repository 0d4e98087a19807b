import { SANDBOX_KEYS, type Sandbox, startSandbox } from "@leashline/deploy/sandbox/main.ts";
import { ErrorCode, todayIn, toWireDate } from "@leashline/kit";
import { eventually, refusalOf } from "@leashline/kit/test";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { AccountingService, InvoiceSyncState, JournalState } from "@leashline/proto/leashline/payment/v1/accounting_service_pb.js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { business, type Harness, startHarness, usd } from "../../test/harness.ts";
import { closingBooks } from "../closes/close-books.ts";
import { sendingJournals } from "./accounting.jobs.ts";

let sandbox: Sandbox;
let harness: Harness;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 });
  Object.assign(process.env, {
    LEASHLINE_QUICKBOOKS_CLIENT_ID: SANDBOX_KEYS.quickbooksClientId,
    LEASHLINE_QUICKBOOKS_CLIENT_SECRET: SANDBOX_KEYS.quickbooksClientSecret,
    LEASHLINE_QUICKBOOKS_API_BASE: sandbox.url,
  });
  harness = await startHarness({ at: sandbox });
});
afterAll(async () => {
  await harness?.stop();
  await sandbox?.close();
  for (const name of ["CLIENT_ID", "CLIENT_SECRET", "API_BASE"]) delete process.env[`LEASHLINE_QUICKBOOKS_${name}`];
});
beforeEach(async () => {
  sandbox.switches.set("quickbooks", { mode: "ok" });
  await accounting().disconnectAccounting({});
});

const accounting = (caller = {}) => harness.servers.client(AccountingService, caller);
const sql = (text: string, values: unknown[] = []) => harness.servers.admin.query(text, values);
const codeOf = async (call: Promise<unknown>) => (await refusalOf(call)).code;
const today = () => todayIn(business.timezoneName);
let nextCompany = 1;

/** What somebody does on QuickBooks's page; answers what it sends back with. */
async function consent(company: string, { currency = "USD", answer = "allow", caller = {} } = {}) {
  const { address } = await accounting(caller).beginAccounting({});
  const body = new URLSearchParams({ company, currency, answer });
  const { headers } = await fetch(address, { method: "POST", redirect: "manual", body });
  const back = new URL(headers.get("location") ?? "");
  expect(back.pathname).toBe("/quickbook/activate");
  const got = (name: string) => back.searchParams.get(name) ?? "";
  return { code: got("code"), state: got("state"), realmId: got("realmId") };
}

const all: Record<string, string> = {
  ...{
    client_receivable: "Client balances",
    client_deposits: "Client deposits",
    deposits_kept: "Deposits kept",
    cash_drawer: "Cash on hand",
  },
  ...{ check_clearing: "Undeposited Funds", card_clearing: "Card clearing", other_clearing: "Undeposited Funds", sales: "Pet services" },
  ...{ tax_payable: "Sales Tax Payable", tips_payable: "Tips Payable", write_off: "Bad debts", dispute_losses: "Card disputes" },
  ...{ processing_fees: "Merchant fees", bank: "Checking", cash_safe: "Cash on hand", cash_over_short: "Cash over and short" },
};

/** Before every visit of these tests. */
const LONG_AGO = "2020-01-01";

async function map(targets: Record<string, string>, startDate = LONG_AGO) {
  const { accounts } = await accounting().listBooksAccounts({});
  const idOf = (name: string) => accounts.find((one) => one.name === name)?.externalAccountId ?? "";
  const mappings = Object.entries(targets).map(([account, name]) => ({ account, externalAccountId: idOf(name) }));
  const { connection } = await accounting().getAccounting({});
  const request = { mappings, startDate: toWireDate(startDate), version: connection?.version ?? 0 };
  return (await accounting().mapAccounts(request)).connection;
}

/** A company of its own, connected; answers its id there. */
async function connected(targets: Record<string, string> | null = all): Promise<string> {
  const answer = await consent(`Muddy Paws ${nextCompany++}`);
  await accounting().finishAccounting(answer);
  if (targets) await map(targets);
  await send();
  return answer.realmId;
}

async function pay(amount = 1_000): Promise<string> {
  const { orderId } = await harness.book(amount);
  await harness.agreed(orderId);
  await harness.payments().createPayment({ orderId, amount: usd(amount), method: "cash" });
  return orderId;
}

/** As if the night had come. */
async function close(): Promise<void> {
  await sql(
    `insert into payment.job (company_id, business_id, kind, key, payload, due_at) values (1, 1, $1, '1', '{"businessId":"1"}', now() - interval '1 second')
     on conflict (company_id, kind, key) do update set due_at = excluded.due_at, state = 'due', round = job.round + 1`,
    [closingBooks.name],
  );
  await harness.servers.runDue("payment");
}

/** Runs the sending once more, and waits until it is planned for another time, or not at all. */
async function send(): Promise<void> {
  const mine = "from payment.job where kind = $1 and (state = 'running' or (state = 'due' and due_at <= now()))";
  await sql("update payment.job set due_at = now() where kind = $1 and state = 'due'", [sendingJournals.name]);
  await eventually(async () => {
    await harness.servers.runDue("payment");
    if ((await sql(`select 1 ${mine}`, [sendingJournals.name])).rowCount !== 0) throw new Error("still sending");
  });
}

const entries = (realmId: string) => sandbox.quickbooks.companies.journals(realmId);
const journals = async () => (await accounting().listAccountingJournals({})).journals;
const sync = async (orderId: string) => await accounting().getInvoiceSyncStatus({ orderId });

test("what a close sealed stands in QuickBooks the next morning as one balanced journal entry of the day, and every invoice says so", async () => {
  const realmId = await connected();
  const orderId = await pay(2_500);
  expect((await sync(orderId)).state).toBe(InvoiceSyncState.WAITING);
  await close();
  expect((await sync(orderId)).state).toBe(InvoiceSyncState.WAITING);
  await send();
  const [visit, paid] = entries(realmId).sort((a, b) => (a.TxnDate ?? "").localeCompare(b.TxnDate ?? ""));
  expect([entries(realmId).length, visit?.TxnDate, paid?.TxnDate]).toEqual([2, "2026-11-20", today()]);
  const detail = (PostingType: string, value: string) => ({ Amount: 25, JournalEntryLineDetail: { PostingType, AccountRef: { value } } });
  const lines = (entry: typeof visit) =>
    entry?.Line.map(({ Id: _, Description: __, DetailType: ___, ...line }: Record<string, unknown>) => line);
  expect([lines(visit), lines(paid)]).toEqual([
    [detail("Debit", "5"), detail("Credit", "11")],
    [detail("Debit", "2"), detail("Credit", "5")],
  ]);
  const status = await sync(orderId);
  expect(status).toMatchObject({ state: InvoiceSyncState.SENT, documentNumbers: [visit?.DocNumber, paid?.DocNumber] });
  expect(status.sentTime).toBeDefined();
  const [journal] = await journals();
  expect(journal).toMatchObject({ state: JournalState.SENT, externalId: paid?.Id, documentNumber: paid?.DocNumber, total: usd(2_500) });
  const { connection } = await accounting().getAccounting({});
  expect(connection).toMatchObject({ connected: true, waiting: 0, refused: 0, fault: "" });
});

test.each(["lost", "error"] as const)("stopped half-way (%s): the day is sent again and stands there once", async (mode) => {
  const realmId = await connected();
  await pay();
  await close();
  sandbox.switches.set("quickbooks", { mode, remaining: 1 });
  await send();
  expect((await accounting().getAccounting({})).connection).toMatchObject({
    waiting: expect.any(Number),
    fault: expect.stringContaining("did not answer"),
  });
  await send();
  await send();
  const numbers = entries(realmId).map(({ DocNumber }) => DocNumber);
  expect([numbers.length, new Set(numbers).size]).toEqual([(await journals()).length, numbers.length]);
  expect((await accounting().getAccounting({})).connection).toMatchObject({ waiting: 0, fault: "" });
});

test("killed after QuickBooks took the entry, which has forgotten the request since: it is found by its number, not written again", async () => {
  const realmId = await connected();
  await pay();
  await close();
  await send();
  const written = entries(realmId).length;
  await sql("update payment.accounting_journal set state = 'sending', external_id = '', sent_at = null where realm_id = $1", [realmId]);
  for (const { doc } of sandbox.store.list<{ id: string; realmId: string }>({ kinds: ["qb_journal"], equals: { realmId } }))
    sandbox.store.put("qb_journal", { ...doc, requestId: "" });
  await send();
  expect(entries(realmId)).toHaveLength(written);
  expect((await journals()).every(({ state }) => state === JournalState.SENT)).toBe(true);
});

test("a day whose accounts go nowhere waits and says which; once they are chosen it is sent, and so is what QuickBooks refused", async () => {
  const { sales: _, ...some } = all;
  const realmId = await connected(some);
  const orderId = await pay();
  await close();
  await send();
  expect(entries(realmId).flatMap(({ Line }) => Line.filter(({ Description }) => Description === "4000 Sales"))).toEqual([]);
  expect((await journals()).map(({ state, reason }) => [state, reason])).toContainEqual([JournalState.UNMAPPED, "sales"]);
  expect(await sync(orderId)).toMatchObject({ state: InvoiceSyncState.WAITING, reason: "sales" });
  sandbox.switches.set("quickbooks", { mode: "decline", remaining: null });
  await map(all);
  await send();
  expect(await sync(orderId)).toMatchObject({ state: InvoiceSyncState.REFUSED, reason: "The account period has been closed." });
  sandbox.switches.set("quickbooks", { mode: "ok" });
  await accounting().sendJournals({});
  await send();
  expect((await sync(orderId)).state).toBe(InvoiceSyncState.SENT);
});

test("accounts that QuickBooks does not have or keeps per person, and another version, are refused; nothing of it is kept", async () => {
  await connected(null);
  const wrong = (account: string, externalAccountId: string) =>
    accounting().mapAccounts({
      mappings: [{ account, externalAccountId }],
      startDate: toWireDate(today()),
      version: 1,
    });
  for (const [account, id] of [
    ["sales", "999"],
    ["client_receivable", "6"],
    ["nonsense", "1"],
  ] as const)
    expect(await codeOf(wrong(account, id))).toBe(ErrorCode.PARAMS_INVALID);
  expect(await codeOf(accounting().mapAccounts({ mappings: [], startDate: toWireDate(today()), version: 9 }))).toBe(
    ErrorCode.VERSION_CONFLICT,
  );
  const { connection } = await accounting().getAccounting({});
  expect(connection?.mappings.map(({ externalAccountId }) => externalAccountId).join("")).toBe("");
});

test("days before the first one are not sent; an earlier first day sends them, once", async () => {
  const realmId = await connected(null);
  await map(all, Temporal.PlainDate.from(today()).add({ days: 1 }).toString());
  const orderId = await pay();
  await close();
  await send();
  expect([entries(realmId).length, (await sync(orderId)).state]).toEqual([0, InvoiceSyncState.NOT_SENT]);
  await map(all);
  await send();
  const sent = entries(realmId).length;
  expect([sent > 0, (await sync(orderId)).state]).toEqual([true, InvoiceSyncState.SENT]);
  await map(all);
  await send();
  expect(entries(realmId)).toHaveLength(sent);
});

test("an answer connects once, for whoever asked, and only books in the location's money; the token is stored sealed and changes", async () => {
  const answer = await consent("Canada Paws", { currency: "CAD" });
  expect(await codeOf(accounting().finishAccounting(answer))).toBe(ErrorCode.PARAMS_INVALID);
  const right = await consent("Right Paws");
  expect(await codeOf(accounting({ accountId: "9" }).finishAccounting(right))).toBe(ErrorCode.PARAMS_INVALID);
  expect(await codeOf(accounting({ companyId: "2" }).finishAccounting(right))).toBe(ErrorCode.PARAMS_INVALID);
  const { connection: first } = await accounting().finishAccounting(right);
  const { connection: again } = await accounting().finishAccounting(right);
  expect(first).toMatchObject({ companyName: "Right Paws", connected: true, version: 1 });
  expect(again).toMatchObject({ companyName: "Right Paws", connected: true, version: 1 });
  expect(await codeOf(accounting().finishAccounting({ ...(await consent("Right Paws")), code: "AB1made-up" }))).toBe(
    ErrorCode.PARAMS_INVALID,
  );
  const token = async () => (await sql("select refresh_token from payment.accounting_link")).rows[0].refresh_token.toString("latin1");
  const before = await token();
  expect(before).not.toContain("RT1-");
  await accounting().listBooksAccounts({});
  expect(await token()).not.toBe(before);
});

test("once QuickBooks lets nobody in any more the page says so and nothing is tried; connecting the same company again goes on where it stopped", async () => {
  const company = `Muddy Paws ${nextCompany}`;
  const realmId = await connected();
  await pay();
  await close();
  sandbox.quickbooks.end(realmId);
  await send();
  expect((await accounting().getAccounting({})).connection?.connected).toBe(false);
  expect(await codeOf(accounting().sendJournals({}))).toBe(ErrorCode.STATE_CONFLICT);
  expect(await codeOf(accounting().listBooksAccounts({}))).toBe(ErrorCode.STATE_CONFLICT);
  await accounting().finishAccounting(await consent(company));
  await map(all);
  await send();
  expect(entries(realmId)).toHaveLength((await journals()).length);
  expect((await journals()).every(({ state }) => state === JournalState.SENT)).toBe(true);
});

test("disconnecting leaves nothing to send, gives the permission back, and asks for the permission to do it", async () => {
  const realmId = await connected();
  const orderId = await pay();
  await close();
  const sent = entries(realmId).length;
  await accounting().disconnectAccounting({});
  await send();
  expect([entries(realmId).length, (await sync(orderId)).state]).toEqual([sent, InvoiceSyncState.NOT_SENT]);
  expect((await accounting().getAccounting({})).connection).toBeUndefined();
  expect((await sql("select 1 from payment.accounting_link")).rowCount).toBe(0);
  const clerk = accounting({ staffId: "2", permissions: [Permission.VIEW_INVOICE] });
  for (const call of [clerk.getAccounting({}), clerk.beginAccounting({}), clerk.disconnectAccounting({}), clerk.sendJournals({})])
    expect(await codeOf(call)).toBe(ErrorCode.NO_PERMISSION);
  expect(await codeOf(accounting().sendJournals({}))).toBe(ErrorCode.NOT_FOUND);
  expect((await clerk.getInvoiceSyncStatus({ orderId })).state).toBe(InvoiceSyncState.NOT_SENT);
});
