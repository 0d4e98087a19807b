import { type Ctx, fail, implement, listed, looksLikeHtml, mustExistFor, type Page } from "@leashline/kit";
import { MessageMethod, MessageStatus } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { MessageService, type SendMessageRequest } from "@leashline/proto/leashline/message/v1/message_service_pb.js";
import { MessageTargetType } from "@leashline/proto/leashline/message/v1/thread_pb.js";
import { command, query } from "../db.ts";
import { mustFindNumber, mustHaveNumber } from "../numbers/number.ts";
import { findAppointment } from "../projections/appointment.store.ts";
import { businessOf } from "../projections/business.ts";
import { clientOf } from "../projections/client.ts";
import { deliver } from "../sending/deliver.ts";
import { enqueue, lookAfter } from "../sending/enqueue.ts";
import { toMessage } from "../sending/message.mapper.ts";
import { countMessages, deleteMessage, findMessage, listMessages, type MessageRow, queueAgain } from "../sending/message.store.ts";
import { addressFor, mailBody, type Outgoing } from "../sending/outgoing.ts";
import { refreshLast } from "../sending/thread-place.store.ts";
import { clientLinks, linksOfClient, longestAgreementLink } from "../wording/client-links.ts";
import { escapeHtml } from "../wording/html.ts";
import { type Links, linksFor, needsLinks } from "../wording/links.ts";
import { type Facts, fillIn, fillInHtml } from "../wording/placeholders.ts";
import { fillNamed, namedSigningLinksIn } from "../wording/share-links.ts";
import { mustReach, mustWrite } from "./reach.ts";
import { toThread } from "./thread.mapper.ts";
import { findThread } from "./thread.store.ts";

async function mustFind(ctx: Ctx, id: string): Promise<MessageRow> {
  const row = await query(ctx, (db) => findMessage(db, id));
  return mustExistFor(ctx, row?.deleteTime ? null : row, "id");
}

/** The words with what they speak of. */
function filledIn(words: string, method: MessageMethod, facts: Facts): string {
  if (method === MessageMethod.EMAIL) return looksLikeHtml(words) ? fillInHtml(words, facts, escapeHtml) : fillIn(words, facts);
  const filled = fillIn(words, facts);
  if (filled.length > 1600) throw fail("PARAMS_INVALID", { field: "messageText", reason: "at most 1600 characters" });
  return filled;
}

type Written = { words: string; method: MessageMethod; known: Facts };

/**
 * Whoever is asked for an address may have the client asked to sign: not for a text that is refused, or is too long once the addresses stand in it. Answers those
 * it asked for, all but those that are signed by name; undefined where it did not have to.
 */
async function mustGoOut(ctx: Ctx, req: SendMessageRequest, { words, method, known }: Written): Promise<Links | undefined> {
  if (method === MessageMethod.EMAIL || !needsLinks([words])) return undefined;
  if (method === MessageMethod.SMS) await mustFindNumber(ctx);
  const longest = longestAgreementLink(ctx, req);
  const asIf = fillNamed(words, (link, kind) => (kind === "agreementLink" ? longest : link));
  if (asIf === words) return undefined;
  const links = await linksFor(ctx, req, asIf);
  filledIn(asIf, method, { ...known, links: { ...known.links, ...links } });
  return links;
}

async function linksIn(ctx: Ctx, req: SendMessageRequest, written: Written): Promise<Links> {
  const { words, method } = written;
  const others = await mustGoOut(ctx, req, written);
  const whose = { businessId: req.businessId, customerId: req.customerId, byHand: true };
  if (!others) return await linksFor(ctx, whose, words, method === MessageMethod.EMAIL ? req.subject : "");
  const signing = await linksFor(ctx, whose, ...namedSigningLinksIn([words]));
  return { ...others, named: new Map([...others.named, ...signing.named]) };
}

/** The message as a person wrote it, ready to be stored: trimmed, placeholders filled in, address found. */
async function compose(ctx: Ctx, req: SendMessageRequest): Promise<Outgoing> {
  const words = req.messageText.trim();
  if (!words && !req.mediaUrl1) throw fail("PARAMS_INVALID", { field: "messageText", reason: "write something first" });
  const method = req.method || MessageMethod.SMS;
  const isMail = method === MessageMethod.EMAIL;
  const [client, business, appointment] = await Promise.all([
    clientOf(ctx, req.customerId),
    businessOf(ctx, req.businessId),
    req.appointmentId === "0" ? undefined : query(ctx, (db) => findAppointment(db, req.appointmentId)),
  ]);
  const address = addressFor(client, method);
  const known: Facts = {
    client: { firstName: client.firstName, lastName: client.lastName },
    business: business,
    links: appointment ? clientLinks(ctx, appointment) : linksOfClient(ctx, req),
    ...(appointment ? { appointment } : {}),
  };
  const facts = { ...known, links: { ...known.links, ...(await linksIn(ctx, req, { words, method, known })) } };
  const filled = filledIn(words, method, facts);
  const mail = isMail ? mailBody(filled, business, looksLikeHtml(words)) : { text: filled, html: "" };
  return {
    businessId: req.businessId,
    customerId: req.customerId,
    method,
    address,
    ...mail,
    subject: isMail ? fillIn(req.subject.trim(), facts) || `A message from ${business.name || "us"}` : "",
    mediaUrl: req.mediaUrl1,
    targetType: req.appointmentId === "0" ? MessageTargetType.CONVERSATION : MessageTargetType.APPOINTMENT,
    appointmentId: req.appointmentId,
    staff: { id: ctx.caller.staffId, name: ctx.caller.name },
    fromName: business.name,
    replyTo: business.email,
    inline: true,
  };
}

export const messageRpc = implement(MessageService, {
  async listMessages(req, ctx) {
    const by = req.threadId === "0" ? { businessId: req.businessId, customerId: req.customerId } : { id: req.threadId };
    const found = await query(ctx, (db) => findThread(db, by));
    if (!found && req.threadId === "0") return { messages: [], total: 0 };
    const thread = mustExistFor(ctx, found, "threadId");
    await mustReach(ctx, thread.customerId);
    const read = (page: Page) => query(ctx, (db) => listMessages(db, thread.id, req.targetTypes, page));
    const [{ rows, nextPageToken }, total] = await Promise.all([
      listed(req, { read, key: (row) => [row.id] }),
      query(ctx, (db) => countMessages(db, thread.id, req.targetTypes)),
    ]);
    return { messages: rows.map(toMessage), nextPageToken, total };
  },

  async sendMessage(req, ctx) {
    await mustWrite(ctx, req.customerId);
    const outgoing = await compose(ctx, req);
    // A repeated call finds the message it stored before, and sends nothing again.
    const id = await command(
      ctx,
      async (tx) => {
        if (outgoing.method === MessageMethod.SMS) await mustHaveNumber(tx);
        return await enqueue(tx, outgoing);
      },
      { step: "intent" },
    );
    await deliver(ctx, id ?? "0");
    const row = await query(ctx, (db) => findMessage(db, id ?? "0"));
    const thread = await query(ctx, (db) => findThread(db, { id: row?.threadId ?? "0" }));
    return { ...(row ? { message: toMessage(row) } : {}), ...(thread ? { thread: toThread(ctx, thread) } : {}) };
  },

  async resendMessage(req, ctx) {
    const row = await mustFind(ctx, req.id);
    await mustWrite(ctx, row.customerId);
    if (row.author !== 1 || row.forget || row.status !== MessageStatus.FAILED)
      throw fail("STATE_CONFLICT", { message: "Only a message that failed can be sent again." });
    await command(
      ctx,
      async (tx) => {
        await queueAgain(tx.db, req.id);
        lookAfter(tx, [row]);
      },
      { step: "again" },
    );
    await deliver(ctx, req.id);
    return { message: toMessage(await mustFind(ctx, req.id)) };
  },

  async deleteMessage(req, ctx) {
    const row = await mustFind(ctx, req.id);
    await mustReach(ctx, row.customerId);
    // 80106: one's own messages only; automatic ones and the client's belong to nobody, and stay.
    if (row.staffId !== ctx.caller.staffId || row.author !== 1) throw fail("MESSAGE_OF_OTHER_STAFF");
    return await command(ctx, async (tx) => {
      await deleteMessage(tx.db, req.id);
      if (row.threadId) await refreshLast(tx.db, row.threadId);
      tx.log({ entity: "message", id: req.id, action: "deleted", businessId: row.businessId, before: { text: row.messageText } });
      tx.notify("message.threads", { businessId: row.businessId, ids: row.threadId ? [row.threadId] : [] });
      return {};
    });
  },
});
