import { type Ctx, e164, fail } from "@leashline/kit";
import type { SendTestAutoMessageRequest } from "@leashline/proto/leashline/message/v1/auto_message_service_pb.js";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { command, type MessageTx } from "../db.ts";
import { businessOf } from "../projections/business.ts";
import { enqueue, mustText } from "../sending/enqueue.ts";
import { countByCause } from "../sending/message.store.ts";
import type { Outgoing } from "../sending/outgoing.ts";
import { type Filled, partFor } from "./send.ts";

const USE_CASE = "test of an automatic message";
const A_DAY = 10;

type Words = { businessId: string; template: Filled };
type Ready = Pick<Outgoing, "method" | "address" | "text" | "html" | "subject">;

/** The next of a day's tests: its number is its cause, so that two at once are not the same one. */
async function store(tx: MessageTx, businessId: string, ready: Ready): Promise<string> {
  if (ready.method === MessageMethod.SMS) await mustText(tx);
  tx.lock([USE_CASE]);
  const today = new Date().toISOString().slice(0, 10);
  const sent = await countByCause(tx.db, USE_CASE, today);
  if (sent >= A_DAY) throw fail("TOO_MANY_REQUESTS", { message: `That is ${A_DAY} tests for today. More tomorrow.` });
  const id = await enqueue(tx, { ...ready, businessId, customerId: "0", useCase: USE_CASE, cause: `${today} ${sent + 1}`, forget: true });
  return id ?? "0";
}

async function addressOf(ctx: Ctx, to: SendTestAutoMessageRequest["to"]): Promise<{ method: MessageMethod; address: string }> {
  if (to.case === "email") return { method: MessageMethod.EMAIL, address: to.value };
  const address = await e164(to.value ?? "", ctx.caller.country);
  if (!address) throw fail("PARAMS_INVALID", { field: "phoneNumber", reason: "not a phone number" });
  return { method: MessageMethod.SMS, address };
}

/** Sends words with their placeholders filled in to whoever writes them. */
export async function sendTest(ctx: Ctx, to: SendTestAutoMessageRequest["to"], { businessId, template }: Words): Promise<string> {
  const { method, address } = await addressOf(ctx, to);
  const words = method === MessageMethod.SMS ? template.smsBody : template.emailBody;
  if (words.trim() === "") throw fail("PARAMS_INVALID", { field: "template", reason: "there are no words to send" });
  const part = partFor(template, method, await businessOf(ctx, businessId));
  return await command(ctx, (tx) => store(tx, businessId, { method, address, ...part }));
}
