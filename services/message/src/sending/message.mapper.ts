import type { MessageInitShape } from "@bufbuild/protobuf";
import { toTimestamp } from "@leashline/kit";
import type { MessageSchema } from "@leashline/proto/leashline/message/v1/message_pb.js";
import type { MessageRow } from "./message.store.ts";

export function toMessage(row: MessageRow): MessageInitShape<typeof MessageSchema> {
  return {
    id: row.id,
    threadId: row.threadId ?? "0",
    businessId: row.businessId,
    customerId: row.customerId,
    staffId: row.staffId,
    staffName: row.staffName,
    targetType: row.targetType,
    messageText: row.messageText,
    subject: row.subject,
    mediaUrl1: row.mediaUrl1,
    type: row.author,
    method: row.method,
    isRead: row.isRead,
    customerIsRead: row.customerIsRead,
    readTime: toTimestamp(row.readTime),
    status: row.status,
    errorCode: row.errorCode,
    errorMessage: row.errorMessage,
    messageType: row.messageType,
    numSegments: row.numSegments,
    mimeType: row.mimeType,
    createTime: toTimestamp(row.createTime),
    sentTime: toTimestamp(row.sentTime),
    useCase: row.useCase,
    appointmentId: row.appointmentId,
    address: row.address,
    waitUntil: toTimestamp(row.waitUntil),
  };
}
