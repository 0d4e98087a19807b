import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Ctx, displayPhone, fromWireDate, phoneKey, reducePhone, toTimestamp, toWireDate } from "@leashline/kit";
import type { ClientInput, ClientSchema } from "@leashline/proto/leashline/customer/v1/client_pb.js";
import type { ClientColumns, StoredClient } from "./client.ts";
import type { ClientPatch } from "./client.write.ts";
import { mayContact } from "./visibility.ts";

/** How a client reads to this caller: without phone and e-mail when they may not see them. */
export function toClient(row: StoredClient, ctx: Ctx): MessageInitShape<typeof ClientSchema> {
  const open = mayContact(ctx);
  return {
    customerId: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    email: open ? row.email : "",
    phoneNumber: open ? row.phoneNumber : "",
    phoneDisplay: open ? displayPhone(row.phoneNumber, ctx.caller.country) : "",
    type: row.type,
    ...(row.birthday ? { birthday: toWireDate(row.birthday) } : {}),
    inactive: row.inactive,
    clientColor: row.clientColor,
    avatarPath: row.avatarPath,
    isBlockMessage: row.isBlockMessage,
    isBlockOnlineBooking: row.isBlockOnlineBooking,
    referralSourceId: row.referralSourceId,
    preferredGroomerId: row.preferredGroomerId,
    preferredFrequencyDay: row.preferredFrequencyDay,
    preferredFrequencyType: row.preferredFrequencyType,
    preferredBusinessId: row.preferredBusinessId,
    preferredDay: row.preferredDay,
    preferredTime: row.preferredTime,
    sendAutoEmail: row.sendAutoEmail,
    sendAutoMessage: row.sendAutoMessage,
    sendAppAutoMessage: row.sendAppAutoMessage,
    unconfirmedReminderBy: row.unconfirmedReminderBy,
    apptReminderByList: row.apptReminderByList,
    customerTagIdList: row.tagIds,
    primaryAddressId: row.primaryAddressId,
    primaryContactId: row.primaryContactId,
    isUnsubscribed: row.isUnsubscribed,
    isProspectCustomer: row.finishedCount === 0,
    ownerUnknown: row.ownerUnknown,
    deleted: row.deletedAt !== null,
    erased: row.erasedAt !== null,
    eraseTime: toTimestamp(row.erasedAt),
    version: row.version,
    createTime: toTimestamp(row.createdAt),
    updateTime: toTimestamp(row.updatedAt),
    source: row.source,
  };
}

/** The fields a request names, as columns; a named field that is not set is cleared. */
export function readInput(input: ClientInput, names: ReadonlySet<string>, country: string): ClientPatch {
  const phone = reducePhone(input.phoneNumber ?? "");
  const all: Record<string, ClientColumns> = {
    firstName: { firstName: input.firstName ?? "" },
    lastName: { lastName: input.lastName ?? "" },
    email: { email: (input.email ?? "").trim() },
    phoneNumber: { phoneNumber: phone, phoneKey: phoneKey(phone, country) },
    type: { type: input.type || 2 },
    birthday: { birthday: input.birthday ? fromWireDate(input.birthday, "client.birthday") : null },
    inactive: { inactive: input.inactive ?? false },
    clientColor: { clientColor: input.clientColor ?? "" },
    avatarPath: { avatarPath: input.avatarPath ?? "" },
    isBlockMessage: { isBlockMessage: input.isBlockMessage ?? false },
    isBlockOnlineBooking: { isBlockOnlineBooking: input.isBlockOnlineBooking ?? false },
    referralSourceId: { referralSourceId: input.referralSourceId ?? "0" },
    preferredGroomerId: { preferredGroomerId: input.preferredGroomerId ?? "0" },
    preferredFrequencyDay: { preferredFrequencyDay: input.preferredFrequencyDay ?? 0 },
    preferredFrequencyType: { preferredFrequencyType: input.preferredFrequencyType ?? 0 },
    preferredBusinessId: { preferredBusinessId: input.preferredBusinessId ?? "0" },
    preferredDay: { preferredDay: input.preferredDay },
    preferredTime: { preferredTime: input.preferredTime },
    sendAutoEmail: { sendAutoEmail: input.sendAutoEmail ?? true },
    sendAutoMessage: { sendAutoMessage: input.sendAutoMessage ?? true },
    sendAppAutoMessage: { sendAppAutoMessage: input.sendAppAutoMessage ?? true },
    unconfirmedReminderBy: { unconfirmedReminderBy: input.unconfirmedReminderBy ?? 0 },
    apptReminderByList: { apptReminderByList: input.apptReminderByList },
    isUnsubscribed: { isUnsubscribed: input.isUnsubscribed ?? false },
  };
  const columns = Object.assign({}, ...[...names].map((name) => all[name] ?? {})) as ClientColumns;
  return { columns, tagIds: names.has("customerTagIdList") ? input.customerTagIdList : null };
}
