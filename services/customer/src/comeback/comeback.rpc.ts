import type { Impl } from "@leashline/kit";
import type { ClientListService } from "@leashline/proto/leashline/customer/v1/client_list_service_pb.js";
import type { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { toClient } from "../clients/client.mapper.ts";
import { command } from "../db.ts";
import { bringBack, bringBackAll } from "./comeback.ts";

export const comebackHandlers = {
  async restoreClient({ customerId }, ctx) {
    return await command(ctx, async (tx) => ({ client: toClient(await bringBack(tx, customerId), ctx) }));
  },
} satisfies Partial<Impl<typeof ClientService>>;

export const listComebackHandlers = {
  async restoreClients({ customerIds }, ctx) {
    return await command(ctx, (tx) => bringBackAll(tx, customerIds));
  },
} satisfies Partial<Impl<typeof ClientListService>>;
