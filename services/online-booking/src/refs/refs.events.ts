import { consumer } from "@leashline/kit";
import { BusinessChangedSchema, StaffChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import type { DB } from "../db.ts";
import { makeSetting } from "../settings/setting.store.ts";
import { keepBusiness, keepStaff, removeStaff } from "./refs.store.ts";

export const refConsumers = [
  consumer<typeof BusinessChangedSchema, DB>(BusinessChangedSchema, async (tx, event) => {
    await keepBusiness(tx, event);
    await makeSetting(tx, event.businessId, event.businessName);
  }),
  consumer<typeof StaffChangedSchema, DB>(StaffChangedSchema, async (tx, event) => {
    if (event.deleted) await removeStaff(tx, event.staffId);
    else await keepStaff(tx, event);
  }),
];
