import { refusalOf, startServers, type TestServers } from "@leashline/kit/test";
import { ErrorCode } from "@leashline/proto/leashline/options/v1/errors_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { PaymentMethodService } from "@leashline/proto/leashline/payment/v1/payment_method_pb.js";
import { PaymentSettingService } from "@leashline/proto/leashline/payment/v1/payment_setting_pb.js";
import { convenienceFee, feeTerms } from "@leashline/proto/rules/convenience-fee.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cents, usd } from "../../test/harness.ts";
import { service } from "../main.ts";
import { methodMeant } from "./method.ts";

let servers: TestServers;
const methods = (businessId = "1") => servers.client(PaymentMethodService, { businessId, businessIds: [businessId] });
const settings = () => servers.client(PaymentSettingService);

beforeAll(async () => {
  servers = await startServers([service], { background: false });
});
afterAll(async () => servers?.stop());

// A business of its own with card, cash and check, as the event of its creation lays them out.
async function newBusiness(businessId: string) {
  const prefab = [1, 2, 3].map(
    (n) => `(1, ${businessId}, '${["Card", "Cash", "Check"][n - 1]}', '${["card", "cash", "check"][n - 1]}', true, ${n})`,
  );
  await servers.admin.query(`insert into payment.payment_method (company_id, business_id, name, kind, prefab, sort) values ${prefab}`);
  return methods(businessId);
}

const names = async (client: ReturnType<typeof methods>) =>
  (await client.listPaymentMethods({})).paymentMethods.map((m) => `${m.name}${m.inactive ? " (closed)" : ""}`);

test("payment-method-calls: custom methods are created, renamed, sorted, closed and deleted", async () => {
  const client = await newBusiness("11");
  const gift = (await client.createPaymentMethod({ method: "Gift card" })).paymentMethod!;
  expect([gift.type, gift.kind]).toEqual(["custom", "custom"]);
  expect((await refusalOf(client.createPaymentMethod({ method: "gift CARD" }))).code).toBe(ErrorCode.NAME_IN_USE);
  await client.updatePaymentMethod({ id: gift.id, method: "Voucher" });
  await client.sortPaymentMethods({ idList: [gift.id] });
  expect(await names(client)).toEqual(["Voucher", "Card", "Cash", "Check"]);
  await client.setPaymentMethodStatus({ id: gift.id, inactive: true });
  expect(await names(client)).toEqual(["Voucher (closed)", "Card", "Cash", "Check"]);
  await client.deletePaymentMethod({ id: gift.id });
  expect(await names(client)).toEqual(["Card", "Cash", "Check"]);
  const [card] = (await client.listPaymentMethods({})).paymentMethods;
  expect((await refusalOf(client.updatePaymentMethod({ id: card!.id, method: "Plastic" }))).code).toBe(ErrorCode.STATE_CONFLICT);
});

test("card, cash and check can be neither deleted nor renamed, and nothing can be named like them", async () => {
  const client = await newBusiness("15");
  const { paymentMethods } = await client.listPaymentMethods({});
  for (const { id } of paymentMethods) expect((await refusalOf(client.deletePaymentMethod({ id }))).code).toBe(ErrorCode.STATE_CONFLICT);
  const gift = (await client.createPaymentMethod({ method: "Gift card" })).paymentMethod!;
  for (const method of ["Card", "card ", "C a r d", "CASH", "chéck", "Credit-Card", "credit card", "ｃａｒｄ"]) {
    expect((await refusalOf(client.createPaymentMethod({ method }))).code).toBe(ErrorCode.NAME_IN_USE);
    expect((await refusalOf(client.updatePaymentMethod({ id: gift.id, method }))).code).toBe(ErrorCode.NAME_IN_USE);
  }
  await client.setPaymentMethodStatus({ id: paymentMethods[0]!.id, inactive: true });
  expect((await refusalOf(client.createPaymentMethod({ method: "Card" }))).code).toBe(ErrorCode.NAME_IN_USE);
  expect(await names(client)).toEqual(["Card (closed)", "Cash", "Check", "Gift card"]);
});

test("a business that creates a method before it has any gets card, cash and check as well", async () => {
  const client = methods("16");
  await client.createPaymentMethod({ method: "Voucher" });
  expect(await names(client)).toEqual(["Card", "Cash", "Check", "Voucher"]);
});

test.each<[string, { methodId: string; method: string }, string | null]>([
  ["by id", { methodId: "4", method: "" }, "Card (4)"],
  ["by the prefab's name, whatever is named alike", { methodId: "0", method: " CARD" }, "Card"],
  ["by its own name", { methodId: "0", method: "gift-card" }, "Gift card"],
  ["by id and name that agree", { methodId: "1", method: "card" }, "Card"],
  ["by id and name that do not", { methodId: "3", method: "card" }, null],
  ["by a number that no method has", { methodId: "9", method: "card" }, null],
  ["by no name that is known", { methodId: "0", method: "barter" }, null],
])("a payment names its method %s", (_, asked, expected) => {
  const all = [
    { methodId: "4", name: "Card (4)", kind: "custom", inactive: false },
    { methodId: "1", name: "Card", kind: "card", inactive: false },
    { methodId: "2", name: "Cash", kind: "cash", inactive: true },
    { methodId: "3", name: "Gift card", kind: "custom", inactive: false },
  ] as const;
  expect(methodMeant(all, asked)?.name ?? null).toBe(expected);
});

test("last-payment-method: the last open one can be neither closed nor deleted, not even by two people at once", async () => {
  const client = await newBusiness("12");
  const [card, cash, check] = (await client.listPaymentMethods({})).paymentMethods.map((m) => m.id);
  await client.setPaymentMethodStatus({ id: check!, inactive: true });
  const both = await Promise.allSettled([card!, cash!].map((id) => client.setPaymentMethodStatus({ id, inactive: true })));
  expect(both.filter((result) => result.status === "fulfilled")).toHaveLength(1);
  const open = (await client.listPaymentMethods({})).paymentMethods.filter((m) => !m.inactive);
  expect(open).toHaveLength(1);
  const last = open[0]!.id;
  expect((await refusalOf(client.setPaymentMethodStatus({ id: last, inactive: true }))).code).toBe(ErrorCode.LAST_PAYMENT_METHOD_CLOSE);
  expect((await refusalOf(client.deletePaymentMethod({ id: last }))).code).toBe(ErrorCode.LAST_PAYMENT_METHOD_DELETE);
});

test("methods of another location or company do not exist, and settings need their permission", async () => {
  const client = await newBusiness("13");
  const [card] = (await client.listPaymentMethods({})).paymentMethods;
  expect((await refusalOf(methods("14").deletePaymentMethod({ id: card!.id }))).code).toBe(ErrorCode.NOT_FOUND);
  const clerk = servers.client(PaymentMethodService, { permissions: [Permission.TAKE_PAYMENT] });
  expect((await refusalOf(clerk.createPaymentMethod({ method: "x" }))).code).toBe(ErrorCode.NO_PERMISSION);
});

test("fee-label-default: a business that chose nothing calls the fee Fees and pays it", async () => {
  const { setting } = await settings().getPaymentSetting({});
  expect([setting?.customFeeName, setting?.processingFeePaidBy, setting?.skipTipping, setting?.primaryPayType]).toEqual([
    "Fees",
    "business",
    false,
    1,
  ]);
});

test("settings change by the fields named, on the version seen", async () => {
  const onlineFee = { percentage: "3.5", fixed: usd(15) };
  const { setting } = await settings().updatePaymentSetting({ setting: { processingFeePaidBy: "client", onlineFee } });
  expect([setting?.processingFeePaidBy, setting?.onlineFee?.percentage, setting?.readerFee?.percentage]).toEqual(["client", "3.5", "2.6"]);
  const quote = await settings().quoteProcessingFee({ amount: usd(9_999) });
  expect([cents(quote.fee), quote.paidBy, quote.feeName]).toEqual([349 + 15, "client", "Fees"]);
  const stale = settings().updatePaymentSetting({ setting: { skipTipping: true }, version: setting!.version + 5 });
  expect((await refusalOf(stale)).code).toBe(ErrorCode.VERSION_CONFLICT);
  const wrong = settings().updatePaymentSetting({ setting: { onlineFee: { percentage: "lots" } } });
  expect((await refusalOf(wrong)).code).toBe(ErrorCode.PARAMS_INVALID);
});

test("reader-tip-defaults: 15, 20 and 25 percent until a business chooses", async () => {
  const { config } = await settings().getSmartTipConfig({});
  expect([config?.enable, config?.lower?.low, config?.lower?.medium, config?.upper?.high]).toEqual([false, "15", "20", "25"]);
  const lower = { type: "amount", low: "2", medium: "3.50", high: "5" };
  const saved = (await settings().updateSmartTipConfig({ config: { enable: true, threshold: usd(2_000), lower } })).config;
  expect([saved?.enable, cents(saved?.threshold), saved?.lower?.medium, saved?.upper?.type]).toEqual([true, 2_000, "3.50", "percentage"]);
  const wrong = settings().updateSmartTipConfig({ config: { lower: { ...lower, high: "-1" } } });
  expect((await refusalOf(wrong)).code).toBe(ErrorCode.PARAMS_INVALID);
  const inYen = servers.client(PaymentSettingService, { currency: "JPY" });
  const refused = await refusalOf(inYen.updateSmartTipConfig({ config: { lower } }));
  expect([refused.code, refused.options.fields?.[0]?.field]).toEqual([ErrorCode.PARAMS_INVALID, "config.lower.medium"]);
});

test.each([
  [10_000n, 320n],
  [9_999n, 319n],
  [0n, 0n],
])("money-rounds-down: taking %s costs %s at 2.9 percent and 30", (amount, fee) => {
  const terms = feeTerms({ name: "", percentage: "2.9", fixed: 30n, step: "1" });
  expect(terms && convenienceFee(amount, terms)).toBe(fee);
});
