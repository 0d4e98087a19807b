import { type ClientReach, type Ctx, can, clientReach } from "@leashline/kit";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";

/** Whether the caller sees phone numbers and e-mails. */
export const mayContact = (ctx: Ctx): boolean => can(ctx, Permission.VIEW_CLIENT_CONTACT);

/** How far a call reaches: one of our own services that acts for somebody has let them in already. */
export const reachOf = ({ caller }: Ctx): ClientReach => (caller.via !== "" ? { kind: "all" } : clientReach(caller));
/**
 * The locations of whose visits and bills a client's page may tell: null for every one, also for whoever works at all there are. A client may be reached
 * who is known at other locations too.
 */
export function toldPlaces(ctx: Ctx): readonly string[] | null {
  if (reachOf(ctx).kind === "all") return null;
  const { businessIds, companyBusinessIds: every } = ctx.caller;
  return every.length > 0 && every.every((id) => businessIds.includes(id)) ? null : businessIds;
}
export const reachesAll = (ctx: Ctx): boolean => reachOf(ctx).kind === "all";

/** Whom a call is made for, whichever of our own services makes it: for what nobody has let them in to yet, such as every client that a list means. */
export const asAsker = (ctx: Ctx): Ctx => (ctx.caller.kind === "service" ? ctx : { ...ctx, caller: { ...ctx.caller, via: "" } });
