import { consumer } from "@leashline/kit";
import { BusinessChangedSchema, ClosedDateChangedSchema, StaffChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import type { CalendarTx } from "../db.ts";
import { deleteClosedDate, upsertBusiness, upsertClosedDate } from "./business.store.ts";
import { forgetBusiness } from "./business.ts";
import { upsertStaff } from "./staff.store.ts";

const businessChanged = consumer(BusinessChangedSchema, async (tx: CalendarTx, event) => {
  const { businessId, businessName: name, timezoneName: zone, currencyCode: currency } = event;
  await upsertBusiness(tx.db, { businessId, name, zone, currency });
  tx.afterCommit(() => forgetBusiness(tx.ctx, businessId));
});

const staffChanged = consumer(StaffChangedSchema, async (tx: CalendarTx, event) => {
  const { staffId, firstName, lastName, colorCode, businessIds, showOnCalendar, bookOnlineAvailable, deleted, sort } = event;
  await upsertStaff(tx.db, [{ staffId, firstName, lastName, colorCode, businessIds, showOnCalendar, bookOnlineAvailable, deleted, sort }]);
  for (const businessId of businessIds) tx.notify("calendar.staff", { businessId, ids: [staffId] });
});

const closedDateChanged = consumer(ClosedDateChangedSchema, async (tx: CalendarTx, event) => {
  const { closedDateId, businessId, startDate, endDate, description } = event;
  if (event.deleted) await deleteClosedDate(tx.db, closedDateId);
  else await upsertClosedDate(tx.db, { closedDateId, businessId, startDate, endDate, description });
  tx.notify("calendar.schedule", { businessId });
});

export const projectionConsumers = [businessChanged, staffChanged, closedDateChanged];
