import { randomUUID } from "node:crypto";
import { create, type DescMessage, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import type { Timestamp } from "@bufbuild/protobuf/wkt";
import type { Client } from "@connectrpc/connect";
import type { Sandbox } from "@leashline/deploy/sandbox/main.ts";
import { SANDBOX_KEYS, SANDBOX_PUBLISHABLE_KEY, startSandbox } from "@leashline/deploy/sandbox/main.ts";
import { type Ctx, defineService, fromMoney, toMoney } from "@leashline/kit";
import { deliver } from "@leashline/kit/events/consumer.ts";
import { clientReach } from "@leashline/kit/permissions/reach.ts";
import { eventually, partOf, startServers, type TestServers } from "@leashline/kit/test";
import { service as orderService } from "@leashline/order";
import type { Date as Day } from "@leashline/proto/google/type/date_pb.js";
import type { Money } from "@leashline/proto/google/type/money_pb.js";
import { BusinessService } from "@leashline/proto/leashline/account/v1/business_service_pb.js";
import { BusinessChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import { AppointmentStatus, type NoShow } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { AppointmentBookedSchema, type PetServiceLineSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { type ListReachedRequest, ReachService } from "@leashline/proto/leashline/customer/v1/reach_service_pb.js";
import { type SearchClientsRequest, SearchService } from "@leashline/proto/leashline/customer/v1/search_pb.js";
import { PayLinkSendService } from "@leashline/proto/leashline/message/v1/pay_link_send_service_pb.js";
import { ReceiptSendService } from "@leashline/proto/leashline/message/v1/receipt_service_pb.js";
import { OrderStatus } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { MoneyRecordService } from "@leashline/proto/leashline/payment/v1/money_record_pb.js";
import { PaymentService } from "@leashline/proto/leashline/payment/v1/payment_service_pb.js";
import Stripe from "stripe";
import { service } from "../src/main.ts";

export const usd = (minor: number) => toMoney(minor, "USD");
export const cents = (money: Money | undefined): number => Number(fromMoney(money).minor);

export const byCard = (orderId: string, amount: number, token = "pm_card_visa") => ({
  orderId,
  amount: usd(amount),
  method: "card",
  paymentMethodToken: token,
});

export const business = {
  businessId: "1",
  businessName: "Muddy Paws",
  timezoneName: "America/Los_Angeles",
  currencyCode: "USD",
  countryAlpha2Code: "US",
};

export type Harness = {
  servers: TestServers;
  sandbox: Sandbox;
  emit: <D extends DescMessage>(service: string, schema: D, event: MessageInitShape<D>) => Promise<void>;
  // An order over this many cents (or the smallest coin of another currency), made as booking makes it.
  // `line`: what more its one line says.
  book: (
    amount: number,
    more?: { customerId?: string; currency?: string; line?: MessageInitShape<typeof PetServiceLineSchema> },
  ) => Promise<{ orderId: string; appointmentId: string }>;
  // What calendar says of a visit that it is asked for.
  visits: Map<string, { status: AppointmentStatus; noShow: NoShow; startAt?: Timestamp; appointmentDate?: Day; endDate?: Day }>;
  // What the message service was asked to send.
  sent: string[];
  order: (orderId: string) => Promise<NonNullable<Awaited<ReturnType<ReturnType<typeof orders>["getOrder"]>>["order"]>>;
  // Waits until order and ledger know of each other.
  agreed: (orderId: string) => Promise<void>;
  // As the owner, under an idempotency key when one is given.
  payments: (key?: string) => Client<typeof PaymentService>;
  // The provider as its own SDK shows it, and what it took for an order.
  stripe: Stripe;
  chargesOf: (orderId: string) => Promise<number>;
  // Of each payment of an order, whether the others hear that the client paid it online.
  paidOnline: (orderId: string) => Promise<boolean[]>;
  // Lets the jobs that wait for their time run now, and waits until each has had a try.
  makeDue: () => Promise<void>;
  stop: () => Promise<void>;
};

async function makeDue(servers: TestServers): Promise<void> {
  const { rows } = await servers.admin.query(
    // The closing of the books plans itself anew, and has never run.
    "update payment.job set due_at = clock_timestamp() where state = 'due' and kind <> 'close-books' returning id, attempts",
  );
  for (const { id, attempts } of rows) {
    await eventually(async () => {
      await servers.runDue("payment");
      const { rows } = await servers.admin.query("select state, attempts from payment.job where id = $1", [id]);
      if (rows[0].attempts <= attempts || rows[0].state === "running") throw new Error(`job ${id} has not run yet`);
    });
  }
}

const stripeOf = (sandbox: Sandbox): Stripe =>
  new Stripe(SANDBOX_KEYS.stripeSecretKey, { host: "127.0.0.1", port: sandbox.port, protocol: "http" });

async function chargesOf(stripe: Stripe, orderId: string): Promise<number> {
  const found = await stripe.paymentIntents.search({ query: `metadata["order_id"]:"${orderId}" AND status:"succeeded"`, limit: 100 });
  return found.data.reduce((sum, intent) => sum + intent.amount_received, 0);
}

/** Clients who were deleted, as a test says. */
export const deletedClients = new Set<string>();

// The customer service as far as payment asks it: there are clients below 900, 920 became Robin, and whoever does not reach all reaches Robin (20) only.
export const customers = defineService({
  name: "customer",
  migrations: new URL("./none/", import.meta.url),
  rpcs: [
    partOf(ReachService, {
      listReached: (async ({ customerIds, asTheyAreNow, standing }: ListReachedRequest, { caller }: Ctx) => ({
        customerIds: customerIds
          .map((id) => (asTheyAreNow && id === "920" ? "20" : id))
          .filter((id) => Number(id) < 900 && !(standing && deletedClients.has(id)) && (clientReach(caller).kind === "all" || id === "20")),
      })) as never,
    }),
    partOf(SearchService, {
      searchClients: (async ({ keyword }: SearchClientsRequest) => ({
        clients: /^robin|^vale/i.test(keyword) ? [{ customerId: "20" }] : /^robyn/i.test(keyword) ? [{ customerId: "20" }] : [],
        nearly: /^robyn/i.test(keyword),
      })) as never,
    }),
  ],
});

// The account service as far as payment asks it: the business as a client sees it.
const accounts = defineService({
  name: "account",
  migrations: new URL("./none/", import.meta.url),
  rpcs: [partOf(BusinessService, { batchGetBusinesses: (async () => ({ businesses: [{ ...business, id: "1" }] })) as never })],
});

// The calendar service as far as order asks it: a visit of Robin's, as a test set it.
const calendar = (visits: Harness["visits"]) =>
  defineService({
    name: "calendar",
    migrations: new URL("./none/", import.meta.url),
    rpcs: [
      partOf(AppointmentService, {
        getAppointment: (async ({ id }: { id: string }) => ({
          appointment: { id, businessId: "1", customerId: "20", customerFirstName: "Robin", customerLastName: "Vale", ...visits.get(id) },
        })) as never,
      }),
    ],
  });

// The message service as far as order asks it: it writes down what it was to send.
const messages = (sent: Harness["sent"]) => {
  const note = (what: string) =>
    (async ({ orderId }: { orderId: string }) => {
      sent.push(`${what} ${orderId}`);
      return {};
    }) as never;
  const fileOf = (async ({ orderId }: { orderId: string }) => ({
    fileName: `INV-${orderId}.pdf`,
    content: Buffer.from("%PDF-1.7"),
  })) as never;
  return defineService({
    name: "message",
    migrations: new URL("./none/", import.meta.url),
    rpcs: [
      partOf(PayLinkSendService, { sendPayLink: note("pay link") }),
      partOf(ReceiptSendService, { sendReceipt: note("receipt"), getReceiptFile: fileOf }),
    ],
  });
};

const orders = (servers: TestServers) => servers.client(OrderService);
let nextAppointment = 1_000;

const booking =
  (servers: TestServers, emit: Harness["emit"]): Harness["book"] =>
  async (amount, { customerId = "20", currency = "USD", line: more = {} } = {}) => {
    const appointmentId = String(nextAppointment++);
    const line = { lineId: "1", petId: "10", petName: "Miso", serviceId: "100", serviceName: "Bath", staffId: "7", staffName: "Ana Ruiz" };
    const appointment = {
      appointmentId,
      businessId: "1",
      customerId,
      customerName: "Robin Vale",
      date: "2026-11-20",
      endDate: "2026-11-20",
      status: AppointmentStatus.UNCONFIRMED,
      version: 1,
      lines: [{ ...line, price: toMoney(amount, currency), taxId: "0", ...more }],
    };
    await emit("order", AppointmentBookedSchema, { appointment });
    const { order } = await orders(servers).getOrderByAppointment({ appointmentId });
    return { orderId: order!.id, appointmentId };
  };

const ordering =
  (servers: TestServers): Harness["order"] =>
  async (orderId) =>
    (await orders(servers).getOrder({ orderId })).order!;

const agreeing =
  (servers: TestServers): Harness["agreed"] =>
  async (orderId: string) =>
    await eventually(async () => {
      const now = await ordering(servers)(orderId);
      const { rows } = await servers.admin.query(
        "select sales + tax + tips as total, captured, refunded from payment.order_account where order_id = $1",
        [orderId],
      );
      const [row] = rows;
      const total = now.status === OrderStatus.CANCELLED ? 0 : cents(now.total);
      const same = Number(row?.total) === total && Number(row.captured) === cents(now.paid) && Number(row.refunded) === cents(now.refunded);
      if (!same) throw new Error(`order ${orderId} and the ledger do not agree yet: ${JSON.stringify(row)} and ${total}`);
    });

// Order and payment on the real servers, with the sandbox for the card processor: one of its own, or one that has served another harness already.
export async function startHarness({ at }: { at?: Sandbox } = {}): Promise<Harness> {
  const visits: Harness["visits"] = new Map();
  const sent: Harness["sent"] = [];
  const defs = [accounts, customers, calendar(visits), messages(sent), orderService, service];
  const sandbox = at ?? (await startSandbox({ port: 0, smtpPort: 0 }));
  process.env.LEASHLINE_STRIPE_API_BASE = sandbox.url;
  process.env.LEASHLINE_STRIPE_SECRET_KEY = SANDBOX_KEYS.stripeSecretKey;
  process.env.LEASHLINE_STRIPE_WEBHOOK_SECRET = SANDBOX_KEYS.stripeWebhookSecret;
  process.env.LEASHLINE_STRIPE_PUBLISHABLE_KEY = SANDBOX_PUBLISHABLE_KEY;
  const servers = await startServers(defs);
  const stripe = stripeOf(sandbox);
  const emit: Harness["emit"] = async (name, schema, event) => {
    const data = toBinary(schema, create(schema, event));
    const meta = { id: randomUUID() as string, companyId: "1", key: "", writtenAt: new Date(), actor: { businessId: "1" } };
    const consumers = defs.find((def) => def.name === name)?.consumers ?? [];
    await deliver(servers.runtime(name), consumers, { typeName: schema.typeName, data, meta });
  };
  for (const name of ["order", "payment"]) await emit(name, BusinessChangedSchema, business);
  return {
    servers,
    sandbox,
    emit,
    book: booking(servers, emit),
    visits,
    sent,
    order: ordering(servers),
    agreed: agreeing(servers),
    stripe,
    payments: (key = "") => servers.client(PaymentService, {}, key ? { idempotencyKey: key } : {}),
    chargesOf: (orderId) => chargesOf(stripe, orderId),
    paidOnline: async (orderId) => {
      const { payments } = await servers.client(MoneyRecordService, { via: "reporting" }).listPaymentRecords({});
      return payments.filter((one) => one.orderId === orderId).map(({ online }) => online);
    },
    makeDue: () => makeDue(servers),
    stop: async () => {
      await servers.stop();
      if (!at) await sandbox.close();
    },
  };
}
