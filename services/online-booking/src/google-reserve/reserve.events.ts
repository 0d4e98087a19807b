import { consumer, type Tx } from "@leashline/kit";
import { BusinessChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import type { DB } from "../db.ts";
import { followSoon } from "./reserve.jobs.ts";
import { readReserve } from "./reserve.store.ts";

/** Google hears of another address or phone number at once. */
export const reserveConsumers = [
  consumer(BusinessChangedSchema, async (tx: Tx<DB>, { businessId }) => {
    if ((await readReserve(tx.db, businessId))?.enabled) followSoon(tx, businessId);
  }),
];
