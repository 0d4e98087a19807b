import { job } from "@leashline/kit";
import { patience, withoutKey } from "../payments/settling.ts";
import { cardProvider } from "../provider/of-runtime.ts";
import { capture } from "./capture.ts";
import { hold } from "./hold.ts";

/** Holds the money when its time has come. */
export const holdPreAuth = job<{ ticketId: string }>("hold-pre-auth", {
  ...patience,
  run: async (ctx, { ticketId }) => await hold(withoutKey(ctx), ticketId),
});

/** Carries a capture to its end whose caller did not. */
export const capturePreAuth = job<{ ticketId: string; paymentId: string }>("capture-pre-auth", {
  ...patience,
  run: async (ctx, { ticketId, paymentId }) => void (await capture(withoutKey(ctx), ticketId, paymentId)),
});

/** Gives up what a card holds that is not wanted any more. */
export const releaseHold = job<{ intentId: string; providerAccount?: string }>("release-hold", {
  ...patience,
  run: async (ctx, { intentId, providerAccount = "" }) => void (await cardProvider(ctx).at(providerAccount).cancelIntent(intentId)),
});
