import { consumer, type EventMeta, job, type Tx } from "@leashline/kit";
import { AgreementReminderDueSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { type MessageSent, MessageSentSchema } from "@leashline/proto/leashline/message/v1/events_pb.js";
import { maskedAddress } from "@leashline/proto/rules/masked-address.ts";
import { clientsById } from "../../clients/client.store.ts";
import { command, type DB } from "../../db.ts";
import { isForVisitToCome, statusesOf } from "../records/needs.store.ts";
import { findRecord, type ListedRecord } from "../records/record.store.ts";
import { Kind } from "../records/record.ts";
import { lockRecords } from "../records/settle.ts";
import { addStep, signersOf, stepsOf } from "../records/step.store.ts";
import { nextReminder } from "./reminders.ts";

const REMINDER = "agreement reminder";

type Due = { recordId: string; number: number; since: string };

/** What a client still has to sign, and how its link was sent. */
async function stillNeeded(tx: Tx<DB>, row: ListedRecord): Promise<{ byText: boolean; byEmail: boolean } | undefined> {
  const client = (await clientsById(tx.db, [row.clientId])).get(row.clientId);
  const statuses = await statusesOf(tx.db, row.clientId, row.appointmentId);
  const needed = statuses.some(({ agreementId, requiredSign }) => agreementId === row.agreementId && requiredSign);
  if (!client || client.deletedAt || !needed) return undefined;
  const ways = new Set(((await stepsOf(tx.db, [row.id])).get(row.id) ?? []).map(({ method }) => method));
  return { byText: ways.has("sms"), byEmail: ways.has("email") };
}

/** Has a client reminded of what they still have to sign, and looks again later. Nothing happens where it is signed, gone or no longer needed. */
export const reminderDue = job<Due>("agreement-reminder", {
  run: async (ctx, { recordId, number, since }) => {
    await command(
      ctx,
      async (tx) => {
        const row = await findRecord(tx.db, recordId);
        const ways = row?.kind === Kind.unsigned ? await stillNeeded(tx, row) : undefined;
        if (!row || !ways) return { reminded: false };
        tx.emit(
          AgreementReminderDueSchema,
          { recordId, customerId: row.clientId, businessId: row.businessId, number, ...ways },
          { key: row.clientId },
        );
        const dueAt = nextReminder(number, new Date(since), new Date(), await isForVisitToCome(tx.db, row));
        if (dueAt) tx.schedule(reminderDue, { key: recordId, dueAt, payload: { recordId, number: number + 1, since } });
        return { reminded: true };
      },
      { step: `${since}.${number}` },
    );
  },
});

/** From a service of before it names one record only. */
const recordsIn = ({ agreementRecordIds, agreementRecordId: first }: MessageSent): string[] =>
  agreementRecordIds.length > 0 ? agreementRecordIds : first === "0" ? [] : [first];

/** A link to sign went out: a line for the evidence, and a reminder later on. */
export const linkSent = consumer<typeof MessageSentSchema, DB>(MessageSentSchema, noteSent, {
  wanted: (event) => recordsIn(event).length > 0,
});

async function noteSent(tx: Tx<DB>, event: MessageSent, { writtenAt }: EventMeta): Promise<void> {
  const { method, useCase } = event;
  const what = useCase === REMINDER ? "reminded" : "sent";
  const signers = await signersOf(tx.db, recordsIn(event));
  lockRecords(
    tx,
    signers.map(({ customerId }) => customerId),
  );
  for (const { recordId, customerId } of signers) {
    await addStep(tx.db, recordId, { what, at: writtenAt, method, sentTo: await sentTo(tx, event, customerId), deviceAddress: "" });
    const dueAt = what === "sent" && nextReminder(0, writtenAt, writtenAt, true);
    if (dueAt) tx.schedule(reminderDue, { key: recordId, dueAt, payload: { recordId, number: 1, since: writtenAt.toISOString() } });
    tx.notify("customer.client", { ids: [customerId] });
  }
}

/** Where it went; from a service of before, what the client has now. */
async function sentTo(tx: Tx<DB>, { sentTo: told, method }: MessageSent, customerId: string): Promise<string> {
  if (told) return told;
  const client = (await clientsById(tx.db, [customerId])).get(customerId);
  return maskedAddress(method, (method === "sms" ? client?.phoneNumber : client?.email) ?? "");
}
