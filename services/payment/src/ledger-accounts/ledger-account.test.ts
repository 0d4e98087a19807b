import { type Refusal, toWireDate } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { ErrorCode } from "@leashline/proto/leashline/options/v1/errors_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { AccountingService } from "@leashline/proto/leashline/payment/v1/accounting_service_pb.js";
import { LedgerAccountService, LedgerAccountType, LedgerSide } from "@leashline/proto/leashline/payment/v1/ledger_account_service_pb.js";
import { type LedgerEntry, LedgerService } from "@leashline/proto/leashline/payment/v1/ledger_pb.js";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cents, type Harness, startHarness, usd } from "../../test/harness.ts";
import { accounts } from "../ledger/ledger.ts";
import { standardChart } from "./chart.ts";
import { chartOf, mustBeFree, type OwnName, renamed, unnamed } from "./ledger-account.ts";

const own = (account: string, change: Partial<OwnName>): OwnName => ({ ...unnamed(account), ...change });

describe("what accounts are called", () => {
  test("each account of the ledger stands in the chart once, and no two share a standard name or number", () => {
    expect(standardChart.map(({ account }) => account).sort()).toEqual([...accounts].sort());
    for (const field of ["name", "number"] as const) expect(new Set(standardChart.map((one) => one[field])).size).toBe(accounts.length);
    expect(standardChart.every(({ number }) => /^[A-Za-z0-9]{1,10}$/.test(number))).toBe(true);
    const numbers = standardChart.map(({ number }) => Number(number));
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  });

  test("a name of the business's own stands in the place of the standard one, and what is like the standard is none", () => {
    const [sales] = chartOf([own("sales", { name: "Grooming", description: "Baths" })]).filter(({ account }) => account === "sales");
    expect(sales).toMatchObject({ name: "Grooming", number: "4000", standardName: "Sales", description: "Baths" });
    const all = new Set(["name", "number", "description"]);
    expect(renamed(unnamed("sales"), { name: " Sales ", number: "4000", description: " x " }, all)).toEqual(
      own("sales", { description: "x" }),
    );
    const named = own("sales", { name: "Grooming", number: "7", description: "Baths" });
    expect(renamed(named, {}, new Set())).toEqual(named);
    expect(renamed(named, {}, all)).toEqual(unnamed("sales"));
  });

  test.each([
    ["a standard name of another", "sales", { name: "sAFE" }, "name"],
    ["another's own name", "sales", { name: "checking" }, "name"],
    ["a standard number of another", "sales", { number: "1000" }, "number"],
    ["another's own number, in other letters", "sales", { number: "B1" }, "number"],
    ["its own standard ones", "sales", {}, null],
    ["what another gave up", "sales", { name: "Tips for staff", number: "2200" }, null],
  ] as const)("what another account has is not given twice: %s", (_, account, change, field) => {
    const others = [own("bank", { name: "Checking" }), own("tips_payable", { name: "Tips", number: "b1" })];
    let refused: unknown = null;
    try {
      mustBeFree(others, own(account, change));
    } catch (error) {
      refused = (error as Refusal).options.field;
    }
    expect(refused).toBe(field);
  });

  test("an account goes back to its standard name only while no other has it", () => {
    expect(() => mustBeFree([own("tips_payable", { name: "Sales" })], unnamed("sales"))).toThrow();
  });
});

describe("the chart of accounts of a business", () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness();
  });
  afterAll(async () => harness?.stop());
  beforeEach(async () => {
    await harness.servers.admin.query("truncate payment.ledger_account_name");
  });

  const chart = (caller = {}, key = "") => harness.servers.client(LedgerAccountService, caller, key ? { idempotencyKey: key } : {});
  const ledger = () => harness.servers.client(LedgerService);
  const listed = async () => (await chart().listLedgerAccounts({ pageSize: 200 })).accounts;
  const one = async (account: string) => (await listed()).find((row) => row.account === account);
  const today = () => toWireDate(Temporal.Now.plainDateISO("America/Los_Angeles").toString());

  async function entriesOf(account: string, pageSize = 2): Promise<LedgerEntry[]> {
    const all: LedgerEntry[] = [];
    for (let pageToken = ""; ; ) {
      const page = await ledger().listLedgerEntries({ account, pageSize, pageToken, endDate: today() });
      all.push(...page.entries);
      pageToken = page.nextPageToken;
      if (!pageToken) return all;
    }
  }

  async function paid(method: string, amount: number): Promise<string> {
    const { orderId } = await harness.book(amount);
    await harness.agreed(orderId);
    await harness.payments().createPayment({ orderId, amount: usd(amount), method, checkNumber: method === "check" ? "1001" : "" });
    return orderId;
  }

  test("each balance is the sum of the account's entries up to today, and all of them together are zero", async () => {
    await paid("cash", 1_000);
    await paid("check", 2_500);
    await harness.servers.admin.query("update payment.business set zone = 'America/Los_Angeles'");
    const all = await listed();
    expect(all).toHaveLength(accounts.length);
    expect(all.reduce((sum, { balance }) => sum + cents(balance), 0)).toBe(0);
    expect(cents((await one("cash_outside"))?.balance)).toBe(1_000);
    expect(cents((await one("check_clearing"))?.balance)).toBe(2_500);
    for (const { account, balance, used } of all) {
      const entries = await entriesOf(account);
      const moved = entries.flatMap(({ postings }) => postings.filter((posting) => posting.account === account));
      expect([account, cents(balance), used]).toEqual([
        account,
        moved.reduce((sum, { amount }) => sum + cents(amount), 0),
        entries.length > 0,
      ]);
    }
    expect(all.filter(({ used }) => !used).length).toBeGreaterThan(0);
  });

  test("what is entered for days to come is in no balance of today", async () => {
    const before = cents((await one("sales"))?.balance);
    const owner = await harness.servers.admin.connect();
    await owner.query("set search_path to payment");
    await owner.query(
      `with later as (insert into ledger_entry (company_id, business_id, kind, source, order_id, business_date, currency)
         values (1, 1, 'charge', 'later', 1, now()::date + 30, 'USD') returning entry_id)
       insert into ledger_posting (company_id, entry_id, account, amount)
         select 1, entry_id, account, amount from later, (values ('sales', -4000), ('client_receivable', 4000)) as p(account, amount)`,
    );
    owner.release(true);
    expect(cents((await one("sales"))?.balance)).toBe(before);
  });

  test("names alone come without balances; page by page the chart is whole, and says of each its type and side", async () => {
    const seen: string[] = [];
    for (let pageToken = ""; ; ) {
      const page = await chart().listLedgerAccounts({ pageSize: 5, pageToken, namesOnly: true });
      expect(page.accounts.every(({ balance, used }) => balance === undefined && !used)).toBe(true);
      seen.push(...page.accounts.map(({ account }) => account));
      pageToken = page.nextPageToken;
      if (!pageToken) break;
    }
    expect(seen).toEqual(standardChart.map(({ account }) => account));
    const of = async (account: string) => {
      const { type, normalSide } = (await one(account))!;
      return [type, normalSide];
    };
    expect(await of("bank")).toEqual([LedgerAccountType.ASSET, LedgerSide.DEBIT]);
    expect(await of("tips_payable")).toEqual([LedgerAccountType.LIABILITY, LedgerSide.CREDIT]);
    expect(await of("owner_cash")).toEqual([LedgerAccountType.EQUITY, LedgerSide.CREDIT]);
    expect(await of("sales")).toEqual([LedgerAccountType.INCOME, LedgerSide.CREDIT]);
    expect(await of("processing_fees")).toEqual([LedgerAccountType.EXPENSE, LedgerSide.DEBIT]);
  });

  test("an account is named, numbered and described once for a key, says so in the journal, and empty is the standard again", async () => {
    const asked = { account: "sales", name: "Grooming sales", number: "4010", description: "Baths and cuts", version: 1 };
    for (const _ of [1, 2])
      expect((await chart({}, "name-sales").updateLedgerAccount(asked)).account).toMatchObject({ name: "Grooming sales", version: 2 });
    expect(await one("sales")).toMatchObject({
      ...{ name: "Grooming sales", number: "4010", description: "Baths and cuts" },
      ...{ standardName: "Sales", standardNumber: "4000", version: 2 },
    });
    await paid("cash", 1_100);
    const days = { startDate: toWireDate(Temporal.Now.plainDateISO().subtract({ days: 100 }).toString()) };
    const { csv } = await ledger().exportLedger({
      ...days,
      endDate: toWireDate(Temporal.Now.plainDateISO().add({ days: 200 }).toString()),
    });
    expect(csv).toMatch(/,4010,Grooming sales,/);
    expect(csv).toMatch(/,1010,Cash not in the drawer,/);
    const part = await chart().updateLedgerAccount({ account: "sales", description: "", name: "", updateMask: { paths: ["name"] } });
    expect(part.account).toMatchObject({ name: "Sales", number: "4010", description: "Baths and cuts", version: 3 });
    const back = await chart().updateLedgerAccount({ account: "sales", number: "", description: "" });
    expect(back.account).toMatchObject({ name: "Sales", number: "4000", description: "", version: 4 });
    const { rows } = await harness.servers.admin.query("select action from payment.change_log where entity = 'ledger_account'");
    expect(rows).toHaveLength(3);
  });

  test("of two who saw the same version one is told, also of an account that nobody named before", async () => {
    const asked = (name: string) => chart().updateLedgerAccount({ account: "bank", name, version: 1 });
    const both = await Promise.allSettled([asked("Checking"), asked("Chase checking")]);
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await refusalOf(asked("Third"))).code).toBe(ErrorCode.VERSION_CONFLICT);
    expect((await one("bank"))?.version).toBe(2);
  });

  test("names and numbers are unique in a business, one that takes a name at the same time too", async () => {
    const asked = (account: string, change: object) => chart().updateLedgerAccount({ account, ...change });
    expect((await refusalOf(asked("sales", { name: "BANK" }))).code).toBe(ErrorCode.NAME_IN_USE);
    expect((await refusalOf(asked("sales", { number: "1000" }))).message).toBe("Cash drawer has this number.");
    const both = await Promise.allSettled([asked("sales", { number: "77" }), asked("bank", { number: "77" })]);
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const number of ["12345678901", "-4010", "40/10", "4 0", "٤"])
      expect(await refusalOf(asked("sales", { number }))).toMatchObject({
        code: ErrorCode.PARAMS_INVALID,
        message: expect.stringContaining("Up to 10 letters, digits, dashes and dots"),
      });
    for (const number of ["4000-10", "4000.10"]) expect((await asked("sales", { number })).account?.number).toBe(number);
    expect((await refusalOf(asked("gift_cards", { name: "Gift cards" }))).code).toBe(ErrorCode.NOT_FOUND);
  });

  test("another company, and another location, has names of its own and sees no balance of this one", async () => {
    await chart().updateLedgerAccount({ account: "bank", name: "Ours" });
    const elsewhere = { companyId: "2", businessId: "5", businessIds: ["5"] };
    const branch = { businessId: "3", businessIds: ["1", "3"] };
    for (const caller of [elsewhere, branch]) {
      const { accounts: theirs } = await chart(caller).listLedgerAccounts({ pageSize: 200 });
      expect(theirs.find(({ account }) => account === "bank")?.name).toBe("Bank");
      expect(theirs.some(({ used }) => used)).toBe(false);
      expect((await chart(caller).updateLedgerAccount({ account: "bank", name: "Theirs" })).account?.name).toBe("Theirs");
    }
    expect((await one("bank"))?.name).toBe("Ours");
    expect((await refusalOf(chart(elsewhere).listLedgerAccounts({ businessId: "1" }))).code).toBe(ErrorCode.NO_PERMISSION);
    expect((await refusalOf(chart(elsewhere).updateLedgerAccount({ businessId: "1", account: "bank" }))).code).toBe(
      ErrorCode.NO_PERMISSION,
    );
  });

  test("whoever sees reports reads the chart, and only whoever sets up payments names accounts", async () => {
    const bookkeeper = chart({ permissions: [Permission.VIEW_REPORTS_WORKING_LOCATIONS] });
    expect((await bookkeeper.listLedgerAccounts({})).accounts).toHaveLength(accounts.length);
    expect((await refusalOf(bookkeeper.updateLedgerAccount({ account: "bank", name: "Mine" }))).code).toBe(ErrorCode.NO_PERMISSION);
    const cashier = chart({ permissions: [Permission.TAKE_PAYMENT] });
    expect((await refusalOf(cashier.listLedgerAccounts({}))).code).toBe(ErrorCode.NO_PERMISSION);
    expect((await harness.servers.client(AccountingService).getAccounting({})).connection).toBeUndefined();
  });
});
