import { consumer } from "@leashline/kit";
import { BusinessChangedSchema, ClosedDateChangedSchema, StaffChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import type { DB } from "../db.gen.ts";
import { forgetPlace } from "./place.ts";
import { keepStaff } from "./staff.store.ts";

export const businessChanged = consumer<typeof BusinessChangedSchema, DB>(BusinessChangedSchema, async (tx, event) => {
  const values = { name: event.businessName, zone: event.timezoneName, currency: event.currencyCode };
  await tx.db
    .insertInto("business")
    .values({ company_id: tx.ctx.companyId, business_id: event.businessId, ...values })
    .onConflict((conflict) => conflict.columns(["company_id", "business_id"]).doUpdateSet(values))
    .execute();
  tx.afterCommit(() => forgetPlace(tx.ctx, event.businessId));
});

export const staffChanged = consumer<typeof StaffChangedSchema, DB>(StaffChangedSchema, async (tx, event) => {
  await keepStaff(tx.db, tx.ctx.companyId, [
    {
      staff_id: event.staffId,
      first_name: event.firstName,
      last_name: event.lastName,
      color_code: event.colorCode,
      business_ids: event.businessIds,
      show_on_calendar: event.showOnCalendar,
      book_online_available: event.bookOnlineAvailable,
      deleted: event.deleted,
      sort: event.sort,
    },
  ]);
  for (const businessId of event.businessIds) tx.notify("calendar.staff", { businessId, ids: [event.staffId] });
});

export const closedDateChanged = consumer<typeof ClosedDateChangedSchema, DB>(ClosedDateChangedSchema, async (tx, event) => {
  const { companyId } = tx.ctx;
  if (event.deleted) {
    await tx.db.deleteFrom("closed_date").where("company_id", "=", companyId).where("closed_date_id", "=", event.closedDateId).execute();
  } else {
    const values = { business_id: event.businessId, start_date: event.startDate, end_date: event.endDate, description: event.description };
    await tx.db
      .insertInto("closed_date")
      .values({ company_id: companyId, closed_date_id: event.closedDateId, ...values })
      .onConflict((conflict) => conflict.columns(["company_id", "closed_date_id"]).doUpdateSet(values))
      .execute();
  }
  tx.notify("calendar.schedule", { businessId: event.businessId });
});
