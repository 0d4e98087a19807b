import { type Ctx, e164, fail, fromConnectError, mannerOf, Refusal } from "@leashline/kit";
import { BusinessService } from "@leashline/proto/leashline/account/v1/business_service_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import type { ClientChanged } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import type { Insertable, Selectable } from "kysely";
import { sql } from "kysely";
import type { DB } from "../db.gen.ts";
import { command, type Db, query } from "../db.ts";

export type Recipient = Selectable<DB["recipient"]>;
export type Shop = Selectable<DB["business"]>;

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

async function recipientRow(companyId: string, country: string, profile: Profile): Promise<Insertable<DB["recipient"]>> {
  return {
    company_id: companyId,
    customer_id: profile.customerId,
    first_name: profile.firstName,
    last_name: profile.lastName,
    phone: profile.phoneNumber,
    phone_e164: await e164(profile.phoneNumber, country),
    email: profile.email,
    client_color: profile.clientColor,
    preferred_business_id: profile.preferredBusinessId,
    deleted: profile.deleted,
    send_auto_email: profile.sendAutoEmail,
    send_auto_message: profile.sendAutoMessage,
    is_block_message: profile.isBlockMessage,
  };
}

/** Keeps clients as their profiles are now; threads of clients who were blocked or freed elsewhere follow. */
export async function keepClients(db: Db, companyId: string, profiles: Profile[]): Promise<void> {
  if (profiles.length === 0) return;
  const country = (
    await db.selectFrom("business").select("country").where("company_id", "=", companyId).orderBy("business_id").executeTakeFirst()
  )?.country;
  const newest = [...new Map(profiles.map((profile) => [profile.customerId, profile])).values()];
  const rows = await Promise.all(newest.map((profile) => recipientRow(companyId, country ?? "US", profile)));
  await db
    .insertInto("recipient")
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(["company_id", "customer_id"]).doUpdateSet((eb) => ({
        first_name: eb.ref("excluded.first_name"),
        last_name: eb.ref("excluded.last_name"),
        phone: eb.ref("excluded.phone"),
        phone_e164: eb.ref("excluded.phone_e164"),
        email: eb.ref("excluded.email"),
        client_color: eb.ref("excluded.client_color"),
        preferred_business_id: eb.ref("excluded.preferred_business_id"),
        deleted: eb.ref("excluded.deleted"),
        send_auto_email: eb.ref("excluded.send_auto_email"),
        send_auto_message: eb.ref("excluded.send_auto_message"),
        is_block_message: eb.ref("excluded.is_block_message"),
      })),
    )
    .execute();
  await db
    .updateTable("thread")
    .from("recipient")
    .set({ block_time: sql`case when recipient.is_block_message then coalesce(thread.block_time, clock_timestamp()) end` })
    .where("thread.company_id", "=", companyId)
    .whereRef("recipient.company_id", "=", "thread.company_id")
    .whereRef("recipient.customer_id", "=", "thread.customer_id")
    .where(
      "recipient.customer_id",
      "in",
      newest.map((profile) => profile.customerId),
    )
    .where(sql<boolean>`recipient.is_block_message <> (thread.block_time is not null)`)
    .execute();
}

/** A client as we keep them; one we have not heard of yet is asked for. 30003 when there is none. */
export async function recipientOf(ctx: Ctx, customerId: string): Promise<Recipient> {
  const find = () =>
    query(ctx, (db) =>
      db
        .selectFrom("recipient")
        .selectAll()
        .where("company_id", "=", ctx.companyId)
        .where("customer_id", "=", customerId)
        .executeTakeFirst(),
    );
  const kept = await find();
  if (kept && !kept.deleted) return kept;
  if (kept) throw fail("CUSTOMER_NOT_FOUND", { field: "customerId" });
  const { clients } = await ctx.client(ClientService).batchGetClients({ customerIds: [customerId], allowMissing: true });
  const client = clients.find((one) => !one.deleted);
  if (!client) throw fail("CUSTOMER_NOT_FOUND", { field: "customerId" });
  await command(ctx, async (tx) => keepClients(tx.db, ctx.companyId, [client]), { step: "keep-client" });
  const found = await find();
  if (!found) throw fail("CUSTOMER_NOT_FOUND", { field: "customerId" });
  return found;
}

const unheard = mannerOf({ timeFormatType: 0, dateFormat: "", numberFormat: "" });
const NO_SHOP = { name: "", zone: "UTC", currency: "USD", country: "US", phone: "", email: "", address: "", ...unheard };

export async function shopIn(db: Db, companyId: string, businessId: string): Promise<Shop | undefined> {
  return await db
    .selectFrom("business")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("business_id", "=", businessId)
    .executeTakeFirst();
}

/** A business as we keep it; one we have not heard of yet is asked for, and lacking that, the caller's own facts serve. */
export async function shopOf(ctx: Ctx, businessId: string): Promise<Shop> {
  const kept = await query(ctx, (db) => shopIn(db, ctx.companyId, businessId));
  if (kept) return kept;
  const { zone, currency, country } = ctx.caller;
  const fallback: Shop = { ...NO_SHOP, company_id: ctx.companyId, business_id: businessId, zone, currency, country };
  try {
    const { businesses } = await ctx.client(BusinessService).batchGetBusinesses({ ids: [businessId] });
    const found = businesses[0];
    if (!found) return fallback;
    const address = [found.address1, found.address2, found.addressCity, found.addressState, found.addressZipcode]
      .filter(Boolean)
      .join(", ");
    return {
      ...fallback,
      name: found.businessName,
      zone: found.timezoneName || zone,
      currency: found.currencyCode || currency,
      country: found.countryAlpha2Code || country,
      phone: found.phoneNumber,
      email: found.contactEmail,
      address,
      ...mannerOf(found),
    };
  } catch (error) {
    if (error instanceof Refusal || fromConnectError(error)) return fallback;
    throw error;
  }
}
