import type { Db } from "../db.ts";

/** What somebody asked for at a business that nobody has answered, by day and time. */
export const waitingFor = (db: Db, businessId: string, contact: string, most: number) =>
  db
    .selectFrom("bookingRequest")
    .select(["date", "startTime", "endDate", "summary"])
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .where("contact", "=", contact)
    .where("state", "in", ["submitted", "accepting"])
    .orderBy("date")
    .orderBy("startTime")
    .orderBy("id")
    .limit(most)
    .execute();
