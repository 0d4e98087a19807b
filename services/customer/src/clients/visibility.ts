import { type ClientReach, type Ctx, can, clientReach } from "@leashline/kit";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";

/** Whether the caller sees phone numbers and e-mails. */
export const mayContact = (ctx: Ctx): boolean => can(ctx, Permission.VIEW_CLIENT_CONTACT);

/** How far a call reaches: one of our own services that acts for somebody has let them in already. */
export const reachOf = ({ caller }: Ctx): ClientReach => (caller.via !== "" ? { kind: "all" } : clientReach(caller));
export const reachesAll = (ctx: Ctx): boolean => reachOf(ctx).kind === "all";

/** Whom a call is made for, whichever of our own services makes it: for what nobody has let them in to yet, such as every client that a list means. */
export const asAsker = (ctx: Ctx): Ctx => (ctx.caller.kind === "service" ? ctx : { ...ctx, caller: { ...ctx.caller, via: "" } });
