import { join } from "node:path";
import { type Service, services } from "../constellation.ts";
import type { Infra } from "../infra/index.ts";
import { SANDBOX_PUBLISHABLE_KEY } from "../sandbox/stripe/publishable-key.ts";
import type { Secrets } from "./secrets.ts";
import type { Settings } from "./settings.ts";

/** The environment of every program we start. What the caller has set himself wins. */
export function programEnvironment(settings: Settings, secrets: Secrets, infra: Infra, own: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { ports } = settings;
  const postgres = new URL(infra.postgresAdminUrl);
  // A process that hosts several services listens on the port of the first.
  const addressOf = (name: Service) => ports.services[settings.host === "one" ? services[0] : name];
  const defaults: Record<string, string> = {
    NODE_ENV: "production",
    NODE_COMPILE_CACHE: join(settings.data, "bundle", "compiled"),
    TZ: "UTC",
    LEASHLINE_PORT: String(settings.port),
    LEASHLINE_PUBLIC_URL: settings.publicUrl,
    LEASHLINE_POSTGRES_URL: `postgres://${postgres.host}/${settings.database}`,
    LEASHLINE_DB_PASSWORD: secrets.dbPassword,
    LEASHLINE_REDIS_URL: infra.redisUrl,
    LEASHLINE_NATS_URL: infra.natsUrl,
    LEASHLINE_SIGNING_KEY: secrets.signingKey,
    LEASHLINE_SANDBOX_TOKEN: secrets.sandboxToken,
    ...Object.fromEntries(services.map((name) => [serviceVariable(name), `http://127.0.0.1:${addressOf(name)}`])),
    ...sandboxAccounts(settings, secrets, own),
  };
  const set = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined && value !== ""));
  const environment = { ...defaults, ...set, LEASHLINE_DATA: settings.data };
  // A superuser's URL is for the launcher and its migrations alone.
  return { ...environment, LEASHLINE_POSTGRES_ADMIN_URL: undefined, LEASHLINE_HOST: undefined };
}

export const serviceVariable = (name: string): string => `LEASHLINE_${name.replaceAll("-", "_").toUpperCase()}_URL`;

/** One number for each of a hundred companies that may be made here. */
const sandboxNumbers = Array.from({ length: 100 }, (_, nth) => `+120655501${String(nth).padStart(2, "0")}`).join(",");

/** Providers that nobody named an account for are played by the sandbox. */
function sandboxAccounts({ ports }: Settings, secrets: Secrets, own: NodeJS.ProcessEnv): Record<string, string> {
  const sandbox = `http://127.0.0.1:${ports.sandbox}`;
  const accounts: Record<string, string> = {};
  if (!own.LEASHLINE_STRIPE_SECRET_KEY) {
    accounts.LEASHLINE_STRIPE_API_BASE = sandbox;
    accounts.LEASHLINE_STRIPE_SECRET_KEY = secrets.stripeSecretKey;
    accounts.LEASHLINE_STRIPE_WEBHOOK_SECRET = secrets.stripeWebhookSecret;
    accounts.LEASHLINE_STRIPE_PUBLISHABLE_KEY = SANDBOX_PUBLISHABLE_KEY;
    accounts.LEASHLINE_STRIPE_SCRIPT_URL = `http://localhost:${ports.sandbox}/v3/`;
  }
  if (!own.LEASHLINE_TWILIO_AUTH_TOKEN) {
    accounts.LEASHLINE_TWILIO_API_BASE = sandbox;
    accounts.LEASHLINE_TWILIO_ACCOUNT_SID = secrets.twilioAccountSid;
    accounts.LEASHLINE_TWILIO_AUTH_TOKEN = secrets.twilioAuthToken;
    accounts.LEASHLINE_TWILIO_FROM = sandboxNumbers;
  }
  if (!own.LEASHLINE_MAPS_API_KEY) {
    accounts.LEASHLINE_MAPS_API_BASE = sandbox;
    accounts.LEASHLINE_MAPS_API_KEY = secrets.mapsApiKey;
  }
  if (!own.LEASHLINE_GOOGLE_CLIENT_ID) {
    accounts.LEASHLINE_GOOGLE_API_BASE = sandbox;
    accounts.LEASHLINE_GOOGLE_CLIENT_ID = secrets.googleClientId;
    accounts.LEASHLINE_GOOGLE_CLIENT_SECRET = secrets.googleClientSecret;
  }
  if (!own.LEASHLINE_GOOGLE_RESERVE_KEY) {
    accounts.LEASHLINE_GOOGLE_RESERVE_API_BASE = sandbox;
    accounts.LEASHLINE_GOOGLE_RESERVE_PARTNER_ID = "20000001";
    accounts.LEASHLINE_GOOGLE_RESERVE_KEY = secrets.googleReserveKey;
  }
  if (!own.LEASHLINE_QUICKBOOKS_CLIENT_ID) {
    accounts.LEASHLINE_QUICKBOOKS_API_BASE = sandbox;
    accounts.LEASHLINE_QUICKBOOKS_CLIENT_ID = secrets.quickbooksClientId;
    accounts.LEASHLINE_QUICKBOOKS_CLIENT_SECRET = secrets.quickbooksClientSecret;
  }
  if (!own.LEASHLINE_SQUARE_APPLICATION_ID) {
    accounts.LEASHLINE_SQUARE_API_BASE = sandbox;
    accounts.LEASHLINE_SQUARE_SCRIPT_URL = `http://localhost:${ports.sandbox}/v1/square.js`;
    accounts.LEASHLINE_SQUARE_APPLICATION_ID = secrets.squareApplicationId;
    accounts.LEASHLINE_SQUARE_APPLICATION_SECRET = secrets.squareApplicationSecret;
    accounts.LEASHLINE_SQUARE_WEBHOOK_KEY = secrets.squareWebhookKey;
  }
  if (!own.LEASHLINE_SMTP_URL) {
    accounts.LEASHLINE_SMTP_URL = `smtp://127.0.0.1:${ports.sandboxMail}`;
    accounts.LEASHLINE_MAIL_FROM = "hello@demo.leashline.test";
  }
  return accounts;
}
