import { createHmac } from "node:crypto";
import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Ctx, can, networkOf } from "@leashline/kit";
import type { VisitorHoldSchema } from "@leashline/proto/leashline/calendar/v1/slot_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";

/** What a page lets visitors hold. The decision on bounds for visitors gives the reasons. */
const bounds = {
  /** Times held at once while choosing: by one network, and by everybody at one business. */
  perNetwork: 5,
  perBusiness: 12,
  /** Times kept at one business for requests of people who are no clients. */
  newcomersRequests: 30,
  /** Percent of the free time of a person's day that strangers hold together. */
  share: 50,
};

export type Hold = MessageInitShape<typeof VisitorHoldSchema>;

/** Told apart without being known: the same for the same, and nothing that could be read back. */
export const hashOf = ({ runtime, companyId }: Ctx, kind: string, value: string): string =>
  createHmac("sha256", runtime.config.signingKey).update(`visitor:${companyId}:${kind}:${value}`).digest("base64url").slice(0, 22);

export const networkKey = (ctx: Ctx): string => hashOf(ctx, "network", networkOf(ctx.caller.ip));

/** Somebody who may decide about this business's requests, or their program, enters one for a pet parent: they answer for whom they enter. */
export function isVouched(ctx: Ctx, shop: { companyId: string; businessId: string }): boolean {
  const { caller } = ctx;
  const ofShop = (caller.kind === "staff" || caller.kind === "apiKey") && caller.companyId === shop.companyId;
  return ofShop && caller.businessIds.includes(shop.businessId) && can(ctx, Permission.MANAGE_BOOKING_REQUESTS);
}

/** While somebody chooses. */
export function choosing(ctx: Ctx, stranger: boolean): Hold {
  const network = { key: `network:${networkKey(ctx)}`, most: bounds.perNetwork };
  const business = { key: `choosing:${ctx.businessId}`, most: bounds.perBusiness };
  return { bounds: [network, business], strangerShare: stranger ? bounds.share : 0 };
}

export const requestKey = (id: string): string => `request:${id}`;

/** While a request waits for staff; before it is stored it has no number yet. */
export function requested(ctx: Ctx, { stranger, id }: { stranger: boolean; id?: string }): Hold {
  const newcomers = { key: `newcomers:${ctx.businessId}`, most: bounds.newcomersRequests };
  return {
    requested: true,
    strangerShare: stranger ? bounds.share : 0,
    bounds: [...(stranger ? [newcomers] : []), ...(id ? [{ key: requestKey(id), most: 1 }] : [])],
  };
}
