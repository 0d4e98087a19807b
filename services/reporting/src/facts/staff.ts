import { on, projection } from "@leashline/kit";
import { type StaffChanged, StaffChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import { RecordService } from "@leashline/proto/leashline/account/v1/record_service_pb.js";

/** Names of those who were given tips. */
export const staff = projection<StaffChanged>({
  table: "staffFact",
  key: "staffId",
  columns: {
    staffId: (one) => one.staffId,
    name: (one) => `${one.firstName} ${one.lastName}`.trim(),
  },
  events: [on(StaffChangedSchema, (event) => [event])],
  source: async (ctx, afterStaffId, pageSize) => (await ctx.client(RecordService).listStaffRecords({ afterStaffId, pageSize })).staff,
});
