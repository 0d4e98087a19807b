import type { Ctx } from "@leashline/kit";
import { command } from "../db.ts";
import type { PaymentRow } from "../payments/payment.store.ts";
import type { Intent } from "../provider/provider.ts";
import { insertCard } from "./card.store.ts";

// Keeps the card of a payment that asked for it, once the payment has succeeded.
export async function keepCardOf(ctx: Ctx, row: PaymentRow, intent: Intent): Promise<void> {
  if (!row.saveCard || row.state !== "completed" || !intent.card || !intent.paymentMethod || row.customerId === "0") return;
  const card = { ...intent.card, id: intent.paymentMethod, country: "", name: "", cvcCheck: "" };
  await command(ctx, async (tx) => void (await insertCard(tx, row.customerId, card, false)), { step: "keep-card" });
}
