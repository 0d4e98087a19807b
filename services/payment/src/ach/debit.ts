import { create } from "@bufbuild/protobuf";
import { type Ctx, fail, fromMoney } from "@leashline/kit";
import type { CreateAndConfirmAchPaymentRequest } from "@leashline/proto/leashline/payment/v1/ach_service_pb.js";
import { CreatePaymentRequestSchema } from "@leashline/proto/leashline/payment/v1/payment_requests_pb.js";
import { plainNumbers, problemOf } from "@leashline/proto/rules/bank-numbers.ts";
import { command, query } from "../db.ts";
import { askOrder } from "../ledger/ask-order.ts";
import type { OrderUpdate } from "../ledger/order-update.ts";
import { askIntent } from "../payments/charge-card.ts";
import { orderIdOf } from "../payments/money-in.ts";
import { settle } from "../payments/payment.jobs.ts";
import type { PaymentRow } from "../payments/payment.store.ts";
import { isSettled } from "../payments/payment.ts";
import { recordIntent } from "../payments/record-payment.ts";
import { withoutKey } from "../payments/settling.ts";
import { takeByCard } from "../payments/take-by-card.ts";
import { cardProvider } from "../provider/of-runtime.ts";
import { type Intent, OutcomeUnknown, Refused } from "../provider/provider.ts";
import { mustTakeCards } from "../provider-accounts/may-take-cards.ts";
import { findSetting } from "../settings/setting.store.ts";
import { mustNotBeAtSquare } from "../settings/till.ts";

type Request = CreateAndConfirmAchPaymentRequest;

const calledBack = { code: "canceled", message: "Called back before the bank was asked." };
export const isCalledBack = ({ failureCode }: Pick<PaymentRow, "failureCode">): boolean => failureCode === calledBack.code;

const mayDebit = async (ctx: Ctx, { businessId }: OrderUpdate): Promise<boolean> =>
  (await query(ctx, (db) => findSetting(db, businessId))).bankDebits;

/** Everything that can be said before the provider is asked. */
async function mustBeDebitable(ctx: Ctx, req: Request, order: OrderUpdate): Promise<void> {
  if (!(await mayDebit(ctx, order)))
    throw fail("PAYMENT_METHOD_INVALID", { message: "Bank debits are switched off. See Settings, Payments, Ways to pay." });
  if (order.currency !== "USD") throw fail("PAYMENT_DATA_INVALID", { field: "amount", message: "Bank accounts are debited in USD only." });
  const problem = problemOf(plainNumbers(req));
  if (problem) throw fail("PAYMENT_DATA_INVALID", { field: problem.field, message: problem.reason });
  if (!req.mandateAccepted)
    throw fail("PAYMENT_DATA_INVALID", { field: "mandateAccepted", message: "The client has to agree to the debit first." });
}

const refused = (error: unknown): never => {
  if (error instanceof Refused) throw fail("PAYMENT_DECLINED", { field: "accountNumber", message: error.message });
  if (error instanceof OutcomeUnknown)
    throw fail("PAYMENT_OUTCOME_UNKNOWN", { message: "The card provider did not answer. Please try again." });
  throw error;
};

/** The account is the provider's from here on. A repeated call names it again, which moves no money; what is debited is the account of the first. */
const named = async (ctx: Ctx, req: Request, account: string): Promise<string> =>
  await cardProvider(ctx)
    .at(account)
    .nameBankAccount({
      ...plainNumbers(req),
      holderName: req.accountHolderName.trim(),
      company: req.accountHolderType === "company",
      savings: req.accountType === "savings",
      email: req.email.trim(),
    })
    .catch(refused);

/** Begins a debit; answers the payment's id. A repeated call finds the same payment. */
export async function debit(ctx: Ctx, req: Request): Promise<string> {
  if (fromMoney(req.amount).minor <= 0n) throw fail("PAYMENT_AMOUNT_INVALID", { field: "amount" });
  const order = await askOrder(ctx, orderIdOf(req));
  await mustBeDebitable(ctx, req, order);
  const { amount, tips, description, isDeposit, module } = req;
  const payment = create(CreatePaymentRequestSchema, {
    orderId: order.orderId,
    paidBy: req.accountHolderName.trim(),
    description,
    isDeposit,
    module,
    ...(amount && { amount }),
    ...(tips && { tips }),
  });
  await mustNotBeAtSquare(ctx, order.businessId);
  const { vendor } = cardProvider(ctx);
  const account = await mustTakeCards(ctx, order.businessId);
  const card = { account, token: await named(ctx, req, account), customer: "", saveCard: false, offSession: false, vendor, bank: true };
  return (await takeByCard(ctx, { req: payment, order, card, alone: true })).payment.id;
}

/** As the provider has it now; while it does not answer, as it was known last. */
export async function follow(ctx: Ctx, row: PaymentRow): Promise<void> {
  await settle(ctx, row.paymentId, { waiting: false, unconfirmed: false }).catch((error: unknown) => {
    if (!(error instanceof OutcomeUnknown || error instanceof Refused)) throw error;
  });
}

/** One that never came to be at the provider has no intent there. */
const isOver = ({ state, id }: Intent): boolean => state === "cancelled" || id === "";

/** Gives a debit up at the provider and in the books; what is with the banks already goes on. */
export async function callBack(ctx: Ctx, row: PaymentRow): Promise<void> {
  const over = () => fail("STATE_CONFLICT", { field: "paymentId", message: "This debit can no longer be canceled." });
  if (isSettled(row.state)) {
    if (isCalledBack(row)) return;
    throw over();
  }
  const known = await askIntent(ctx, row, { unconfirmed: true, waiting: true });
  const intent = known.state === "processing" ? await cardProvider(ctx).at(row.providerAccount).cancelIntent(known.id) : known;
  const told = isOver(intent) ? { ...intent, failureCode: calledBack.code, failureMessage: calledBack.message } : intent;
  await command(withoutKey(ctx), async (tx) => void (await recordIntent(tx, row.paymentId, told)));
  if (!isOver(intent)) throw over();
}
