import { consumer, fromMoney, job, toMoney, writeMoney } from "@leashline/kit";
import { PaymentFailedSchema } from "@leashline/proto/leashline/payment/v1/events_pb.js";
import type { Sender } from "../auto-messages/facts.store.ts";
import type { DB } from "../db.gen.ts";
import { businessOf } from "../projections/business.ts";
import { clientIfThere } from "../projections/client.ts";
import { unkeyed } from "../sending/deliver.ts";
import { sendAtOnce } from "../sending/dispatch.ts";
import type { Outgoing } from "../sending/outgoing.ts";
import { noticeMail } from "./notice.ts";

type Due = { paymentId: string; businessId: string; customerId: string; minor: string; currency: string; reason: string };

function mailOf(due: Due, business: Sender, who: string): Outgoing {
  const amount = writeMoney(toMoney(due.minor, due.currency), business);
  const text = [
    `The bank debit of ${amount}${who && ` from ${who}`} came back: ${due.reason}`,
    "Nothing was taken, and the bill is owed again. You find it in Leashline on the client's page, under Outstanding balance.",
  ].join("\n\n");
  return noticeMail(business, {
    subject: `Bank debit of ${amount} came back`,
    text,
    useCase: "returned bank debit",
    cause: `debit:${due.paymentId}`,
  });
}

/** Tells the business's own address that money it counted on did not come. */
export const returnedDebitJob = job<Due>("send-returned-debit", {
  attempts: 6,
  run: async (ctx, due) => {
    const business = await businessOf(ctx, due.businessId);
    if (!business.email) return;
    const client = due.customerId === "0" ? undefined : await clientIfThere(unkeyed(ctx), due.customerId);
    await sendAtOnce(ctx, [mailOf(due, business, client ? `${client.firstName} ${client.lastName}`.trim() : "")]);
  },
});

/** A card that is declined is seen at the counter; only a bank answers when nobody looks any more. */
export const debitReturned = consumer<typeof PaymentFailedSchema, DB>(PaymentFailedSchema, async (tx, event) => {
  if (!event.returned) return;
  const { paymentId, businessId, customerId, reason } = event;
  const { minor, currency } = fromMoney(event.amount);
  const payload = { paymentId, businessId, customerId, reason, minor: minor.toString(), currency };
  tx.schedule(returnedDebitJob, { key: paymentId, dueAt: new Date(), payload, businessId });
});
