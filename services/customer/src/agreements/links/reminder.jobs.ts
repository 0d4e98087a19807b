import { consumer, type EventMeta, job, type Tx } from "@leashline/kit";
import { AgreementReminderDueSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { type MessageSent, MessageSentSchema } from "@leashline/proto/leashline/message/v1/events_pb.js";
import { clientsById } from "../../clients/client.store.ts";
import { command, type DB } from "../../db.ts";
import { statusesOf } from "../records/needs.store.ts";
import { findRecord } from "../records/record.store.ts";
import { Kind } from "../records/record.ts";
import { lockRecords } from "../records/settle.ts";
import { addStep, signersOf, stepsOf } from "../records/step.store.ts";
import { masked } from "../records/step.ts";

const EVERY_MS = 3 * 86_400_000;
const MOST = 5;
const REMINDER = "agreement reminder";

type Due = { recordId: string; number: number; since: string };

/** Has a client reminded of what they still have to sign, and looks again later. Nothing happens where it is signed, gone or no longer needed. */
export const reminderDue = job<Due>("agreement-reminder", {
  run: async (ctx, { recordId, number, since }) => {
    await command(
      ctx,
      async (tx) => {
        const row = await findRecord(tx.db, recordId);
        if (row?.kind !== Kind.unsigned) return { reminded: false };
        const client = (await clientsById(tx.db, [row.clientId])).get(row.clientId);
        const needed = (await statusesOf(tx.db, row.clientId, row.appointmentId)).some(
          ({ agreementId, requiredSign }) => agreementId === row.agreementId && requiredSign,
        );
        if (!client || client.deletedAt || !needed) return { reminded: false };
        const ways = new Set(((await stepsOf(tx.db, [recordId])).get(recordId) ?? []).map(({ method }) => method));
        const event = { recordId, customerId: row.clientId, businessId: row.businessId, number };
        tx.emit(AgreementReminderDueSchema, { ...event, byText: ways.has("sms"), byEmail: ways.has("email") }, { key: row.clientId });
        if (number < MOST)
          tx.schedule(reminderDue, {
            key: recordId,
            dueAt: new Date(Date.now() + EVERY_MS),
            payload: { recordId, number: number + 1, since },
          });
        return { reminded: true };
      },
      { step: `${since}.${number}` },
    );
  },
});

const isLink = ({ agreementRecordId }: MessageSent): boolean => agreementRecordId !== "0";

/** A link to sign went out: a line for the evidence, and a reminder later on. */
export const linkSent = consumer<typeof MessageSentSchema, DB>(MessageSentSchema, noteSent, { wanted: isLink });

async function noteSent(tx: Tx<DB>, event: MessageSent, { writtenAt }: EventMeta): Promise<void> {
  const { agreementRecordId: recordId, method, useCase } = event;
  const [signer] = await signersOf(tx.db, [recordId]);
  if (!signer) return;
  lockRecords(tx, [signer.customerId]);
  const client = (await clientsById(tx.db, [signer.customerId])).get(signer.customerId);
  const sentTo = masked(method, (method === "sms" ? client?.phoneNumber : client?.email) ?? "");
  const what = useCase === REMINDER ? "reminded" : "sent";
  await addStep(tx.db, recordId, { what, at: writtenAt, method, sentTo, deviceAddress: "" });
  if (what === "sent")
    tx.schedule(reminderDue, {
      key: recordId,
      dueAt: new Date(writtenAt.getTime() + EVERY_MS),
      payload: { recordId, number: 1, since: writtenAt.toISOString() },
    });
  tx.notify("customer.client", { ids: [signer.customerId] });
}
