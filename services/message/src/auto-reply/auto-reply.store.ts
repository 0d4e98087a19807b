import { AutoReplyStatus } from "@leashline/proto/leashline/message/v1/auto_reply_service_pb.js";
import type { Db } from "../db.ts";
import type { AutoReplySetting, Day } from "./auto-reply.ts";

const NOT_SET: AutoReplySetting = { body: "", status: AutoReplyStatus.NOT_SET, startTime: 0, endTime: 0, timeRange: [] };

export async function findAutoReply(db: Db, businessId: string): Promise<AutoReplySetting> {
  const row = await db
    .selectFrom("autoReply")
    .selectAll()
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .executeTakeFirst();
  if (!row) return NOT_SET;
  const { autoReplyBody: body, status, startTime, endTime, timeRange } = row;
  return { body, status, startTime, endTime, timeRange: timeRange as Day[] };
}

export async function saveAutoReply(db: Db, businessId: string, { body, timeRange, ...times }: AutoReplySetting): Promise<void> {
  const values = { autoReplyBody: body, timeRange: JSON.stringify(timeRange), ...times };
  await db
    .insertInto("autoReply")
    .values({ companyId: db.companyId, businessId, ...values })
    .onConflict((conflict) => conflict.columns(["companyId", "businessId"]).doUpdateSet(values))
    .execute();
}
