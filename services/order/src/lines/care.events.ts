import { consumer, type Tx } from "@leashline/kit";
import { CareGivenSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import type { DB } from "../db.ts";
import { lockOrder } from "../orders/order.store.ts";
import { storeOrder } from "../orders/store-order.ts";
import { storeGiven } from "./auto-charges.store.ts";
import { following } from "./follow-appointment.ts";

/** What the pets of a visit were given is charged for where a charge of its bill says so; a bill that is not there yet finds it when it is made. */
export const careConsumer = consumer(
  CareGivenSchema,
  async (tx: Tx<DB>, { appointmentId, given, version }) => {
    const said = given.map(({ petId, kind, times }) => ({ petId, kind, times }));
    if (!(await storeGiven(tx.db, appointmentId, { given: said, version }))) return;
    const order = await lockOrder(tx.db, { appointmentId });
    if (order) await storeOrder(tx, order, await following(tx, order), "care");
  },
  { apart: true, locks: ({ appointmentId }) => [`invoice-of-appointment:${appointmentId}`] },
);
