import { type Ctx, job, looksLikeHtml } from "@leashline/kit";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { MessageTargetType } from "@leashline/proto/leashline/message/v1/thread_pb.js";
import { command, type MessageTx, query } from "../db.ts";
import type { Business } from "../projections/business.store.ts";
import { businessOf } from "../projections/business.ts";
import { unkeyed } from "../sending/deliver.ts";
import { sendAtOnce } from "../sending/dispatch.ts";
import { BULK_USE, mailBody, type Outgoing } from "../sending/outgoing.ts";
import { linksOfClient, unsubscribeLink } from "../wording/client-links.ts";
import { escapeHtml, footOf } from "../wording/html.ts";
import { type Links, linksAtLast, linksOrLater } from "../wording/links.ts";
import { type Facts, fillIn, fillInHtml } from "../wording/placeholders.ts";
import { signingLinksIn } from "../wording/share-links.ts";
import { type Addressee, findBulk, movedOn, nextOf, type ShownBulk, wishesOf } from "./bulk-message.store.ts";
import { framed, wayTo } from "./bulk-message.ts";

/** Written to before it is noted how far it has come. */
const BATCH = 40;

type Due = { id: string; done: number };

/**
 * The next of those it is for. What they want is asked again when their turn comes. Each message is named by this one and its client, so that whoever
 * begins a batch anew stores, and sends, none of it twice.
 */
export const bulkMessageJob = job<Due>("send-bulk-message", {
  attempts: 20,
  leaseSeconds: 120,
  backoffSeconds: (attempt) => Math.min(300, 5 * 2 ** attempt),
  run: async (ctx, { id, done }, { lastAttempt }) => {
    const [bulk, ids] = await query(ctx, async (db) => [await findBulk(db, id), await nextOf(db, id, done, BATCH)] as const);
    if (!bulk || bulk.done !== done || ids.length === 0) return;
    const outgoing = await messagesTo(ctx, bulk, ids, lastAttempt);
    await sendAtOnce(ctx, outgoing);
    const moved = { done: ids.length, skipped: ids.length - outgoing.length };
    await command(unkeyed(ctx), async (tx) => {
      if (await movedOn(tx.db, id, done, moved)) goOn(tx, bulk, done + ids.length);
      return {};
    });
  },
});

/** Books the next batch, if there is one. */
export function goOn(tx: MessageTx, { id, businessId, total }: Pick<ShownBulk, "id" | "businessId" | "total">, done: number): void {
  tx.notify("message.threads", { businessId });
  if (done < total) tx.schedule(bulkMessageJob, { key: `${id}:${done}`, dueAt: new Date(), payload: { id, done }, businessId });
}

/** Until the last try all wait for a link that is not to be had just now; then they go without it, and whoever cannot be told what to sign goes without the message. */
async function messagesTo(ctx: Ctx, bulk: ShownBulk, ids: readonly string[], lastTry: boolean): Promise<Outgoing[]> {
  const { businessId } = bulk;
  const business = await businessOf(ctx, businessId);
  const texts = [bulk.messageText, bulk.subject];
  const toSign = signingLinksIn(texts);
  const ofAll = await (lastTry ? linksAtLast : linksOrLater)(ctx, { businessId, customerId: "0" }, ...texts);
  const known = await query(ctx, (db) => wishesOf(db, ids));
  const outgoing: Outgoing[] = [];
  for (const customerId of ids) {
    const client = known.get(customerId);
    const way = client && wayTo(client, bulk);
    if (!client || !way || !("address" in way)) continue;
    const whose = { businessId, customerId };
    const signing = await linksOrLater(ctx, whose, ...toSign).catch((error: unknown) =>
      skipped(ctx, error, { bulk: bulk.id, customerId }, lastTry),
    );
    // Nothing to sign is no news.
    if (!signing || (toSign.length > 0 && !hasAgreement(signing))) continue;
    const links = { ...linksOfClient(ctx, whose), ...ofAll, ...signing, named: new Map([...ofAll.named, ...signing.named]) };
    const unsubscribe = unsubscribeLink(ctx, whose).page;
    outgoing.push(messageTo(client, way.address, bulk, { business, client, links, unsubscribe }));
  }
  return outgoing;
}

function skipped({ runtime }: Ctx, error: unknown, whose: { bulk: string; customerId: string }, lastTry: boolean): undefined {
  if (!lastTry) throw error;
  runtime.log.warn({ error: (error as Error).message, ...whose }, "a client gets no bulk message: what they have to sign cannot be known");
}

const hasAgreement = ({ agreement, named }: Links): boolean => agreement !== undefined || named.size > 0;

function messageTo(
  client: Addressee,
  address: string,
  bulk: ShownBulk,
  facts: Facts & { business: Business; unsubscribe: string },
): Outgoing {
  const { business } = facts;
  const { method } = bulk;
  const isMail = method === MessageMethod.EMAIL;
  const isHtml = isMail && looksLikeHtml(bulk.messageText);
  const filled = isHtml ? fillInHtml(bulk.messageText, facts, escapeHtml) : fillIn(bulk.messageText, facts);
  const words = framed(filled, method, business.name, facts.unsubscribe, isHtml);
  return {
    businessId: bulk.businessId,
    customerId: client.customerId,
    method,
    address,
    ...(isMail ? mailWithAddress(words, business, isHtml) : { text: words }),
    ...(isMail && { subject: fillIn(bulk.subject, facts) || `News from ${business.name || "us"}` }),
    targetType: MessageTargetType.CONVERSATION,
    useCase: BULK_USE,
    cause: bulk.id,
    staff: { id: bulk.staffId, name: bulk.staffName },
    fromName: business.name,
    replyTo: business.email,
  };
}

/** News says in both of its forms who it is from, with the postal address. */
function mailWithAddress(words: string, business: Business, isHtml: boolean): { text: string; html: string } {
  const { text, html } = mailBody(words, business, isHtml);
  return { html, text: `${text}\n\n${footOf(business)}` };
}
