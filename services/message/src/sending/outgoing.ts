import { fail, plainText, Refusal } from "@leashline/kit";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { MessageTargetType } from "@leashline/proto/leashline/message/v1/thread_pb.js";
import type { Client } from "../projections/client.store.ts";
import { segmentsOf } from "../providers/segments.ts";
import type { Night } from "../quiet-hours/quiet-hours.store.ts";
import { htmlOfText, type Letterhead, letter, sanitizeHtml, textOfHtml } from "../wording/html.ts";

/** The use case of a message to many: news, which its reader may end. */
export const BULK_USE = "bulk message";

export type Outgoing = {
  businessId: string;
  /** "0" for somebody who is no client. */
  customerId: string;
  method: MessageMethod;
  address: string;
  text: string;
  subject?: string;
  /** The whole mail; without it one is made from the text. */
  html?: string;
  mediaUrl?: string;
  targetType?: MessageTargetType;
  useCase?: string;
  /** With use case, way and client it names the message: a second one is not stored. */
  cause?: string;
  appointmentId?: string;
  staff?: { id: string; name: string };
  fromName?: string;
  replyTo?: string;
  /** Holds a code or a link that opens something: its words are not kept once it is settled. */
  forget?: boolean;
  /** The number a text goes out from, when it is known already. */
  fromNumber?: string;
  /** Who stores it hands it to the provider too, right after the commit; the job is only there in case that never happens. */
  inline?: boolean;
  /** The client waits for it just now: the quiet hours do not hold it back. Only what goes out by itself heeds them. */
  atOnce?: boolean;
  /** The quiet hours of its business, when they are known already. */
  night?: Night;
  /** From then on it is of no use: a text that would wait longer goes out in the quiet hours too. */
  uselessAfter?: Date;
  /** The quiet hours hold it back until then. */
  waitUntil?: Date;
};

/** A message of ours as its row has it, before anything became of it. */
export const columnsOf = (out: Outgoing) => ({
  businessId: out.businessId,
  customerId: out.customerId,
  staffId: out.staff?.id ?? "0",
  staffName: out.staff?.name ?? "",
  targetType: out.targetType ?? MessageTargetType.CONVERSATION,
  author: 1,
  method: out.method,
  messageType: out.mediaUrl ? 2 : 1,
  messageText: plainText(out.text),
  subject: plainText(out.subject ?? ""),
  html: plainText(out.html ?? ""),
  mediaUrl1: out.mediaUrl ?? "",
  numSegments: out.method === MessageMethod.SMS ? segmentsOf(plainText(out.text)) : 0,
  useCase: out.useCase ?? "",
  cause: out.cause ?? "",
  appointmentId: out.appointmentId ?? "0",
  address: out.address,
  fromName: plainText(out.fromName ?? ""),
  replyTo: out.replyTo ?? "",
  forget: out.forget ?? false,
  waitUntil: out.waitUntil ?? null,
});

export type Reachable = Pick<Client, "isBlockMessage" | "email" | "phoneE164" | "textsStopped"> & Partial<Pick<Client, "stoppedByStaff">>;

/** Where a message to a client goes; refused when there is nowhere, or the client does not want it. */
export function addressFor(client: Reachable, method: MessageMethod): string {
  if (client.isBlockMessage) throw fail("STATE_CONFLICT", { message: "This client is blocked. Unblock them to write to them." });
  if (method === MessageMethod.EMAIL) {
    if (!client.email) throw fail("CLIENT_WITHOUT_EMAIL", { field: "customerId" });
    return client.email;
  }
  if (method === MessageMethod.APP) return "";
  if (!client.phoneE164) throw fail("CLIENT_WITHOUT_PHONE", { field: "customerId" });
  if (client.stoppedByStaff)
    throw fail("STATE_CONFLICT", { message: "This client told you that they want no texts. If that has changed, note it on their page." });
  if (client.textsStopped)
    throw fail("STATE_CONFLICT", { message: "This client answered STOP to your texts. Only they can undo it, by texting START." });
  return client.phoneE164;
}

/** Addresses for the ways that work. By hand, a client whom none of them reaches is an error; by itself, it is simply not sent. */
export function reachable(client: Reachable, ways: MessageMethod[], byHand: boolean): { method: MessageMethod; address: string }[] {
  const found: { method: MessageMethod; address: string }[] = [];
  let first: Refusal | undefined;
  for (const method of ways) {
    try {
      found.push({ method, address: addressFor(client, method) });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      first ??= error;
    }
  }
  if (byHand && found.length === 0 && first) throw first;
  return found;
}

/** A mail's two forms from filled-in words. Whether those are HTML is known of the template alone: a name with a bracket in it makes no text HTML. */
export function mailBody(body: string, from: Letterhead, isHtml = false): { text: string; html: string } {
  const html = isHtml ? sanitizeHtml(body) : htmlOfText(body);
  return { text: isHtml ? textOfHtml(html) : body, html: letter(html, from) };
}
