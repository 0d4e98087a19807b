import { consumer } from "@leashline/kit";
import { MessageFailedSchema, MessageSentSchema } from "@leashline/proto/leashline/message/v1/events_pb.js";
import { ENTITY } from "../appointments/notes.ts";
import type { CalendarTx } from "../db.ts";
import { isBooked, type NotificationKind } from "./log.store.ts";

// What went out about an appointment stands in its log; it changes nothing of it, so there is nothing to take back.

const methods: Record<string, string> = { sms: "Text", email: "Email", app: "App message" };

type Notice = { readonly appointmentId: string; readonly businessId: string; readonly method: string; readonly useCase: string };

async function logNotice(tx: CalendarTx, action: NotificationKind, notice: Notice, outcome = ""): Promise<void> {
  const { appointmentId: id, businessId, method, useCase } = notice;
  if (!(await isBooked(tx.db, id))) return;
  const note = [methods[method] ?? "Message", useCase, outcome].filter(Boolean).join(": ");
  tx.log({ entity: ENTITY, id, action, note, businessId });
}

const wanted = ({ appointmentId }: Pick<Notice, "appointmentId">): boolean => appointmentId !== "0";

export const notificationConsumers = [
  consumer(MessageSentSchema, (tx: CalendarTx, event) => logNotice(tx, "sendNotification", event), { wanted }),
  consumer(MessageFailedSchema, (tx: CalendarTx, event) => logNotice(tx, "updateNotificationStatus", event, event.reason), { wanted }),
];
