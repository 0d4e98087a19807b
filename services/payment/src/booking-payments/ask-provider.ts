import type { Ctx } from "@leashline/kit";
import { chargedOf } from "../payments/payment.ts";
import { cardProvider } from "../provider/of-runtime.ts";
import { type CardAccount, Declined, type Intent, Refused } from "../provider/provider.ts";
import { noteOfBooking } from "../provider/provider-note.ts";
import type { BookingPaymentRow } from "./booking-payment.store.ts";
import { type Answer, answerOfIntent, answerOfSetup, refusedWith } from "./booking-payment.ts";

const accountOf = (ctx: Ctx, row: BookingPaymentRow): CardAccount => cardProvider(ctx).at(row.providerAccount);

/** The same attempt always asks for the same intent, so asking again finds it. */
const intentOf = async (provider: CardAccount, row: BookingPaymentRow): Promise<Intent> =>
  await provider.createIntent({
    key: `ll-booking-${row.providerRef}`,
    amount: chargedOf(row),
    currency: row.currency,
    paymentMethod: row.paymentMethodToken,
    customer: "",
    saveCard: false,
    description: "Booking request",
    metadata: noteOfBooking(row),
    hold: true,
  });

async function holdMoney(provider: CardAccount, row: BookingPaymentRow): Promise<Answer> {
  const made = await intentOf(provider, row);
  const how = { key: `ll-booking-confirm-${row.providerRef}`, offSession: false, returnUrl: row.returnUrl };
  try {
    return answerOfIntent(await provider.confirmIntent(made.id, how));
  } catch (error) {
    if (error instanceof Declined)
      return error.intent ? answerOfIntent(error.intent) : { ...refusedWith(error.code, error.message), id: made.id };
    if (error instanceof Refused) return answerOfIntent(await provider.getIntent(made.id));
    throw error;
  }
}

async function keepCard(provider: CardAccount, row: BookingPaymentRow): Promise<Answer> {
  return answerOfSetup(
    await provider.setUpCard({
      key: `ll-booking-card-${row.providerRef}`,
      customer: row.providerCustomer,
      paymentMethod: row.paymentMethodToken,
      returnUrl: row.returnUrl,
      metadata: noteOfBooking(row),
    }),
  );
}

/** Whom a card is kept for at the provider, before there is a client of ours. */
export const customerFor = async (ctx: Ctx, row: BookingPaymentRow): Promise<string> =>
  await accountOf(ctx, row).createCustomer({
    key: `ll-booking-customer-${row.providerRef}`,
    name: "Online booking",
    metadata: noteOfBooking(row),
  });

/** Holds the money or keeps the card. What the bank refuses is an answer, too. */
export async function askProvider(ctx: Ctx, row: BookingPaymentRow): Promise<Answer> {
  const provider = accountOf(ctx, row);
  try {
    return row.kind === "prepay" ? await holdMoney(provider, row) : await keepCard(provider, row);
  } catch (error) {
    if (error instanceof Declined || error instanceof Refused) return refusedWith(error.code, error.message);
    throw error;
  }
}

/** How the holder's consent ended, or that it has not. */
export async function askAgain(ctx: Ctx, row: BookingPaymentRow): Promise<Answer> {
  const provider = accountOf(ctx, row);
  return row.kind === "prepay"
    ? answerOfIntent(await provider.getIntent(row.intentId))
    : answerOfSetup(await provider.getSetup(row.intentId));
}

/** Lets go of what a card holds, or of the card. An attempt whose answer never came is found by its key. */
export async function letGoAtProvider(ctx: Ctx, row: BookingPaymentRow): Promise<void> {
  const provider = accountOf(ctx, row);
  if (row.kind !== "prepay") return await provider.detachCard(row.paymentMethodToken);
  const id = row.intentId || (await foundIntent(provider, row));
  if (id) await provider.cancelIntent(id);
}

async function foundIntent(provider: CardAccount, row: BookingPaymentRow): Promise<string> {
  try {
    return (await intentOf(provider, row)).id;
  } catch (error) {
    if (error instanceof Declined || error instanceof Refused) return "";
    throw error;
  }
}
