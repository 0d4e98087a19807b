import { on, projection } from "@leashline/kit";
import { type ClientChanged, ClientChangedSchema, ClientsImportedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { RecordService } from "@leashline/proto/leashline/customer/v1/record_service_pb.js";

/** Who is due, by name, and how often they wish to come. */
export const clients = projection<ClientChanged>({
  table: "clientFact",
  key: "customerId",
  columns: {
    customerId: (client) => client.customerId,
    name: (client) => `${client.firstName} ${client.lastName}`.trim(),
    everyDays: (client) => client.expectedFrequencyDays,
    inactive: (client) => client.inactive || client.deleted,
  },
  events: [on(ClientChangedSchema, (event) => [event]), on(ClientsImportedSchema, (event) => event.clients)],
  source: async (ctx, afterCustomerId, pageSize) =>
    (await ctx.client(RecordService).listClientRecords({ afterCustomerId, pageSize })).clients,
});
