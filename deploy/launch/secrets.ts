import { generateKeyPairSync, randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Ports } from "../constellation.ts";
import { natsUrl } from "../infra/nats.ts";
import { redisUrl } from "../infra/redis.ts";

/** Made once per data folder and kept there, readable by its owner alone. */
export interface Secrets {
  signingKey: string;
  dbPassword: string;
  postgresPassword: string;
  redisPassword: string;
  natsPassword: string;
  demoPassword: string;
  sandboxToken: string;
  stripeSecretKey: string;
  stripeWebhookSecret: string;
  twilioAccountSid: string;
  twilioAuthToken: string;
  mapsApiKey: string;
  googleClientId: string;
  googleClientSecret: string;
  googleReserveKey: string;
  quickbooksClientId: string;
  quickbooksClientSecret: string;
  squareApplicationId: string;
  squareApplicationSecret: string;
  squareWebhookKey: string;
}

const word = (bytes = 24) => randomBytes(bytes).toString("base64url");

const made: { [name in keyof Secrets]: () => string } = {
  signingKey: () => word(48),
  dbPassword: word,
  postgresPassword: word,
  redisPassword: word,
  natsPassword: word,
  // Typed by a person: without the letters and digits that look alike.
  demoPassword: () => Array.from(randomBytes(12), (byte) => "abcdefghjkmnpqrstuvwxyz23456789"[byte % 31]).join(""),
  sandboxToken: word,
  stripeSecretKey: () => `sk_test_${word(18).replaceAll(/[-_]/g, "x")}`,
  stripeWebhookSecret: () => `whsec_${word()}`,
  twilioAccountSid: () => `AC${randomBytes(16).toString("hex")}`,
  twilioAuthToken: () => randomBytes(16).toString("hex"),
  mapsApiKey: word,
  googleClientId: () => `${randomBytes(8).toString("hex")}.apps.googleusercontent.test`,
  googleClientSecret: word,
  googleReserveKey: () => {
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const key = privateKey.export({ type: "pkcs8", format: "pem" });
    return JSON.stringify({ client_email: "leashline@sandbox.iam.gserviceaccount.test", private_key: key });
  },
  quickbooksClientId: word,
  quickbooksClientSecret: word,
  squareApplicationId: () => `sq0idp-${word(16)}`,
  squareApplicationSecret: () => `sq0csp-${word(32)}`,
  squareWebhookKey: word,
};

/** Those that are there stay; those that a newer version needs on top are added. */
export function loadSecrets(file: string): Secrets {
  const kept: Partial<Secrets> = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const names = Object.keys(made) as (keyof Secrets)[];
  const secrets = Object.fromEntries(names.map((name) => [name, kept[name] ?? made[name]()])) as unknown as Secrets;
  if (names.some((name) => kept[name] === undefined)) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.new`, `${JSON.stringify({ ...kept, ...secrets }, null, 2)}\n`, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  chmodSync(file, 0o600);
  return secrets;
}

export const serverPasswords = ({ postgresPassword: postgres, redisPassword: redis, natsPassword: nats }: Secrets) => ({
  postgres,
  redis,
  nats,
});

/** How programs and measurements reach the servers of a data folder. */
export const serverUrls = ({ redis, nats }: Ports, { redisPassword, natsPassword }: Secrets) => ({
  redis: redisUrl(redis, redisPassword),
  nats: natsUrl(nats, natsPassword),
});
