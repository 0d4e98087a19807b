import { consumer, type Tx } from "@leashline/kit";
import { AppointmentCancelledSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { PaymentRecordedSchema } from "@leashline/proto/leashline/payment/v1/events_pb.js";
import type { DB } from "../db.ts";
import { findAccount } from "../ledger/order-account.store.ts";
import { dueOf } from "../ledger/order-account.ts";
import { giveUp } from "./change-pre-auth.ts";
import { findPreAuth, findPreAuthOfOrder } from "./pre-auth.store.ts";

const noShow = 1;

/** A canceled appointment holds no money; of a no-show it stays held, for the fee is taken from it. */
const appointmentCancelled = consumer(AppointmentCancelledSchema, async (tx: Tx<DB>, event) => {
  const ticketId = event.appointment?.appointmentId ?? "0";
  const row = await findPreAuth(tx.db, ticketId);
  if (row && row.state !== "off" && !row.isCapture && event.noShow !== noShow) await giveUp(tx, ticketId);
});

/** An order that was paid another way holds no money any more. */
const paidOtherwise = consumer(
  PaymentRecordedSchema,
  async (tx: Tx<DB>, { orderId }) => {
    const row = await findPreAuthOfOrder(tx.db, orderId);
    if (!row || row.state === "off" || row.isCapture) return;
    const account = await findAccount(tx.db, orderId);
    if (account && dueOf(account.money) <= 0n) await giveUp(tx, row.ticketId);
  },
  // What is held is on a client's card.
  { wanted: ({ customerId }) => customerId !== "0" },
);

export const preAuthConsumers = [appointmentCancelled, paidOtherwise];
