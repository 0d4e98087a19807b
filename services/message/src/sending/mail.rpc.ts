import { asTenant, type Ctx, e164, fail, implement } from "@leashline/kit";
import { MailService, type SendMailRequest } from "@leashline/proto/leashline/message/v1/mail_service_pb.js";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { command, type MessageTx } from "../db.ts";
import { TEST_TEXT } from "../numbers/number.store.ts";
import { htmlOfText, letter, sanitizeHtml } from "../wording/html.ts";
import { unkeyed } from "./deliver.ts";
import { enqueue, mustText } from "./enqueue.ts";
import { countByCause, findByCause } from "./message.store.ts";
import type { Outgoing } from "./outgoing.ts";
import { sendToPerson } from "./to-person.ts";

const PRODUCT = "Leashline";

type Stored = { id: string; repeated: boolean };

/** Kept under the company it is about, or under none for an account's own; its words are forgotten once it is settled. */
async function store(tx: MessageTx, out: Omit<Outgoing, "businessId" | "customerId">): Promise<Stored> {
  const id = await enqueue(tx, { ...out, businessId: tx.ctx.businessId, customerId: "0", forget: true });
  if (id) return { id, repeated: false };
  const { useCase = "", cause = "", address } = out;
  return { id: (await findByCause(tx.db, { useCase, cause, address })) ?? "0", repeated: true };
}

function mailOf(req: SendMailRequest) {
  const fromName = req.fromName || PRODUCT;
  return {
    method: MessageMethod.EMAIL,
    address: req.to,
    subject: req.subject,
    text: req.text,
    html: letter(req.html ? sanitizeHtml(req.html) : htmlOfText(req.text), { name: fromName }),
    useCase: req.useCase,
    cause: req.dedupeKey,
    fromName,
    replyTo: req.replyTo,
  };
}

const TEST_TEXTS_A_DAY = 5;

/** The next of a day's test texts: its number is its cause, so that two at once are not the same one. */
async function storeTestText(tx: MessageTx, address: string): Promise<Stored> {
  await mustText(tx);
  tx.lock([TEST_TEXT]);
  const today = new Date().toISOString().slice(0, 10);
  const sent = await countByCause(tx.db, TEST_TEXT, today);
  if (sent >= TEST_TEXTS_A_DAY)
    throw fail("TOO_MANY_REQUESTS", { message: `That is ${TEST_TEXTS_A_DAY} test texts for today. More tomorrow.` });
  const text = "It works: this is how a text from your business arrives. Your clients will see this number.";
  return await store(tx, { method: MessageMethod.SMS, address, text, useCase: TEST_TEXT, cause: `${today} ${sent + 1}` });
}

export const mailRpc = implement(MailService, {
  async sendMail(req, ctx) {
    const home: Ctx = ctx.companyId === "0" ? asTenant(ctx, { companyId: "0" }) : ctx;
    const { id, repeated } = await command(req.dedupeKey ? unkeyed(home) : home, (tx) => store(tx, mailOf(req)), { step: "mail" });
    return { mailId: id, repeated };
  },

  async sendText({ to, text, useCase, dedupeKey }, ctx) {
    const out = { method: MessageMethod.SMS, address: to, text, useCase, cause: dedupeKey };
    const write = async (tx: MessageTx) => {
      await mustText(tx);
      return await store(tx, out);
    };
    const { id, repeated } = await command(dedupeKey ? unkeyed(ctx) : ctx, write, { step: "text" });
    return { messageId: id, repeated };
  },

  sendToPerson: async (req, ctx) => await sendToPerson(ctx, req),

  async sendTestText({ phoneNumber }, ctx) {
    const address = await e164(phoneNumber, ctx.caller.country);
    if (!address) throw fail("PARAMS_INVALID", { field: "phoneNumber", reason: "not a phone number" });
    return { messageId: (await command(ctx, (tx) => storeTestText(tx, address))).id };
  },
});
