import { businessesOf, type Ctx, scopeLevel, todayIn } from "@leashline/kit";
import { ScopeKind, ScopeLevel } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { mayContact } from "../clients/visibility.ts";
import type { FilteredFor } from "./filter-properties.store.ts";

/** What a filter may ask for this caller. Who sees only the abandoned bookings that chose them asks for none: the list does not know whom they chose. */
export const filteredFor = (ctx: Ctx): FilteredFor => ({
  currency: ctx.caller.currency,
  zone: ctx.caller.zone,
  today: todayIn(ctx.caller.zone),
  contact: mayContact(ctx),
  abandoned: scopeLevel(ctx, ScopeKind.ABANDONED_BOOKINGS) > ScopeLevel.OWN ? { businessIds: businessesOf(ctx, "0") } : null,
});
