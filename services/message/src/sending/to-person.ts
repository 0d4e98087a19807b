import { type Timestamp, timestampFromDate } from "@bufbuild/protobuf/wkt";
import { type Ctx, fromTimestamp } from "@leashline/kit";
import type { SendToPersonRequest } from "@leashline/proto/leashline/message/v1/mail_service_pb.js";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { command, type MessageTx, query } from "../db.ts";
import { findNumber } from "../numbers/number.store.ts";
import { businessOf } from "../projections/business.ts";
import { numberHasStopped } from "../projections/client.store.ts";
import { clientIfThere } from "../projections/client.ts";
import { textSettings } from "../providers/settings.ts";
import { unkeyed } from "./deliver.ts";
import { enqueue } from "./enqueue.ts";
import { mailBody, type Outgoing } from "./outgoing.ts";
import { waitUntil } from "./waiting.ts";

type Reach = { customerId: string; phone: string; email: string };
type Whom = Pick<SendToPersonRequest, "customerId" | "phoneNumber" | "email">;

/** Where somebody may be written to; a client who is gone, nowhere. */
async function reachOf(ctx: Ctx, { customerId, phoneNumber, email }: Whom): Promise<Reach> {
  if (customerId === "0") {
    const stopped = phoneNumber !== "" && (await query(ctx, (db) => numberHasStopped(db, phoneNumber)));
    return { customerId, phone: stopped ? "" : phoneNumber, email };
  }
  const client = await clientIfThere(unkeyed(ctx), customerId);
  if (!client || client.isBlockMessage) return { customerId, phone: "", email: "" };
  const texts = client.sendAutoMessage && !client.textsStopped;
  return { customerId, phone: texts ? client.phoneE164 : "", email: client.sendAutoEmail ? client.email : "" };
}

async function waysOf(ctx: Ctx, whom: Whom) {
  const reach = await reachOf(ctx, whom);
  const mayText = textSettings(ctx.runtime.config.env) !== null && (await query(ctx, findNumber)) !== undefined;
  return { reach, texts: reach.phone !== "" && mayText };
}

/** By which ways somebody would be written to now, and until when the quiet hours would hold a text that is of use until then. */
export async function waysToPerson(ctx: Ctx, businessId: string, whom: Whom, uselessAfter: Date) {
  const { reach, texts } = await waysOf(ctx, whom);
  const methods = [...(texts ? [MessageMethod.SMS] : []), ...(reach.email ? [MessageMethod.EMAIL] : [])];
  return { methods, waits: texts ? await waitUntil(ctx, businessId, new Date(), uselessAfter) : null };
}

/** Other times that were proposed for a request, and that they were taken back. */
export const PROPOSED_TIMES = "proposed times";

type Sent = { texted: boolean; emailed: boolean; textWaitsUntil?: Timestamp };

/** Each way that is open, once for its cause. A text is left to whoever asks, should the quiet hours hold it back: they know whether there is something to say then. */
export async function sendToPerson(ctx: Ctx, req: SendToPersonRequest): Promise<Sent> {
  const [{ reach, texts }, business] = await Promise.all([waysOf(ctx, req), businessOf(ctx, ctx.businessId)]);
  const ways: Outgoing[] = [];
  const base = {
    businessId: business.businessId,
    customerId: reach.customerId,
    useCase: req.useCase,
    cause: req.dedupeKey,
    fromName: business.name,
    replyTo: business.email,
    // Nobody's thread: its words are kept no longer than they are needed. Those of a proposal stand in the thread of whoever becomes a client by it.
    forget: reach.customerId === "0" && req.useCase !== PROPOSED_TIMES,
  };
  const wait = texts ? await waitUntil(ctx, business.businessId, new Date(), fromTimestamp(req.uselessAfter)) : null;
  if (texts && !wait) ways.push({ ...base, method: MessageMethod.SMS, address: reach.phone, text: req.text });
  if (reach.email)
    ways.push({ ...base, method: MessageMethod.EMAIL, address: reach.email, subject: req.subject, ...mailBody(req.text, business) });
  await command(unkeyed(ctx), async (tx: MessageTx) => {
    for (const way of ways) await enqueue(tx, way);
    return {};
  });
  const texted = ways.some(({ method }) => method === MessageMethod.SMS);
  return { texted, emailed: reach.email !== "", ...(wait && { textWaitsUntil: timestampFromDate(wait) }) };
}
