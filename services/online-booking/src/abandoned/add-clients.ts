import { asTenant, type Ctx } from "@leashline/kit";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { BookingCustomerType } from "@leashline/proto/leashline/online_booking/v1/abandoned_booking_pb.js";
import { command } from "../db.ts";
import { changeFlow } from "./abandoned.events.ts";
import { lockFlow } from "./abandoned.store.ts";
import type { AbandonedRow } from "./abandoned.ts";

const canBeAdded = ({ customerId, customer: { firstName, lastName } }: AbandonedRow): boolean =>
  customerId === "0" && firstName !== "" && lastName !== "";

/** Makes clients of those who are none yet; once for each, however often it is asked for. Answers how many. */
export async function addClients(ctx: Ctx, rows: readonly AbandonedRow[]): Promise<number> {
  const wanted = rows.filter(canBeAdded);
  for (const row of wanted) await addClient(ctx, row);
  return wanted.length;
}

async function addClient(ctx: Ctx, row: AbandonedRow): Promise<void> {
  const keyed = asTenant({ ...ctx, idempotencyKey: `abandoned-client:${row.id}` }, ctx.caller);
  const { firstName, lastName, phoneNumber, email } = row.customer;
  const { client } = await keyed.client(ClientService).upsertClientWithPets({
    client: {
      firstName,
      lastName,
      preferredBusinessId: row.businessId,
      // What finds a client: only what was shown to be the person's.
      ...(row.verified.includes("phone") && { phoneNumber }),
      ...(row.verified.includes("email") && { email }),
    },
    unconfirmed: { phoneNumber, email },
    pets: row.pets
      .filter(({ petName }) => petName !== "")
      .map(({ petName, petType, breed, weight }) => ({ pet: { petName, petType, breed, ...(weight > 0 && { weight }) } })),
    source: "online booking",
  });
  await command({ ...ctx, idempotencyKey: "" }, async (tx) => {
    const before = await lockFlow(tx, row.id);
    const { id, businessId } = before;
    await changeFlow(tx, before, { customerId: client?.customerId ?? "0", customerType: BookingCustomerType.EXISTING_CLIENT });
    tx.log({ entity: "abandoned_booking", id, action: "add_client", businessId });
    tx.notify("online_booking.abandoned", { businessId });
    return {};
  });
}
