import { randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";

/** Standard Webhooks: the secret is "whsec_" and base64, the signature covers id, time and body. */
export const newWebhookSecret = (): Buffer => randomBytes(32);
export const secretText = (secret: Uint8Array): string => `whsec_${Buffer.from(secret).toString("base64")}`;

export const signatureOf = (secret: Uint8Array, messageId: string, seconds: number, body: string): string =>
  new Webhook(secretText(secret)).sign(messageId, new Date(seconds * 1_000), body);

/** Headers of one try. During a rotation both secrets sign, so that the receiver may change over at its leisure. */
export const webhookHeaders = (
  secrets: readonly Uint8Array[],
  messageId: string,
  seconds: number,
  body: string,
): Record<string, string> => ({
  "content-type": "application/json",
  "user-agent": "Leashline-Webhooks/1",
  "webhook-id": messageId,
  "webhook-timestamp": String(seconds),
  "webhook-signature": secrets.map((secret) => signatureOf(secret, messageId, seconds, body)).join(" "),
});

const minute = 60;
const hour = 3_600;
/** Seconds before the next try after the n-th failure: ten tries within three days. */
export const pauses = [5, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 20 * hour] as const;
export const pauseAfter = (attempt: number): number => pauses[Math.min(attempt, pauses.length) - 1] ?? 5;
