import { MessageStatus } from "@leashline/proto/leashline/message/v1/message_pb.js";
import type { Db } from "../db.ts";
import type { MessageRow } from "./message.store.ts";

type Which = { ids: string[] } | { cause: string; customerId?: string };

/** Deletes texts that wait. Answers whose threads they were in. */
export async function deleteWaiting(db: Db, which: Which): Promise<Pick<MessageRow, "threadId" | "businessId">[]> {
  return await db
    .deleteFrom("message")
    .where("companyId", "=", db.companyId)
    .where("waitUntil", "is not", null)
    .$if("ids" in which, (query) => query.where("id", "in", "ids" in which ? which.ids : []))
    .$if("cause" in which, (query) => query.where("cause", "=", "cause" in which ? which.cause : ""))
    .$if("customerId" in which, (query) => query.where("customerId", "=", ("customerId" in which && which.customerId) || "0"))
    .returning(["threadId", "businessId"])
    .execute();
}

/** Deletes a message that is under way and did not go out. Answers whose thread it was in. */
export async function deleteUnsent(db: Db, id: string): Promise<Pick<MessageRow, "threadId" | "businessId">[]> {
  return await db
    .deleteFrom("message")
    .where("companyId", "=", db.companyId)
    .where("id", "=", id)
    .where("status", "=", MessageStatus.SENDING)
    .returning(["threadId", "businessId"])
    .execute();
}

/** Whether its client hears the same, or newer, from another text: a later one of its kind, or, of a move, of the booking, which has not gone out long. */
export async function isSaidElsewhere(db: Db, { id, appointmentId, useCase, method }: MessageRow, movedAt: Date | null): Promise<boolean> {
  const about = db
    .selectFrom("message")
    .select("id")
    .where("companyId", "=", db.companyId)
    .where("appointmentId", "=", appointmentId)
    .where("appointmentId", ">", "0")
    .where("method", "=", method);
  const later = await about.where("useCase", "=", useCase).where("id", ">", id).limit(1).executeTakeFirst();
  if (later || useCase !== "rescheduled") return later !== undefined;
  const booked = about.where("useCase", "in", ["booked", "request accepted"]);
  const underWay = [MessageStatus.QUEUED, MessageStatus.SENDING];
  const heard = booked.where((eb) => eb.or([eb("waitUntil", "is not", null), eb("status", "in", underWay), eb("sentTime", ">", movedAt)]));
  return (await heard.limit(1).executeTakeFirst()) !== undefined;
}

/** One to whom a bulk message does not go after all. */
export async function leftOutOfBulk(db: Db, id: string): Promise<void> {
  await db
    .updateTable("bulkMessage")
    .set((eb) => ({ skipped: eb("skipped", "+", 1) }))
    .where("companyId", "=", db.companyId)
    .where("id", "=", id)
    .execute();
}
