import { consumer, job, writeDay } from "@leashline/kit";
import { VaccineProofDecidedSchema, VaccineProofSubmittedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import type { Addressee, Sender } from "../auto-messages/facts.store.ts";
import type { DB } from "../db.gen.ts";
import { businessOf } from "../projections/business.ts";
import { clientOf } from "../projections/client.ts";
import { unkeyed } from "../sending/deliver.ts";
import { sendAtOnce } from "../sending/dispatch.ts";
import { mailBody, type Outgoing } from "../sending/outgoing.ts";
import { noticeMail } from "./notice.ts";

type Waiting = { proofId: string; businessId: string; petName: string; vaccineName: string; fromClient: boolean };

/** Tells the business's own address that a proof waits to be looked at. */
export const proofWaitingJob = job<Waiting>("send-vaccine-proof-notice", {
  attempts: 6,
  run: async (ctx, { proofId, businessId, petName, vaccineName, fromClient }) => {
    const business = await businessOf(ctx, businessId);
    if (!business.email) return;
    const text = `${fromClient ? "A client" : "Your staff"} sent in proof of ${vaccineName} for ${petName}.

It counts once it is approved. Look at it in Leashline under Clients, Vaccine proofs.`;
    const mail = noticeMail(business, {
      subject: `Vaccine proof to review: ${petName}, ${vaccineName}`,
      text,
      useCase: "vaccine proof notice",
      cause: `vaccine-proof:${proofId}`,
    });
    await sendAtOnce(ctx, [mail]);
  },
});

export const vaccineProofSubmitted = consumer<typeof VaccineProofSubmittedSchema, DB>(VaccineProofSubmittedSchema, async (tx, event) => {
  const { proofId, businessId, petName, vaccineName, fromClient } = event;
  tx.schedule(proofWaitingJob, {
    key: proofId,
    dueAt: new Date(),
    payload: { proofId, businessId, petName, vaccineName, fromClient },
    businessId,
  });
});

type Decided = Omit<Waiting, "fromClient"> & { customerId: string; approved: boolean; expirationDate: string; reason: string };

function words({ petName, vaccineName, approved, expirationDate, reason }: Decided, business: Sender): { subject: string; text: string } {
  if (approved) {
    const until = writeDay(expirationDate, business);
    return { subject: `${petName}: ${vaccineName} is approved`, text: `Thank you! ${petName}'s ${vaccineName} is on file until ${until}.` };
  }
  const why = /[.!?]$/.test(reason) ? reason : `${reason}.`;
  return {
    subject: `${petName}: we could not accept the ${vaccineName} proof`,
    text: `We could not accept the proof of ${petName}'s ${vaccineName}: ${why} Please send us another one.`,
  };
}

/** By e-mail where they want that, else by text. */
function wayTo(client: Addressee): Pick<Outgoing, "method" | "address"> | null {
  if (client.isBlockMessage) return null;
  if (client.sendAutoEmail && client.email) return { method: MessageMethod.EMAIL, address: client.email };
  const texts = client.sendAutoMessage && !client.textsStopped;
  return texts && client.phoneE164 ? { method: MessageMethod.SMS, address: client.phoneE164 } : null;
}

/** Tells a client what became of the proof, as their own wishes about automatic messages allow. */
export const proofDecidedJob = job<Decided>("send-vaccine-proof-answer", {
  attempts: 6,
  run: async (ctx, due) => {
    const [client, business] = await Promise.all([clientOf(unkeyed(ctx), due.customerId), businessOf(ctx, due.businessId)]);
    const way = wayTo(client);
    if (!way) return;
    const { subject, text } = words(due, business);
    const greeting = `Hi ${client.firstName.trim() || "there"}`;
    const isMail = way.method === MessageMethod.EMAIL;
    const body = isMail
      ? mailBody(`${greeting},\n\n${text}\n\n${business.name}`, business)
      : { text: `${business.name}: ${greeting}, ${text.charAt(0).toLowerCase()}${text.slice(1)}` };
    await sendAtOnce(ctx, [
      {
        businessId: due.businessId,
        customerId: due.customerId,
        ...way,
        ...body,
        ...(isMail && { subject }),
        useCase: "vaccine proof answer",
        cause: `vaccine-proof-answer:${due.proofId}`,
        fromName: business.name,
        replyTo: business.email,
      },
    ]);
  },
});

export const vaccineProofDecided = consumer<typeof VaccineProofDecidedSchema, DB>(VaccineProofDecidedSchema, async (tx, event) => {
  const { proofId, businessId, customerId, petName, vaccineName, approved, expirationDate, reason } = event;
  const payload = { proofId, businessId, customerId, petName, vaccineName, approved, expirationDate, reason };
  tx.schedule(proofDecidedJob, { key: proofId, dueAt: new Date(), payload, businessId });
});
