import { randomBytes } from "node:crypto";
import type { Server } from "node:http";
import { join } from "node:path";
import { mountApi } from "./api.ts";
import { mountCapitalPages } from "./capital-pages.ts";
import { Deliveries } from "./core/deliveries.ts";
import { guard } from "./core/guard.ts";
import { listen, Router } from "./core/http.ts";
import { Store } from "./core/store.ts";
import { Switches } from "./core/switches.ts";
import { mountGooglePages } from "./google/pages.ts";
import { ReserveServer } from "./google/reserve.ts";
import { mountReservePages } from "./google/reserve-pages.ts";
import { GoogleServer } from "./google/server.ts";
import { MailServer } from "./mail/server.ts";
import { MapServer } from "./maps/server.ts";
import { mountPages } from "./pages.ts";
import { mountProviderPages } from "./provider-pages.ts";
import { mountQuickBooksPages } from "./quickbooks/pages.ts";
import { QuickBooksServer } from "./quickbooks/server.ts";
import { mountSquarePages } from "./square/pages.ts";
import { SquareServer } from "./square/server.ts";
import { StripeServer } from "./stripe/server.ts";
import { TwilioServer } from "./twilio/server.ts";

export { SANDBOX_PUBLISHABLE_KEY } from "./stripe/publishable-key.ts";

/** Keys that the sandbox and the services agree on when nobody sets others. They open nothing in the real world. */
export const SANDBOX_KEYS = {
  stripeSecretKey: "sk_test_leashline_sandbox",
  stripeWebhookSecret: "whsec_leashline_sandbox",
  twilioAccountSid: "ACsandbox00000000000000000000000000",
  twilioAuthToken: "leashline-sandbox-token",
  twilioFrom: "+12065550100",
  mapsApiKey: "leashline-sandbox-maps",
  googleClientId: "leashline-sandbox.apps.googleusercontent.test",
  googleClientSecret: "leashline-sandbox-google",
  quickbooksClientId: "leashline-sandbox-quickbooks",
  quickbooksClientSecret: "leashline-sandbox-quickbooks-secret",
  squareApplicationId: "sq0idp-leashline-sandbox",
  squareApplicationSecret: "sq0csp-leashline-sandbox-secret",
  squareWebhookKey: "leashline-sandbox-square-webhooks",
};

export type SandboxOptions = {
  /** 0 takes a free port. */
  port: number;
  smtpPort: number;
  /** Folder for the state; without one it is kept in memory only. */
  dataDir?: string;
  /** Where webhooks go; without one they wait. */
  publicUrl?: string;
  /** Where webhooks are posted instead, when `publicUrl` does not lead there from here. */
  deliverTo?: string;
  host?: string;
  /** Opens the page and its API; without one it is made, new at every start. */
  token?: string;
  /** Host names it answers to besides this machine's own. */
  hosts?: readonly string[];
  stripeSecretKey?: string;
  stripeWebhookSecret?: string;
  twilioAuthToken?: string;
  twilioFrom?: string;
  mapsApiKey?: string;
  googleClientId?: string;
  googleClientSecret?: string;
  /** Private key of the service account that Reserve with Google lets in, as PEM; without one nobody is. */
  googleReserveKey?: string;
  quickbooksClientId?: string;
  quickbooksClientSecret?: string;
  squareApplicationId?: string;
  squareApplicationSecret?: string;
  squareWebhookKey?: string;
};

export type Sandbox = {
  url: string;
  token: string;
  smtpUrl: string;
  port: number;
  smtpPort: number;
  store: Store;
  switches: Switches;
  deliveries: Deliveries;
  twilio: TwilioServer;
  google: GoogleServer;
  reserve: ReserveServer;
  quickbooks: QuickBooksServer;
  square: SquareServer;
  /** Changes where webhooks go, and sends the ones that waited. */
  setPublicUrl(url: string): void;
  close(): Promise<void>;
};

function portOf(server: Server, fallback: number): number {
  const address = server.address();
  return typeof address === "object" && address ? address.port : fallback;
}

export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const host = options.host ?? "127.0.0.1";
  const store = new Store(options.dataDir);
  const switches = new Switches(store);
  const deliveries = new Deliveries(store, options.publicUrl, options.deliverTo);
  let url = "";
  const webhookSecret = options.stripeWebhookSecret ?? SANDBOX_KEYS.stripeWebhookSecret;
  const secretKey = options.stripeSecretKey ?? SANDBOX_KEYS.stripeSecretKey;
  const stripe = new StripeServer({ store, deliveries, switches, secretKey, webhookSecret, publicBase: () => url });
  const authToken = options.twilioAuthToken ?? SANDBOX_KEYS.twilioAuthToken;
  const twilio = new TwilioServer({ store, deliveries, switches, authToken, from: options.twilioFrom ?? SANDBOX_KEYS.twilioFrom });
  deliveries.onAnswer = (delivery, answer) => {
    if (delivery.provider === "twilio" && answer.body.includes("<Response")) twilio.twiml(delivery.subject, answer.body);
  };
  const router = new Router();
  const token = options.token ?? randomBytes(24).toString("base64url");
  router.guard = guard({ token, hosts: options.hosts ?? [] });
  mountPages(router, { store, stripe });
  mountProviderPages(router, { store, stripe });
  mountCapitalPages(router, { store, stripe });
  mountApi(router, { store, switches, deliveries, stripe, twilio });
  twilio.mount(router);
  new MapServer({ apiKey: options.mapsApiKey ?? SANDBOX_KEYS.mapsApiKey }).mount(router);
  const google = new GoogleServer({
    store,
    switches,
    clientId: options.googleClientId ?? SANDBOX_KEYS.googleClientId,
    clientSecret: options.googleClientSecret ?? SANDBOX_KEYS.googleClientSecret,
  });
  google.mount(router);
  mountGooglePages(router, google);
  const reserve = new ReserveServer({ store, switches, ...(options.googleReserveKey && { privateKey: options.googleReserveKey }) });
  reserve.mount(router);
  mountReservePages(router, reserve);
  const quickbooks = new QuickBooksServer({
    store,
    switches,
    clientId: options.quickbooksClientId ?? SANDBOX_KEYS.quickbooksClientId,
    clientSecret: options.quickbooksClientSecret ?? SANDBOX_KEYS.quickbooksClientSecret,
  });
  quickbooks.mount(router);
  mountQuickBooksPages(router, quickbooks);
  const square = new SquareServer({
    store,
    switches,
    deliveries,
    applicationId: options.squareApplicationId ?? SANDBOX_KEYS.squareApplicationId,
    applicationSecret: options.squareApplicationSecret ?? SANDBOX_KEYS.squareApplicationSecret,
    webhookKey: options.squareWebhookKey ?? SANDBOX_KEYS.squareWebhookKey,
  });
  square.mount(router);
  mountSquarePages(router, { store, square });
  stripe.mount(router);
  router.fallback = (call) => stripe.unknown(call);
  const server = await listen(router, options.port, host);
  const port = portOf(server, options.port);
  url = `http://${host === "0.0.0.0" ? "127.0.0.1" : host}:${port}`;
  const mail = new MailServer(store, switches);
  const smtpPort = await mail.listen(options.smtpPort, host).catch((error: unknown) => {
    server.close();
    throw error;
  });
  const clock = setInterval(() => stripe.settleRefunds(), 1000);
  twilio.resume();
  deliveries.wake();
  return {
    url,
    token,
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    port,
    smtpPort,
    store,
    switches,
    deliveries,
    twilio,
    google,
    reserve,
    quickbooks,
    square,
    setPublicUrl(target) {
      deliveries.target = target;
      deliveries.wake();
    },
    async close() {
      clearInterval(clock);
      deliveries.stop();
      server.closeAllConnections();
      await Promise.all([new Promise((resolve) => server.close(resolve)), mail.close()]);
      store.close();
    },
  };
}

/** 0 takes a free one, which the first line of output then names. */
function portIn(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const port = Number(env[name] ?? fallback);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`${name} must be a port number, not "${env[name]}"`);
  return port;
}

function fromEnvironment(env: NodeJS.ProcessEnv): SandboxOptions {
  const base = Number(env.LEASHLINE_PORT ?? 8080);
  if (!Number.isInteger(base) || base < 1 || base > 65_000)
    throw new Error(`LEASHLINE_PORT must be a port number, not "${env.LEASHLINE_PORT}"`);
  return {
    port: portIn(env, "LEASHLINE_SANDBOX_PORT", base + 11),
    smtpPort: portIn(env, "LEASHLINE_SANDBOX_SMTP_PORT", base + 12),
    dataDir: join(env.LEASHLINE_DATA ?? ".leashline", "sandbox"),
    publicUrl: (env.LEASHLINE_PUBLIC_URL ?? `http://localhost:${base}`).replace(/\/$/, ""),
    ...(env.LEASHLINE_SANDBOX_DELIVER_TO ? { deliverTo: env.LEASHLINE_SANDBOX_DELIVER_TO.replace(/\/$/, "") } : {}),
    ...(env.LEASHLINE_LISTEN ? { host: env.LEASHLINE_LISTEN } : {}),
    ...(env.LEASHLINE_SANDBOX_TOKEN ? { token: env.LEASHLINE_SANDBOX_TOKEN } : {}),
    hosts: (env.LEASHLINE_ALLOWED_HOSTS ?? "").split(",").map((host) => host.trim()),
    ...(env.LEASHLINE_STRIPE_SECRET_KEY ? { stripeSecretKey: env.LEASHLINE_STRIPE_SECRET_KEY } : {}),
    ...(env.LEASHLINE_STRIPE_WEBHOOK_SECRET ? { stripeWebhookSecret: env.LEASHLINE_STRIPE_WEBHOOK_SECRET } : {}),
    ...(env.LEASHLINE_TWILIO_AUTH_TOKEN ? { twilioAuthToken: env.LEASHLINE_TWILIO_AUTH_TOKEN } : {}),
    ...(env.LEASHLINE_MAPS_API_KEY ? { mapsApiKey: env.LEASHLINE_MAPS_API_KEY } : {}),
    ...(env.LEASHLINE_GOOGLE_CLIENT_ID ? { googleClientId: env.LEASHLINE_GOOGLE_CLIENT_ID } : {}),
    ...(env.LEASHLINE_GOOGLE_CLIENT_SECRET ? { googleClientSecret: env.LEASHLINE_GOOGLE_CLIENT_SECRET } : {}),
    ...(env.LEASHLINE_GOOGLE_RESERVE_KEY ? { googleReserveKey: JSON.parse(env.LEASHLINE_GOOGLE_RESERVE_KEY).private_key } : {}),
    ...(env.LEASHLINE_QUICKBOOKS_CLIENT_ID ? { quickbooksClientId: env.LEASHLINE_QUICKBOOKS_CLIENT_ID } : {}),
    ...(env.LEASHLINE_QUICKBOOKS_CLIENT_SECRET ? { quickbooksClientSecret: env.LEASHLINE_QUICKBOOKS_CLIENT_SECRET } : {}),
    ...(env.LEASHLINE_SQUARE_APPLICATION_ID ? { squareApplicationId: env.LEASHLINE_SQUARE_APPLICATION_ID } : {}),
    ...(env.LEASHLINE_SQUARE_APPLICATION_SECRET ? { squareApplicationSecret: env.LEASHLINE_SQUARE_APPLICATION_SECRET } : {}),
    ...(env.LEASHLINE_SQUARE_WEBHOOK_KEY ? { squareWebhookKey: env.LEASHLINE_SQUARE_WEBHOOK_KEY } : {}),
    ...(env.LEASHLINE_TWILIO_FROM ? { twilioFrom: env.LEASHLINE_TWILIO_FROM.split(",")[0]?.trim() ?? "" } : {}),
  };
}

if (import.meta.main) {
  const options = fromEnvironment(process.env);
  const sandbox = await startSandbox(options);
  // A token of one's own is in one's own hands; one that was made here can be read nowhere else.
  const page = options.token === undefined ? { page: `${sandbox.url}/?token=${sandbox.token}` } : {};
  console.log(JSON.stringify({ level: "info", msg: "sandbox ready", url: sandbox.url, smtp: sandbox.smtpUrl, ...page }));
  const stop = () => void sandbox.close().then(() => process.exit(0));
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
}
