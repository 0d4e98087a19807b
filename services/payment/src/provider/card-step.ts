import type { Ctx } from "@leashline/kit";
import { decimal } from "@leashline/kit/csv.ts";
import { cardProviderOf } from "./of-runtime.ts";

/** What every amount charged or refunded to a card must be a multiple of, in minor units: whole coins, for some currencies coarser. */
export const cardStepOf = ({ runtime }: Pick<Ctx, "runtime">, currency: string, vendor: string): bigint => {
  const provider = cardProviderOf(runtime);
  return provider && vendor === provider.vendor ? provider.stepOf(currency) : 1n;
};

/** Why a card cannot be charged or refunded this amount. */
export const tooFine = (step: bigint, currency: string): string => `cards take ${currency} in steps of ${decimal(step, currency)}`;
