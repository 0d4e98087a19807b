import { job } from "@leashline/kit";
import { query } from "../db.ts";
import { patience, withoutKey } from "../payments/settling.ts";
import { letGoAtProvider } from "./ask-provider.ts";
import { findBookingPayment } from "./booking-payment.store.ts";

/** Gives back what a card holds, or forgets the card, once nobody wants it any more. */
export const letGo = job<{ ref: string }>("let-booking-payment-go", {
  ...patience,
  run: async (ctx, { ref }) => {
    const row = await query(ctx, (db) => findBookingPayment(db, ref));
    if (row?.state === "released") await letGoAtProvider(ctx, row);
  },
});

/** Carries what was accepted to its end: its appointment's order may be made a moment later, and the provider may be away. */
export const settleBookingPayment = job<{ ref: string }>("settle-booking-payment", {
  ...patience,
  run: async (ctx, { ref }) => {
    const { settle } = await import("./settle.ts");
    const row = await settle(withoutKey(ctx), ref);
    if (row?.state === "settling") throw new Error(`Booking payment ${ref} waits for its order or for the provider.`);
  },
});
