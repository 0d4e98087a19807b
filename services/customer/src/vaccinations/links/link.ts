import { asTenant, type Ctx, fail, mustExist, sealNumbers, toTimestamp, unsealNumbers } from "@leashline/kit";
import type { Business } from "@leashline/proto/leashline/account/v1/business_pb.js";
import { BusinessService } from "@leashline/proto/leashline/account/v1/business_service_pb.js";
import { linkOfNumbers, linkUntil, numbersOfLink, VACCINE_LINK } from "@leashline/proto/rules/client-link.ts";
import { whoIs } from "../../clients/client.read.ts";
import { clientsById } from "../../clients/client.store.ts";
import { query } from "../../db.ts";

/** What a link opens: the client's company and business, acting for the client from here on. */
export type Opened = { ctx: Ctx; customerId: string; business: Business | undefined };

const spoilt = () => fail("NOT_AVAILABLE_ONLINE", { message: "The link has expired or is incomplete. Please ask for a new one." });

export async function openLink(from: Ctx, token: string): Promise<Opened> {
  const numbers = unsealNumbers(from.runtime.config.signingKey, VACCINE_LINK.purpose, token);
  const link = numbers && linkOfNumbers(numbers, Date.now());
  if (!link) throw spoilt();
  const { companyId, businessId } = link;
  const asking = asTenant(from, { companyId, businessId, name: "Client" });
  const client = await query(asking, (db) => whoIs(db, link.customerId));
  if (!client || client.deletedAt) throw spoilt();
  const { businesses } =
    businessId === "0" ? { businesses: [] } : await asking.client(BusinessService).batchGetBusinesses({ ids: [businessId] });
  const [business] = businesses;
  const ctx = asTenant(from, { companyId, businessId, name: "Client", ...(business && { zone: business.timezoneName }) });
  return { ctx, customerId: client.id, business };
}

/** A link of the caller's own company, good from now on. */
export async function newLink(ctx: Ctx, customerId: string) {
  const client = await query(ctx, async (db) => (await clientsById(db, [customerId])).get(customerId));
  if (mustExist(client, "customerId", "CUSTOMER_NOT_FOUND").deletedAt) throw fail("CUSTOMER_NOT_FOUND", { field: "customerId" });
  const now = Date.now();
  const until = linkUntil(now, now);
  const { companyId, businessId } = ctx;
  const numbers = numbersOfLink({ companyId, businessId, customerId, appointmentId: "0", until });
  const token = sealNumbers(ctx.runtime.config.signingKey, VACCINE_LINK.purpose, numbers);
  return { url: `${ctx.runtime.config.publicUrl}${VACCINE_LINK.path}${token}`, expireTime: toTimestamp(new Date(until)) };
}
