import { type Ctx, fail, type Runtime } from "@leashline/kit";
import type { CardProvider } from "./provider.ts";
import { stripeProvider } from "./stripe.ts";

const providers = new WeakMap<Runtime, CardProvider | null>();

function opened(env: NodeJS.ProcessEnv): CardProvider | null {
  const secretKey = env.LEASHLINE_STRIPE_SECRET_KEY ?? "";
  if (!secretKey) return null;
  return stripeProvider({
    secretKey,
    webhookSecrets: [env.LEASHLINE_STRIPE_WEBHOOK_SECRET ?? "", env.LEASHLINE_STRIPE_CONNECT_WEBHOOK_SECRET ?? ""].filter(
      (one) => one !== "",
    ),
    apiBase: env.LEASHLINE_STRIPE_API_BASE ?? "",
  });
}

/** The card processor of this process; null while none is set up. */
export function cardProviderOf(runtime: Runtime): CardProvider | null {
  const known = providers.get(runtime);
  if (known !== undefined) return known;
  const provider = opened(runtime.config.env);
  providers.set(runtime, provider);
  return provider;
}

/** Error 7011 while no card processor is set up. */
export function cardProvider(ctx: Pick<Ctx, "runtime">): CardProvider {
  const provider = cardProviderOf(ctx.runtime);
  if (!provider) throw fail("BANK_ACCOUNT_MISSING");
  return provider;
}
