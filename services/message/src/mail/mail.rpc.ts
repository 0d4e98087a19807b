import { asTenant, type Ctx, implement } from "@leashline/kit";
import { MailService, type SendMailRequest } from "@leashline/proto/leashline/message/v1/mail_service_pb.js";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { command, type MessageTx } from "../db.ts";
import { unkeyed } from "../messages/deliver.ts";
import { enqueue } from "../messages/outgoing.ts";
import { htmlOfText, letter, sanitizeHtml } from "../wording/html.ts";

const PRODUCT = "Leashline";

/** A mail that is no client's: kept under the company it is about, or under none for an account's own. */
async function store(tx: MessageTx, req: SendMailRequest): Promise<{ mailId: string; repeated: boolean }> {
  const fromName = req.fromName || PRODUCT;
  const id = await enqueue(tx, {
    businessId: tx.ctx.businessId,
    customerId: "0",
    method: MessageMethod.EMAIL,
    address: req.to,
    subject: req.subject,
    text: req.text,
    html: letter(req.html ? sanitizeHtml(req.html) : htmlOfText(req.text), { name: fromName }),
    useCase: req.useCase,
    cause: req.dedupeKey,
    fromName,
    replyTo: req.replyTo,
    forget: true,
  });
  if (id) return { mailId: id, repeated: false };
  const known = await tx.db
    .selectFrom("message")
    .select("id")
    .where("company_id", "=", tx.ctx.companyId)
    .where("use_case", "=", req.useCase)
    .where("cause", "=", req.dedupeKey)
    .where("customer_id", "=", "0")
    .where("address", "=", req.to)
    .executeTakeFirst();
  return { mailId: known?.id ?? "0", repeated: true };
}

export const mailRpc = implement(MailService, {
  async sendMail(req, ctx) {
    const home: Ctx = ctx.companyId === "0" ? asTenant(ctx, { companyId: "0" }) : ctx;
    return await command(req.dedupeKey ? unkeyed(home) : home, (tx) => store(tx, req));
  },
});
