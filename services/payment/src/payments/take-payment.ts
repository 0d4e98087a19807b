import { type Ctx, type ErrorName, fail, fromMoney, fromWireDate, type Tx, todayIn } from "@leashline/kit";
import { OrderStatus } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import type { CreatePaymentRequest } from "@leashline/proto/leashline/payment/v1/payment_requests_pb.js";
import type { DB } from "../db.gen.ts";
import { chosenMethod } from "../methods/method.store.ts";
import type { Method } from "../methods/method.ts";
import { cardStepOf } from "../provider/of-runtime.ts";
import { newRef } from "../provider/provider-ref.ts";
import { factsOf, hearOfOrder, type OrderNews, type StoredAccount, saveMoney } from "./account.store.ts";
import { tooFine } from "./card-step.ts";
import type { PaymentRow } from "./payment.store.ts";
import { type PaymentRefusal, refusePayment } from "./payment.ts";
import { enterCapture } from "./record.ts";
import { settlePayment, settleSoon } from "./settle.job.ts";
import { zoneOf } from "./zone.ts";

const refusals: Record<PaymentRefusal, ErrorName> = {
  amount: "PAYMENT_AMOUNT_INVALID",
  card_step: "PAYMENT_AMOUNT_INVALID",
  data: "PAYMENT_DATA_INVALID",
  method: "PAYMENT_METHOD_INVALID",
  check_number: "PAYMENT_CHECK_NUMBER_INVALID",
  unsettled: "PAYMENT_OUTCOME_UNKNOWN",
};

const fields: Record<PaymentRefusal, string> = {
  amount: "amount",
  card_step: "amount",
  data: "tips",
  method: "method",
  check_number: "checkNumber",
  unsettled: "orderId",
};

// The order as its own service has it now.
export async function askOrder(ctx: Ctx, orderId: string): Promise<OrderNews & { customerName: string }> {
  if (orderId === "0") throw fail("PAYMENT_DATA_INVALID", { field: "orderId" });
  const { order } = await ctx
    .client(OrderService)
    .getOrder({ orderId })
    .catch((error: unknown) => {
      throw isMissing(error) ? fail("PAYMENT_DATA_INVALID", { field: "orderId", reason: "there is no such order" }) : error;
    });
  if (!order || !mayReach(ctx, order.businessId))
    throw fail("PAYMENT_DATA_INVALID", { field: "orderId", reason: "there is no such order" });
  const { year = 0, month = 0, day = 0 } = order.businessDate ?? {};
  return {
    orderId: order.id,
    businessId: order.businessId,
    customerId: order.customerId,
    customerName: order.customerName,
    appointmentId: order.appointmentId,
    currency: fromMoney(order.total).currency,
    businessDate: [String(year).padStart(4, "0"), pad(month), pad(day)].join("-"),
    facts: factsOf({ ...order, cancelled: order.status === OrderStatus.CANCELLED }),
  };
}

const pad = (n: number): string => String(n).padStart(2, "0");
const isMissing = (error: unknown): boolean => (error as { code?: number }).code === 5;
export const mayReach = ({ caller }: Ctx, businessId: string): boolean => caller.via !== "" || caller.businessIds.includes(businessId);

export type CardChoice = { token: string; customer: string; saveCard: boolean; offSession: boolean; vendor: string };

export type Asked = { req: CreatePaymentRequest; news: OrderNews; card: CardChoice | null };

async function mustTake(
  tx: Tx<DB>,
  account: StoredAccount,
  { req, card }: Asked,
): Promise<{ method: Method; amount: bigint; tips: bigint }> {
  const method = await chosenMethod(tx.db, account.businessId, req);
  const [amount, tips] = [fromMoney(req.amount).minor, fromMoney(req.tips).minor];
  const kind = method?.kind ?? "custom";
  const methodUsable = method !== null && !method.inactive;
  const cardStep = cardStepOf(tx.ctx, account.currency);
  const asked = { kind, amount, tips, checkNumber: req.checkNumber, methodUsable, hasCard: card !== null, cardStep };
  const refusal = refusePayment(account.money, asked);
  if (refusal)
    throw fail(refusals[refusal], {
      field: fields[refusal],
      ...(refusal === "card_step" ? { reason: tooFine(cardStep, account.currency) } : {}),
    });
  return { method: method as Method, amount, tips };
}

async function insertPayment(
  tx: Tx<DB>,
  account: StoredAccount,
  asked: Asked,
  taken: Awaited<ReturnType<typeof mustTake>>,
): Promise<PaymentRow> {
  const { req, card } = asked;
  const isCard = taken.method.kind === "card";
  const now = new Date();
  return await tx.db
    .insertInto("payment")
    .values({
      companyId: tx.ctx.companyId,
      businessId: account.businessId,
      orderId: account.orderId,
      customerId: req.customerId !== "0" ? req.customerId : account.customerId,
      amount: taken.amount,
      tips: taken.tips,
      currency: account.currency,
      kind: taken.method.kind,
      method: taken.method.kind === "custom" ? taken.method.name : taken.method.kind,
      methodId: taken.method.methodId,
      state: isCard ? "created" : "completed",
      recordedAt: isCard ? null : now,
      providerRef: isCard ? newRef() : null,
      vendor: isCard ? (card?.vendor ?? "") : "",
      providerCustomer: card?.customer ?? "",
      paymentMethodToken: card?.token ?? "",
      saveCard: card?.saveCard ?? false,
      offSession: card?.offSession ?? false,
      checkNumber: taken.method.kind === "check" ? req.checkNumber.trim() : "",
      paidBy: req.paidBy,
      description: req.description,
      staffId: req.staffId !== "0" ? req.staffId : tx.ctx.caller.staffId,
      isDeposit: req.isDeposit,
      module: req.module,
      businessDate: dayTaken(req, isCard, todayIn(await zoneOf(tx, account.businessId))) as never,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

const mostDaysBack = 90;

// The day the money counts for: today, or the earlier day on which it was taken by hand.
export function dayTaken({ takenOn }: Pick<CreatePaymentRequest, "takenOn">, isCard: boolean, today: string): string {
  if (!takenOn) return today;
  const field = "takenOn";
  const day = fromWireDate(takenOn, field);
  if (isCard && day !== today) throw fail("PAYMENT_DATA_INVALID", { field, reason: "a card is charged today" });
  const ago = Temporal.PlainDate.from(day).until(today).days;
  if (ago < 0 || ago > mostDaysBack) throw fail("PAYMENT_DATA_INVALID", { field, reason: `from ${mostDaysBack} days ago until today` });
  return day;
}

// The first half of a payment: everything is checked and written while the order's account is held. Money that is in
// our hands is entered at once; for a card, the amount is set aside until the provider has answered.
export async function beginPayment(tx: Tx<DB>, asked: Asked): Promise<PaymentRow> {
  const account = await hearOfOrder(tx, asked.news);
  const taken = await mustTake(tx, account, asked);
  const row = await insertPayment(tx, account, asked, taken);
  if (row.kind !== "card") {
    await enterCapture(tx, account, row, row.recordedAt ?? new Date());
    return row;
  }
  await saveMoney(tx, account, { ...account.money, pending: account.money.pending + taken.amount });
  const work = { key: row.paymentId, payload: { paymentId: row.paymentId }, businessId: row.businessId };
  tx.schedule(settlePayment, { ...work, dueAt: settleSoon() });
  return row;
}
