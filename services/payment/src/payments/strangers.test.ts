import type { DescMethod } from "@bufbuild/protobuf";
import { type Caller, ErrorCode, Refusal } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { CardService } from "@leashline/proto/leashline/payment/v1/card_pb.js";
import { LedgerService } from "@leashline/proto/leashline/payment/v1/ledger_pb.js";
import { PaymentMethodService } from "@leashline/proto/leashline/payment/v1/payment_method_pb.js";
import { PaymentService } from "@leashline/proto/leashline/payment/v1/payment_service_pb.js";
import { PaymentSettingService } from "@leashline/proto/leashline/payment/v1/payment_setting_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { byCard, type Harness, startHarness, usd } from "../../test/harness.ts";

// Every RPC of payment for people of the same company who do not reach what they name: staff for a client who is not theirs, a key for another location.

type Ids = { orderId: string; paymentId: string; cardId: string; methodId: string; customerId: string };
type Case = { names: "client" | "location" | "both" | "nobody"; ask: (ids: Ids) => object };

const someDay = { year: 2026, month: 1, day: 5 };
const services = [PaymentService, CardService, PaymentMethodService, PaymentSettingService, LedgerService];

const cases: Record<string, Case> = {
  CreatePayment: { names: "both", ask: ({ orderId }) => ({ orderId, amount: usd(100), method: "cash" }) },
  GetPayment: { names: "both", ask: ({ paymentId }) => ({ paymentId }) },
  ListPayments: { names: "both", ask: ({ orderId }) => ({ orderId }) },
  SyncPayment: { names: "both", ask: ({ paymentId }) => ({ paymentId }) },
  RefundPayment: { names: "both", ask: ({ paymentId }) => ({ paymentId }) },
  RefundOrder: { names: "both", ask: ({ orderId }) => ({ orderId }) },
  SumPayments: { names: "both", ask: ({ customerId }) => ({ customerId }) },
  ListCards: { names: "client", ask: ({ customerId }) => ({ customerId }) },
  AttachCard: { names: "client", ask: ({ customerId }) => ({ customerId, chargeToken: "pm_card_visa" }) },
  SetDefaultCard: { names: "client", ask: ({ customerId, cardId }) => ({ customerId, cardId }) },
  DeleteCard: { names: "client", ask: ({ cardId }) => ({ cardId }) },
  CreateProviderCustomer: { names: "client", ask: ({ customerId }) => ({ customerId }) },
  GetProviderCustomer: { names: "client", ask: ({ customerId }) => ({ customerId }) },
  AuthenticateCard: { names: "client", ask: ({ customerId, cardId }) => ({ customerId, cardId }) },
  ListPaymentMethods: { names: "location", ask: () => ({ businessId: "1" }) },
  CreatePaymentMethod: { names: "location", ask: () => ({ businessId: "1", method: "Voucher" }) },
  UpdatePaymentMethod: { names: "location", ask: ({ methodId }) => ({ id: methodId, method: "Voucher" }) },
  SetPaymentMethodStatus: { names: "location", ask: ({ methodId }) => ({ id: methodId, inactive: true }) },
  SortPaymentMethods: { names: "location", ask: ({ methodId }) => ({ businessId: "1", idList: [methodId] }) },
  DeletePaymentMethod: { names: "location", ask: ({ methodId }) => ({ id: methodId }) },
  GetPaymentSetting: { names: "location", ask: () => ({ businessId: "1" }) },
  UpdatePaymentSetting: { names: "location", ask: () => ({ setting: { businessId: "1", skipTipping: true } }) },
  QuoteProcessingFee: { names: "location", ask: () => ({ businessId: "1", amount: usd(100) }) },
  GetSmartTipConfig: { names: "location", ask: () => ({ businessId: "1" }) },
  UpdateSmartTipConfig: { names: "location", ask: () => ({ config: { businessId: "1", enable: true } }) },
  ListLedgerEntries: { names: "both", ask: ({ orderId }) => ({ orderId }) },
  ListAccountBalances: { names: "location", ask: () => ({ businessId: "1" }) },
  ListLedgerCloses: { names: "location", ask: () => ({ businessId: "1" }) },
  CheckLedgerCloses: { names: "location", ask: () => ({ businessId: "1" }) },
  ExportLedger: { names: "location", ask: () => ({ businessId: "1", startDate: someDay, endDate: someDay }) },
  // Of the whole company, for whoever keeps the payment settings: it names nobody and shows no client.
  RunSweep: { names: "nobody", ask: () => ({}) },
};

const money = [
  Permission.TAKE_PAYMENT,
  Permission.REFUND,
  Permission.VIEW_INVOICE,
  Permission.PAYMENT_SETTINGS,
  Permission.VIEW_REPORTS_WORKING_LOCATIONS,
];
// Works where it happened and may do everything with money, and looks after other clients.
const colleague: Partial<Caller> = { permissions: money };
// Everything, elsewhere.
const elsewhere: Partial<Caller> = {
  kind: "apiKey",
  staffId: "0",
  businessId: "6",
  businessIds: ["6"],
  permissions: [...money, Permission.VIEW_CLIENTS_ALL_LOCATIONS],
};

let harness: Harness;
let ids: Ids;

beforeAll(async () => {
  harness = await startHarness();
  const { orderId } = await harness.book(5_000, { customerId: "40" });
  const { payment } = await harness.payments().createPayment(byCard(orderId, 2_000));
  const { card } = await harness.servers.client(CardService).attachCard({ customerId: "40", chargeToken: "pm_card_visa" });
  const { paymentMethods } = await harness.servers.client(PaymentMethodService).listPaymentMethods({});
  ids = { orderId, paymentId: payment!.id, cardId: card!.cardId, methodId: paymentMethods[2]!.id, customerId: "40" };
});
afterAll(async () => harness?.stop());

const held = async () => {
  const tables = ["payment", "refund", "card", "ledger_entry", "payment_method", "payment_setting", "smart_tip"];
  const counts = tables.map((table) => `(select coalesce(jsonb_agg(to_jsonb(t))::text, '') from payment.${table} t) as ${table}`);
  return (await harness.servers.admin.query(`select ${counts}`)).rows[0];
};

// Nothing of it: refused, or answered as if there were nothing.
async function nothingOf(method: DescMethod, who: Partial<Caller>): Promise<string> {
  const client = harness.servers.client(method.parent, who) as unknown as Record<string, (request: object) => Promise<object>>;
  const asked = client[method.localName]!(cases[method.name]!.ask(ids));
  const answer = await asked.catch((error: unknown) => error);
  if (answer instanceof Error) {
    const refusal = await refusalOf(asked);
    return refusal instanceof Refusal && refusal.code !== ErrorCode.SYSTEM_BUSY ? "nothing" : `fault ${refusal.message}`;
  }
  const { $typeName: _, ...fields } = answer as { $typeName: string };
  const empty = Object.values(fields).every((value) => (Array.isArray(value) ? value.length === 0 : isNone(value)));
  return empty ? "nothing" : JSON.stringify(fields, (_key, value) => (typeof value === "bigint" ? `${value}` : value));
}

const isNone = (value: unknown): boolean =>
  !value || value === "0" || (typeof value === "object" && (value as { units?: bigint }).units === 0n);

const walked = services.flatMap((service) => service.methods);

test("the walk knows every RPC", () => {
  expect(Object.keys(cases).sort()).toEqual(walked.map((method) => method.name).sort());
});

test.each([
  ["staff for a client who is not theirs", "client", colleague],
  ["a key for another location", "location", elsewhere],
] as const)("%s: every RPC answers nothing, and nothing changes", async (_, kind, who) => {
  const before = await held();
  const some = walked.filter((method) => ["both", kind].includes(cases[method.name]!.names));
  for (const method of some) expect([method.name, await nothingOf(method, who)]).toEqual([method.name, "nothing"]);
  expect(await held()).toEqual(before);
});
