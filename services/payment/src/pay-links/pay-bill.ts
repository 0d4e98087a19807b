import { create } from "@bufbuild/protobuf";
import { fail, fromMoney, toMoney } from "@leashline/kit";
import type { PayLinkedBillRequest } from "@leashline/proto/leashline/payment/v1/pay_link_service_pb.js";
import { CreatePaymentRequestSchema } from "@leashline/proto/leashline/payment/v1/payment_requests_pb.js";
import { PAY_LINK } from "@leashline/proto/rules/client-link.ts";
import { cardChoice } from "../cards/choose-card.ts";
import { askOrder } from "../ledger/ask-order.ts";
import { dueOf } from "../ledger/order-account.ts";
import { settle } from "../payments/payment.jobs.ts";
import { BY_LINK } from "../payments/payment.ts";
import { takeByCard } from "../payments/take-by-card.ts";
import { mustHaveFirst } from "../settings/till.ts";
import { takeAttempt } from "./attempt.ts";
import { mustTakeNewCards, openPaymentByLink, paymentNow, readBill } from "./bill.ts";
import { addressOf, type Opened } from "./open-link.ts";
import { mayTip } from "./pay-link.ts";

const changed = () => fail("STATE_CONFLICT", { field: "due", message: "What is owed has changed. Please look at the bill again." });

/** Takes all that is owed and the tip, or the deposit alone, once: what is owed is read again while the order's account is locked. */
export async function payBill(opened: Opened, req: PayLinkedBillRequest): Promise<void> {
  const { ctx, link } = opened;
  const bill = await readBill(opened);
  await mustTakeNewCards(ctx, link.businessId);
  const [due, tips] = [fromMoney(req.due).minor, fromMoney(req.tips).minor];
  const isDeposit = bill.depositDue > 0n;
  if (due <= 0n || (isDeposit && due !== bill.depositDue)) throw changed();
  // A repeated call finds the bill paid, and gets its first answer.
  if (bill.state === "open" && !mayTip(bill.tips, tips))
    throw fail("PARAMS_INVALID", { field: "tips", reason: "not a tip that is offered for this bill" });
  await takeAttempt(ctx, `order:${link.orderId}`);
  const asked = create(CreatePaymentRequestSchema, {
    orderId: link.orderId,
    amount: toMoney(due + tips, bill.currency),
    tips: toMoney(tips, bill.currency),
    convenienceFee: toMoney(fromMoney(req.convenienceFee).minor, bill.currency),
    method: "card",
    paymentMethodToken: req.paymentMethodToken,
    saveCard: req.keepCard,
    isDeposit,
    module: BY_LINK,
  });
  const order = await askOrder(ctx, link.orderId);
  const card = await cardChoice(ctx, asked, order, mustHaveFirst);
  await takeByCard(
    ctx,
    { req: asked, order, card, seenDue: isDeposit ? dueOf(bill.account) : due, alone: isDeposit },
    addressOf(ctx, PAY_LINK, opened.token),
  );
}

/** Asks the provider how the payment begun with the link stands; answers why it was not taken, if it was not. */
export async function settleBill(opened: Opened, giveUp: boolean): Promise<string> {
  const open = await openPaymentByLink(opened);
  if (!open) return "";
  await settle(opened.ctx, open.paymentId, { waiting: giveUp, unconfirmed: giveUp });
  const now = await paymentNow(opened, open.paymentId);
  return now?.state === "failed" ? now.failureMessage : "";
}
