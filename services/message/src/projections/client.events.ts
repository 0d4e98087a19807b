import { consumer } from "@leashline/kit";
import { ClientChangedSchema, ClientsImportedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import type { DB } from "../db.gen.ts";
import { upsertClients } from "./client.store.ts";

export const clientChanged = consumer<typeof ClientChangedSchema, DB>(
  ClientChangedSchema,
  async (tx, event) => await upsertClients(tx, [event]),
  { apart: true },
);

export const clientsImported = consumer<typeof ClientsImportedSchema, DB>(ClientsImportedSchema, async (tx, event) => {
  for (let from = 0; from < event.clients.length; from += 1000) await upsertClients(tx, event.clients.slice(from, from + 1000));
});
