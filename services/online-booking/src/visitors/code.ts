import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { type Ctx, ErrorCode, fail, fromConnectError } from "@leashline/kit";
import { MailService } from "@leashline/proto/leashline/message/v1/mail_service_pb.js";
import { command } from "../db.ts";
import { addCode, isTriedOut, tryCode, useUp } from "./code.store.ts";
import { type Contact, sealed, unsealed, visitorToken } from "./contact.ts";
import { codesOfBusiness, codesOfNetwork, codesOfNetworkDay, codesTo, takeTurn } from "./pace.ts";
import type { Page } from "./page.ts";
import { hashOf, networkKey } from "./visitor.ts";

const minutes = 10;
const purpose = "booking code";
const usedUp = "This code is used up or too old. Please ask for a new one.";
const tooMany = "Too many tries. Please ask for a new code.";
type Sent = Contact & { nonce: string };

/** Follows from what only the holder of the token has, so it is stored nowhere. */
function codeOf({ runtime, companyId }: Ctx, { kind, value, nonce }: Sent): string {
  const bytes = createHmac("sha256", runtime.config.signingKey).update(`code:${companyId}:${kind}:${value}:${nonce}`).digest();
  return String(bytes.readUIntBE(0, 6) % 1_000_000).padStart(6, "0");
}

const idOf = (ctx: Ctx, { nonce }: Sent): string => hashOf(ctx, "code", nonce);

/** Nobody is looked up: a number that a client has and one that nobody has go the same way. A repeated call sends the same code, once. */
export async function sendCode(page: Page, contact: Contact, doing = "booking") {
  const { ctx } = page;
  const nonce = ctx.idempotencyKey
    ? hashOf(ctx, "code nonce", `${ctx.idempotencyKey}:${contact.value}`)
    : randomBytes(16).toString("base64url");
  const sent: Sent = { kind: contact.kind, value: contact.value, nonce };
  const { until, againIn } = await command(
    ctx,
    async (tx) => {
      const againIn = await takeTurn(tx, codesTo, hashOf(ctx, contact.kind, contact.value));
      for (const pace of [codesOfNetwork, codesOfNetworkDay]) await takeTurn(tx, pace, networkKey(ctx));
      await takeTurn(tx, codesOfBusiness, ctx.businessId);
      const until = Date.now() + minutes * 60_000;
      await addCode(tx, idOf(ctx, sent), new Date(until));
      return { until, againIn };
    },
    { step: "code" },
  );
  await write(page, sent, doing);
  return { codeToken: sealed(ctx, purpose, { ...sent, until }), expiresIn: minutes * 60, againIn };
}

async function write({ ctx, business }: Page, sent: Sent, doing: string): Promise<void> {
  const code = codeOf(ctx, sent);
  const about = { useCase: purpose, dedupeKey: idOf(ctx, sent) };
  const text = `${code} is your code for ${doing} at ${business.businessName}. It is good for ${minutes} minutes. Nobody from the shop will ask you for it.`;
  const mails = ctx.client(MailService);
  if (sent.kind === "phone") await mails.sendText({ to: sent.value, text, ...about }).catch(noTexts);
  else
    await mails.sendMail({
      to: sent.value,
      subject: doing === "booking" ? `${code} is your booking code` : `${code} is your code`,
      text,
      fromName: business.businessName,
      ...about,
    });
}

/** The business has no number to send texts from: the visitor is told what they can do. */
function noTexts(error: unknown): never {
  if (fromConnectError(error)?.code !== ErrorCode.STATE_CONFLICT) throw error;
  const message = "This business cannot send texts right now. Please confirm your email instead, or call.";
  throw fail("STATE_CONFLICT", { field: "phoneNumber", message });
}

/** Five tries with the token that came with the code; guesses without it are no tries. */
export async function confirmCode(ctx: Ctx, codeToken: string, code: string): Promise<string> {
  const sent = unsealed<Sent>(ctx, purpose, codeToken);
  if (!sent) throw fail("CODE_INVALID", { field: "code" });
  const { open, triedOut } = await command({ ...ctx, idempotencyKey: "" }, async (tx) => {
    const open = await tryCode(tx, idOf(ctx, sent));
    return { open, triedOut: !open && (await isTriedOut(tx, idOf(ctx, sent))) };
  });
  const expected = Buffer.from(codeOf(ctx, sent));
  const given = Buffer.from(code.replace(/\s/g, ""));
  // The same whatever was typed, so that nobody guesses on.
  if (!open) throw fail("CODE_INVALID", { field: "code", message: triedOut ? tooMany : usedUp });
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw fail("CODE_INVALID", { field: "code" });
  const used = await command({ ...ctx, idempotencyKey: "" }, (tx) => useUp(tx, idOf(ctx, sent)));
  if (!used) throw fail("CODE_INVALID", { field: "code", message: usedUp });
  return visitorToken(ctx, sent);
}
