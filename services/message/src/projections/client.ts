import { type Ctx, fail } from "@leashline/kit";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { command, query } from "../db.ts";
import { type Client, findClient } from "./client.store.ts";
import { clients as clientFacts, withNumbers } from "./clients.ts";

/** A client as they are kept; one who is not kept yet is asked for. Undefined where there is none, or none any more. */
export async function clientIfThere(ctx: Ctx, customerId: string): Promise<Client | undefined> {
  const find = () => query(ctx, (db) => findClient(db, customerId));
  const kept = await find();
  if (kept) return kept.deleted ? undefined : kept;
  const { clients } = await ctx.client(ClientService).batchGetClients({ customerIds: [customerId], allowMissing: true });
  const client = clients.find((one) => !one.deleted);
  if (!client) return undefined;
  await command(ctx, async (tx) => clientFacts.store(tx, await withNumbers(tx.db, [client])), { step: "keep-client" });
  return await find();
}

/** The same; 30003 when there is none. */
export async function clientOf(ctx: Ctx, customerId: string): Promise<Client> {
  const client = await clientIfThere(ctx, customerId);
  if (!client) throw fail("CUSTOMER_NOT_FOUND", { field: "customerId" });
  return client;
}
