import { MessageMethod, MessageStatus } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { type Selectable, sql } from "kysely";
import type { DB } from "../db.gen.ts";
import type { Db } from "../db.ts";
import type { MessageRow } from "../sending/message.store.ts";
import { type Setting, type Template, UseCase, useCaseName, withDefaults } from "./auto-message.ts";

function toSetting(row: Selectable<DB["autoMessage"]>): Setting {
  return {
    useCase: row.useCase as UseCase,
    isEnabled: row.isEnabled,
    clientReceive: row.clientReceive,
    daysBefore: row.daysBefore,
    minutesAt: row.minutesAt,
    hoursAfter: row.hoursAfter,
    templates: row.templates as Template[],
    version: row.version,
  };
}

/** One per use case: what the business set, else the default. */
export async function listSettings(db: Db, businessId: string): Promise<Setting[]> {
  const rows = await db
    .selectFrom("autoMessage")
    .selectAll()
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .execute();
  return withDefaults(rows.map(toSetting));
}

export async function findSetting(db: Db, businessId: string, useCase: UseCase): Promise<Setting> {
  const found = (await listSettings(db, businessId)).find((setting) => setting.useCase === useCase);
  if (!found) throw new Error(`There is no use case ${useCase}.`);
  return found;
}

export async function saveSetting(db: Db, businessId: string, setting: Setting): Promise<void> {
  const values = {
    isEnabled: setting.isEnabled,
    clientReceive: setting.clientReceive,
    daysBefore: setting.daysBefore,
    minutesAt: setting.minutesAt,
    hoursAfter: setting.hoursAfter,
    templates: JSON.stringify(setting.templates),
    version: setting.version,
  };
  await db
    .insertInto("autoMessage")
    .values({ companyId: db.companyId, businessId, useCase: setting.useCase, ...values })
    .onConflict((conflict) => conflict.columns(["companyId", "businessId", "useCase"]).doUpdateSet(values))
    .execute();
}

/** Whether the last that its client was told of an appointment, of its cancellation and of what says that it is on, is that it is canceled. */
export async function thinksItIsOff(db: Db, appointmentId: string, saysItIsOn: readonly UseCase[]): Promise<boolean> {
  const off = useCaseName[UseCase.CANCELLED] ?? "";
  const last = await db
    .selectFrom("message")
    .select("useCase")
    .where("companyId", "=", db.companyId)
    .where("appointmentId", "=", appointmentId)
    .where("appointmentId", ">", "0")
    .where("useCase", "in", [off, ...saysItIsOn.map((useCase) => useCaseName[useCase] ?? "")])
    .where("status", "<>", MessageStatus.FAILED)
    .where("waitUntil", "is", null)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.useCase === off;
}

/** What clients wrote on the pages of these appointments, newest first. */
export const listWritten = (db: Db, appointmentIds: string[]): Promise<MessageRow[]> =>
  db
    .selectFrom("message")
    .selectAll()
    .where("companyId", "=", db.companyId)
    .where("appointmentId", "=", sql<string>`any(${appointmentIds}::bigint[])`)
    .where("appointmentId", ">", "0")
    .where("author", "=", 2)
    .where("method", "=", MessageMethod.APP)
    .where("forget", "=", false)
    .orderBy("id", "desc")
    .limit(200)
    .execute();

/** The one text of what was done to several appointments at once, where it waits and is of another of its client's than this one. */
export async function waitsForAnother(db: Db, { appointmentId, cause }: { appointmentId: string; cause: string }) {
  const row = await db
    .selectFrom("message")
    .innerJoin("visit", (join) =>
      join.onRef("visit.companyId", "=", "message.companyId").onRef("visit.customerId", "=", "message.customerId"),
    )
    .select(["message.waitUntil", "message.businessId"])
    .where("message.companyId", "=", db.companyId)
    .where("visit.appointmentId", "=", appointmentId)
    .where("message.cause", "=", cause)
    .where("message.appointmentId", "<>", appointmentId)
    .where("message.waitUntil", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return row?.waitUntil ? { waitUntil: row.waitUntil, businessId: row.businessId } : undefined;
}
