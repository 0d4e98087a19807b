import { job } from "@leashline/kit";
import { cardProvider } from "../provider/of-runtime.ts";

/** Takes the card of an erased client away from the provider as well. One that is gone there is gone. */
export const forgetCard = job<{ cardId: string; providerId: string; providerAccount?: string }>("forget-card", {
  run: async (ctx, { providerId, providerAccount = "" }) => await cardProvider(ctx).at(providerAccount).detachCard(providerId),
});
