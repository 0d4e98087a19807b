import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Ctx, can, toTimestamp } from "@leashline/kit";
import type { ThreadSchema } from "@leashline/proto/leashline/message/v1/thread_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import type { ThreadRow } from "./thread.store.ts";

export const mayContact = (ctx: Ctx): boolean => can(ctx, Permission.VIEW_CLIENT_CONTACT);

/** Number and address only for whoever may see those of clients. */
export function toThread(ctx: Ctx, row: ThreadRow): MessageInitShape<typeof ThreadSchema> {
  const contact = mayContact(ctx) ? { phoneNumber: row.phone, email: row.email } : {};
  return {
    id: row.id,
    businessId: row.businessId,
    staffId: row.staffId,
    customerId: row.customerId,
    customerFirstName: row.firstName,
    customerLastName: row.lastName,
    ...contact,
    clientColor: row.clientColor,
    avatarPath: row.avatarPath,
    lastMessageText: row.lastMessageText,
    lastMessageTime: toTimestamp(row.lastMessageTime),
    lastMessageFromCustomer: row.lastFromCustomer,
    lastTargetType: row.lastTargetType,
    unreadCount: row.unreadCount,
    openStatus: row.openStatus,
    starsTime: toTimestamp(row.starsTime),
    blockTime: toTimestamp(row.blockTime),
    deleteTime: toTimestamp(row.deleteTime),
    lastErrorCode: row.lastErrorCode,
    lastErrorMsg: row.lastErrorMsg,
    textsStopped: row.textsStopped,
  };
}
