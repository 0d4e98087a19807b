import { asTenant, type Ctx, fail } from "@leashline/kit";
import type { Client } from "@leashline/proto/leashline/customer/v1/client_pb.js";
import type { PortalSession } from "@leashline/proto/leashline/online_booking/v1/portal_pb.js";
import { linkUntil } from "@leashline/proto/rules/client-link.ts";
import { query } from "../db.ts";
import { findClosedStorefront, findStorefront } from "../settings/setting.store.ts";
import { type Shop, shopOf } from "../storefront/shop.ts";
import { endToken, shownBy } from "../visitors/confirmed.ts";
import { type Contact, confirmedAt } from "../visitors/contact.ts";
import { clientsBy } from "../visitors/person.ts";
import type { Opened } from "./client-link.ts";

const DAYS = 30;

/** What anybody may send with a call; nothing of it is believed but what a code has shown. */
export type Asked = Pick<PortalSession, "bookOnlineName" | "visitorToken" | "personId">;
export type SignedIn = { shop: Shop; contact: Contact; people: Client[] };

/** The business by the name of its page, for one of its clients; its booking page may be switched off. */
export async function portalOf(ctx: Ctx, name: string): Promise<Shop> {
  const owner = await query(ctx, async (db) => (await findStorefront(db, name)) ?? (await findClosedStorefront(db, name)));
  if (!owner) throw fail("NOT_AVAILABLE_ONLINE");
  const shop = await shopOf(asTenant(ctx, { companyId: owner.companyId, businessId: owner.businessId, name: "Client" }), owner.businessId);
  const { businessName, phoneNumber, country } = shop.business;
  const message = `${businessName} has no page for its clients here. Please call.`;
  if (!shop.setting.clientPortal) throw fail("NOT_AVAILABLE_ONLINE", { message, facts: { businessName, phoneNumber, country } });
  return shop;
}

export async function signedIn(ctx: Ctx, { bookOnlineName, visitorToken }: Asked): Promise<SignedIn> {
  const shop = await portalOf(ctx, bookOnlineName);
  const contact = await shownBy(shop.ctx, visitorToken);
  if (!contact || confirmedAt(contact) <= Date.now() - DAYS * 86_400_000)
    throw fail("CONTACT_NOT_CONFIRMED", { field: "visitorToken", message: "Please sign in again." });
  return { shop, contact, people: await clientsBy(shop, contact) };
}

/** Of those who share what was confirmed, the one who is asked for. */
export function personOf({ people }: SignedIn, personId: string): Client | undefined {
  if (personId === "0") return people[0];
  const found = people.find(({ customerId }) => customerId === personId);
  if (!found) throw fail("CUSTOMER_NOT_FOUND", { field: "session.personId" });
  return found;
}

/** All that is one client's at the business, as the link in their messages opens it. */
export const openedFor = ({ shop }: SignedIn, { customerId }: Client): Opened => {
  const { companyId, businessId } = shop.ctx;
  return { shop, link: { companyId, businessId, customerId, appointmentId: "0", until: linkUntil(0, Date.now()) } };
};

/** Opens the place of one client; of somebody who is none there is nothing to show. */
export async function openPortal(ctx: Ctx, asked: Asked): Promise<Opened> {
  const session = await signedIn(ctx, asked);
  const person = personOf(session, asked.personId);
  if (!person) throw fail("CUSTOMER_NOT_FOUND", { field: "session.visitorToken" });
  return openedFor(session, person);
}

export async function signOut(ctx: Ctx, { bookOnlineName, visitorToken }: Asked): Promise<void> {
  await endToken((await portalOf(ctx, bookOnlineName)).ctx, visitorToken);
}
