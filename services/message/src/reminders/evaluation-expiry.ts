import { consumer, job, writeDay } from "@leashline/kit";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { EvaluationExpiryDueSchema } from "@leashline/proto/leashline/offering/v1/events_pb.js";
import type { DB } from "../db.gen.ts";
import { businessOf } from "../projections/business.ts";
import { clientOf } from "../projections/client.ts";
import { unkeyed } from "../sending/deliver.ts";
import { sendAtOnce } from "../sending/dispatch.ts";
import { mailBody } from "../sending/outgoing.ts";

type Due = { mark: string; businessId: string; customerId: string; petName: string; evaluationName: string; validUntil: string };

const USE = "evaluation expiry reminder";

/** Reminds a client that their pet's pass runs out, as their own wishes about automatic messages allow. */
export const evaluationExpiryJob = job<Due>("send-evaluation-expiry", {
  attempts: 6,
  run: async (ctx, { mark, businessId, customerId, petName, evaluationName, validUntil }) => {
    const [client, business] = await Promise.all([clientOf(unkeyed(ctx), customerId), businessOf(ctx, businessId)]);
    if (client.isBlockMessage) return;
    const hi = `Hi ${client.firstName.trim() || "there"},`;
    const said = `${petName}'s ${evaluationName} is valid until ${writeDay(validUntil, business)}. Please book the next one with us before that day.`;
    const about = { businessId, customerId, useCase: USE, cause: mark, fromName: business.name, replyTo: business.email };
    const mail = {
      ...about,
      method: MessageMethod.EMAIL,
      address: client.sendAutoEmail ? client.email : "",
      ...mailBody(`${hi}\n\n${said}\n\n${business.name}`, business),
      subject: `${petName}: ${evaluationName} runs out soon`,
    };
    const text = {
      ...about,
      method: MessageMethod.SMS,
      address: client.sendAutoMessage && !client.textsStopped ? client.phoneE164 : "",
      text: `${business.name}: ${hi} ${said}`,
    };
    await sendAtOnce(
      ctx,
      [text, mail].filter(({ address }) => address !== ""),
    );
  },
});

export const evaluationExpiryDue = consumer<typeof EvaluationExpiryDueSchema, DB>(EvaluationExpiryDueSchema, async (tx, event) => {
  const { evaluationId, customerId, businessId, petName, evaluationName, validUntil } = event;
  const mark = `evaluation-expiry:${evaluationId}`;
  const payload = { mark, businessId, customerId, petName, evaluationName, validUntil };
  tx.schedule(evaluationExpiryJob, { key: mark, dueAt: new Date(), payload, businessId });
});
