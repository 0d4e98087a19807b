import { job } from "@leashline/kit";
import { STRIPE } from "../provider/provider.ts";
import { forgottenThere } from "./card-at-provider.ts";

/** Takes the card of an erased client away from the provider as well. One that is gone there is gone. */
export const forgetCard = job<{ cardId: string; providerId: string; vendor?: string; providerAccount?: string }>("forget-card", {
  run: async (ctx, { providerId, vendor = STRIPE, providerAccount = "" }) =>
    await forgottenThere(ctx, { vendor, providerAccount, providerId }),
});
