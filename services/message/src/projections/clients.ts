import { e164, on, projection } from "@leashline/kit";
import { type ClientChanged, ClientChangedSchema, ClientsImportedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { RecordService } from "@leashline/proto/leashline/customer/v1/record_service_pb.js";
import { type Db, type MessageTx, query } from "../db.ts";
import { firstBusiness } from "./business.store.ts";
import { blockedAsTold, threadsOf } from "./client.store.ts";

type Profile = Pick<
  ClientChanged,
  | "customerId"
  | "firstName"
  | "lastName"
  | "phoneNumber"
  | "email"
  | "clientColor"
  | "avatarPath"
  | "deleted"
  | "preferredBusinessId"
  | "sendAutoEmail"
  | "sendAutoMessage"
  | "isBlockMessage"
  | "isUnsubscribed"
  | "apptReminderByList"
  | "unconfirmedReminderBy"
> &
  Partial<Pick<ClientChanged, "created">>;
/** A client's profile, and the phone as carriers write it. */
export type ClientFact = Profile & { phoneE164: string };

/** Profiles with their phones as carriers write them. A number with its country's own prefix needs no other. */
export async function withNumbers(db: Db, profiles: readonly Profile[]): Promise<ClientFact[]> {
  const international = profiles.every(({ phoneNumber }) => phoneNumber === "" || phoneNumber.startsWith("+"));
  const country = (international ? undefined : await firstBusiness(db))?.country ?? "US";
  return await Promise.all(profiles.map(async (profile) => ({ ...profile, phoneE164: await e164(profile.phoneNumber, country) })));
}

/** Inboxes that stand open show clients as they are now: all the clients of a transaction are told of once in each location that writes with one of them. */
async function tellInboxes(tx: MessageTx, customerIds: string[]): Promise<void> {
  const threads = await threadsOf(tx.db, customerIds);
  for (const [businessId, own] of Map.groupBy(threads, (thread) => thread.businessId))
    tx.notify("message.threads", { businessId, ids: own.map(({ id }) => id) });
}

/** Whom messages are for. */
export const clients = projection<ClientFact>({
  table: "recipient",
  key: "customerId",
  columns: {
    customerId: (client) => client.customerId,
    firstName: (client) => client.firstName,
    lastName: (client) => client.lastName,
    phone: (client) => client.phoneNumber,
    phoneE164: (client) => client.phoneE164,
    email: (client) => client.email,
    clientColor: (client) => client.clientColor,
    avatarPath: (client) => client.avatarPath,
    preferredBusinessId: (client) => client.preferredBusinessId,
    deleted: (client) => client.deleted,
    sendAutoEmail: (client) => client.sendAutoEmail,
    sendAutoMessage: (client) => client.sendAutoMessage,
    isBlockMessage: (client) => client.isBlockMessage,
    isUnsubscribed: (client) => client.isUnsubscribed,
    apptReminderByList: (client) => client.apptReminderByList,
    unconfirmedReminderBy: (client) => client.unconfirmedReminderBy,
  },
  events: [
    on(ClientChangedSchema, (event, tx) => withNumbers(tx.db, [event])),
    on(ClientsImportedSchema, (event, tx) => withNumbers(tx.db, event.clients)),
  ],
  source: async (ctx, afterCustomerId, pageSize) => {
    const answer = await ctx.client(RecordService).listClientRecords({ afterCustomerId, pageSize });
    return await query(ctx, (db) => withNumbers(db, answer.clients));
  },
  changed: (tx: MessageTx, facts) => {
    const ids = facts.map(({ customerId }) => customerId);
    blockedAsTold(tx, ids);
    // Who was created just now has no conversation, and whoever was asked for is shown by the call that asked.
    for (const { customerId } of facts.filter(({ created }) => created === false)) tx.together(tellInboxes, customerId);
  },
  apart: true,
});
