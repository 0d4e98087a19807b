import { createHmac, randomInt, timingSafeEqual } from "node:crypto";
import { type Ctx, ErrorCode, e164, fromConnectError, isValidIn, sealNumbers, unsealNumbers } from "@leashline/kit";
import { MailService } from "@leashline/proto/leashline/message/v1/mail_service_pb.js";
import { type Answers, answerFor } from "@leashline/proto/rules/intake-answers.ts";
import type { FormContent } from "@leashline/proto/rules/intake-form.ts";

const PURPOSE = "intake code";
export const MINUTES = 10;
const NONCES = 2 ** 47;

const macOf = ({ runtime, companyId }: Ctx, what: string): Buffer =>
  createHmac("sha256", runtime.config.signingKey).update(`${PURPOSE}:${companyId}:${what}`).digest();

/** Told apart without being known. */
export const phoneHash = (ctx: Ctx, number: string): string => macOf(ctx, `phone:${number}`).toString("base64url").slice(0, 22);

/** A number as carriers write it, to which a text can go; empty for any other. */
export async function textable(typed: string, country: string): Promise<string> {
  const number = await e164(typed.replace(/[^0-9+]/g, ""), country);
  return number && (await isValidIn(number, country)) ? number : "";
}

/** The owner's number among what was typed. */
export const phoneIn = (content: FormContent, { owner }: Answers): string => answerFor(content, owner, "client.phoneNumber")[0] ?? "";

/** A code's name and the token that names it; the token names the form as well. */
export function newCode({ runtime }: Ctx, formId: string): { id: string; token: string } {
  const nonce = BigInt(randomInt(NONCES));
  return { id: String(nonce), token: sealNumbers(runtime.config.signingKey, PURPOSE, [BigInt(formId), nonce]) };
}

/** The code that a token of this form is for; empty for any other. */
export function codeNamed({ runtime }: Ctx, formId: string, token: string): string {
  const [form, nonce] = unsealNumbers(runtime.config.signingKey, PURPOSE, token) ?? [];
  return form === BigInt(formId) && nonce !== undefined ? String(nonce) : "";
}

/** Follows from the number, the code's name and our key, so it is stored nowhere. */
const digitsOf = (ctx: Ctx, id: string, phone: string): string =>
  String(macOf(ctx, `code:${phone}:${id}`).readUIntBE(0, 6) % 1_000_000).padStart(6, "0");

export function isCode(ctx: Ctx, id: string, phone: string, typed: string): boolean {
  const [expected, given] = [Buffer.from(digitsOf(ctx, id, phone)), Buffer.from(typed.replace(/\s/g, ""))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

type Due = { id: string; phone: string; number: string; title: string; businessName: string };

/** A business that cannot text sends none: whoever asked is told the same as everybody. */
export async function textCode(ctx: Ctx, { id, phone, number, title, businessName }: Due): Promise<void> {
  const text = `${digitsOf(ctx, id, phone)} is your code to continue "${title}" for ${businessName}. It is good for ${MINUTES} minutes. Nobody from the shop will ask you for it.`;
  await ctx
    .client(MailService)
    .sendText({ to: number, text, useCase: PURPOSE, dedupeKey: `${PURPOSE}:${id}` })
    .catch((error: unknown) => {
      if (fromConnectError(error)?.code !== ErrorCode.STATE_CONFLICT) throw error;
    });
}
