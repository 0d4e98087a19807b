import { plainText } from "@leashline/kit";
import { MessageMethod, MessageStatus } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { sql } from "kysely";
import type { Db } from "../db.ts";
import type { Answer } from "./answer.ts";
import type { Inbound } from "./inbound.ts";
import type { Route } from "./route.ts";

/** Keeps what came in before anything is made of it; answers whether it still has to be applied. Under no company: whose it is shows later. */
export async function keepReceived(db: Db, sid: string, params: Record<string, string>): Promise<boolean> {
  await db
    .insertInto("received")
    .values({ companyId: db.companyId, sid, params: JSON.stringify(params) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await db
    .selectFrom("received")
    .select("appliedAt")
    .where("companyId", "=", db.companyId)
    .where("sid", "=", sid)
    .executeTakeFirst();
  return row?.appliedAt === null;
}

export async function setOutcome(db: Db, sid: string, outcome: string): Promise<void> {
  await db
    .updateTable("received")
    .set({ appliedAt: sql`clock_timestamp()`, outcome })
    .where("companyId", "=", db.companyId)
    .where("sid", "=", sid)
    .execute();
}

type Place = { threadId: string; targetType: number; appointmentId: string | null };

/** Once per sid: nothing for one that is stored already. */
export async function insertInbound(db: Db, inbound: Inbound, route: Route, place: Place) {
  return await db
    .insertInto("message")
    .values({
      companyId: db.companyId,
      businessId: route.businessId,
      threadId: place.threadId,
      customerId: route.customerId,
      targetType: place.targetType,
      author: 2,
      method: MessageMethod.SMS,
      messageType: inbound.mediaUrl ? 2 : 1,
      messageText: plainText(inbound.body),
      mediaUrl1: inbound.mediaUrl,
      mimeType: inbound.mimeType,
      numSegments: inbound.segments,
      status: MessageStatus.RECEIVED,
      isRead: false,
      customerIsRead: true,
      address: inbound.from,
      providerId: inbound.sid,
      appointmentId: place.appointmentId ?? "0",
    })
    .onConflict((conflict) => conflict.columns(["companyId", "providerId"]).where("providerId", "<>", sql.lit("")).doNothing())
    .returning(["id", "createTime"])
    .executeTakeFirst();
}

/** The appointment a Y or N is about: the one our last message about an appointment ahead spoke of, from this number to this phone. */
export async function askedAbout(db: Db, customerId: string, { from, to }: Inbound, answer: Answer): Promise<string | null> {
  const asking =
    answer === "cancel" ? ["reminder first", "reminder second"] : ["reminder first", "reminder second", "booked", "rescheduled"];
  const row = await db
    .selectFrom("message")
    .innerJoin("visit", (join) =>
      join.onRef("visit.companyId", "=", "message.companyId").onRef("visit.appointmentId", "=", "message.appointmentId"),
    )
    .select("visit.appointmentId")
    .where("message.companyId", "=", db.companyId)
    .where("message.customerId", "=", customerId)
    .where("visit.customerId", "=", customerId)
    .where("message.author", "=", 1)
    .where("message.method", "=", MessageMethod.SMS)
    .where("message.address", "=", from)
    .where("message.fromNumber", "in", ["", to])
    .where("message.useCase", "in", asking)
    .where("message.waitUntil", "is", null)
    .where("visit.startAt", ">", new Date())
    .where("visit.status", "in", [1, 2])
    .orderBy("message.id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.appointmentId ?? null;
}
