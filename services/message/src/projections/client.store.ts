import { e164 } from "@leashline/kit";
import type { ClientChanged } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import type { Insertable, Selectable } from "kysely";
import { sql } from "kysely";
import type { DB } from "../db.gen.ts";
import type { Db, MessageTx } from "../db.ts";
import { firstBusiness } from "./business.store.ts";

export type Client = Selectable<DB["recipient"]>;

type Profile = Pick<
  ClientChanged,
  | "customerId"
  | "firstName"
  | "lastName"
  | "phoneNumber"
  | "email"
  | "clientColor"
  | "deleted"
  | "preferredBusinessId"
  | "sendAutoEmail"
  | "sendAutoMessage"
  | "isBlockMessage"
>;

async function clientRow(companyId: string, country: string, profile: Profile): Promise<Insertable<DB["recipient"]>> {
  return {
    companyId,
    customerId: profile.customerId,
    firstName: profile.firstName,
    lastName: profile.lastName,
    phone: profile.phoneNumber,
    phoneE164: await e164(profile.phoneNumber, country),
    email: profile.email,
    clientColor: profile.clientColor,
    preferredBusinessId: profile.preferredBusinessId,
    deleted: profile.deleted,
    sendAutoEmail: profile.sendAutoEmail,
    sendAutoMessage: profile.sendAutoMessage,
    isBlockMessage: profile.isBlockMessage,
  };
}

/** Keeps clients as their profiles are now; threads of clients who were blocked or freed elsewhere follow. */
export async function upsertClients(tx: MessageTx, profiles: Profile[]): Promise<void> {
  const { db } = tx;
  if (profiles.length === 0) return;
  const newest = [...new Map(profiles.map((profile) => [profile.customerId, profile])).values()];
  // A number with its country's own prefix needs no other.
  const international = newest.every(({ phoneNumber }) => phoneNumber === "" || phoneNumber.startsWith("+"));
  const country = (international ? undefined : await firstBusiness(db))?.country ?? "US";
  const rows = await Promise.all(newest.map((profile) => clientRow(db.companyId, country, profile)));
  await db
    .insertInto("recipient")
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(["companyId", "customerId"]).doUpdateSet((eb) => ({
        firstName: eb.ref("excluded.firstName"),
        lastName: eb.ref("excluded.lastName"),
        phone: eb.ref("excluded.phone"),
        phoneE164: eb.ref("excluded.phoneE164"),
        email: eb.ref("excluded.email"),
        clientColor: eb.ref("excluded.clientColor"),
        preferredBusinessId: eb.ref("excluded.preferredBusinessId"),
        deleted: eb.ref("excluded.deleted"),
        sendAutoEmail: eb.ref("excluded.sendAutoEmail"),
        sendAutoMessage: eb.ref("excluded.sendAutoMessage"),
        isBlockMessage: eb.ref("excluded.isBlockMessage"),
      })),
    )
    .execute();
  tx.write(
    db
      .updateTable("thread")
      .from("recipient")
      .set({ blockTime: sql`case when recipient.is_block_message then coalesce(thread.block_time, clock_timestamp()) end` })
      .where("thread.companyId", "=", db.companyId)
      .whereRef("recipient.companyId", "=", "thread.companyId")
      .whereRef("recipient.customerId", "=", "thread.customerId")
      .where(
        "recipient.customerId",
        "in",
        newest.map((profile) => profile.customerId),
      )
      .where(sql<boolean>`recipient.is_block_message <> (thread.block_time is not null)`),
  );
}

export async function findClient(db: Db, customerId: string): Promise<Client | undefined> {
  return await db
    .selectFrom("recipient")
    .selectAll()
    .where("companyId", "=", db.companyId)
    .where("customerId", "=", customerId)
    .executeTakeFirst();
}

/** STOP and START hold for the phone that said them, whoever of the company's clients has it, and for this company alone. */
export async function stopTexts(db: Db, stopped: boolean, by: { customerId: string; phone?: string }): Promise<void> {
  await db
    .updateTable("recipient")
    .set({ textsStopped: stopped })
    .where("companyId", "=", db.companyId)
    .where((eb) => eb.or([eb("customerId", "=", by.customerId), ...(by.phone ? [eb("phoneE164", "=", by.phone)] : [])]))
    .execute();
}
