import { clientReach, implement } from "@leashline/kit";
import { ReachService } from "@leashline/proto/leashline/customer/v1/reach_service_pb.js";
import { within } from "../clients/visibility.store.ts";
import { query } from "../db.ts";
import { reachedOf } from "./reach.store.ts";

export const reachRpc = implement(ReachService, {
  // Whichever service asks: what counts is the reach of whom it asks for.
  listReached: (asked, ctx) => query(ctx, (db) => reachedOf(db, asked, within(clientReach(ctx.caller, asked.scope || undefined)))),
});
