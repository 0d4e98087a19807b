import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Ctx, fromWireDate, toTimestamp, toWireDate } from "@leashline/kit";
import type { ClientInput, ClientSchema } from "@leashline/proto/leashline/customer/v1/client_pb.js";
import type { ClientColumns, StoredClient } from "./client.ts";
import type { ClientPatch } from "./client.write.ts";
import { displayPhone, phoneKey, reducePhone } from "./phone.ts";
import { mayContact } from "./visibility.ts";

/** How a client reads to this caller: without phone and e-mail when they may not see them. */
export function toWire(row: StoredClient, ctx: Ctx): MessageInitShape<typeof ClientSchema> {
  const open = mayContact(ctx);
  return {
    customerId: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: open ? row.email : "",
    phoneNumber: open ? row.phone_number : "",
    phoneDisplay: open ? displayPhone(row.phone_number, ctx.caller.country) : "",
    type: row.type,
    ...(row.birthday ? { birthday: toWireDate(row.birthday) } : {}),
    inactive: row.inactive,
    clientColor: row.client_color,
    avatarPath: row.avatar_path,
    isBlockMessage: row.is_block_message,
    isBlockOnlineBooking: row.is_block_online_booking,
    referralSourceId: row.referral_source_id,
    preferredGroomerId: row.preferred_groomer_id,
    preferredFrequencyDay: row.preferred_frequency_day,
    preferredFrequencyType: row.preferred_frequency_type,
    preferredBusinessId: row.preferred_business_id,
    preferredDay: row.preferred_day,
    preferredTime: row.preferred_time,
    sendAutoEmail: row.send_auto_email,
    sendAutoMessage: row.send_auto_message,
    sendAppAutoMessage: row.send_app_auto_message,
    unconfirmedReminderBy: row.unconfirmed_reminder_by,
    apptReminderByList: row.appt_reminder_by_list,
    customerTagIdList: row.tag_ids,
    primaryAddressId: row.primary_address_id,
    primaryContactId: row.primary_contact_id,
    isUnsubscribed: row.is_unsubscribed,
    isProspectCustomer: row.finished_count === 0,
    ownerUnknown: row.owner_unknown,
    deleted: row.deleted_at !== null,
    version: row.version,
    createTime: toTimestamp(row.created_at),
    updateTime: toTimestamp(row.updated_at),
    source: row.source,
  };
}

/** The fields a request names, as columns; a named field that is not set is cleared. */
export function readInput(input: ClientInput, names: ReadonlySet<string>, country: string): ClientPatch {
  const phone = reducePhone(input.phoneNumber ?? "");
  const all: Record<string, ClientColumns> = {
    firstName: { first_name: input.firstName ?? "" },
    lastName: { last_name: input.lastName ?? "" },
    email: { email: (input.email ?? "").trim() },
    phoneNumber: { phone_number: phone, phone_key: phoneKey(phone, country) },
    type: { type: input.type || 2 },
    birthday: { birthday: input.birthday ? fromWireDate(input.birthday, "client.birthday") : null },
    inactive: { inactive: input.inactive ?? false },
    clientColor: { client_color: input.clientColor ?? "" },
    avatarPath: { avatar_path: input.avatarPath ?? "" },
    isBlockMessage: { is_block_message: input.isBlockMessage ?? false },
    isBlockOnlineBooking: { is_block_online_booking: input.isBlockOnlineBooking ?? false },
    referralSourceId: { referral_source_id: input.referralSourceId ?? "0" },
    preferredGroomerId: { preferred_groomer_id: input.preferredGroomerId ?? "0" },
    preferredFrequencyDay: { preferred_frequency_day: input.preferredFrequencyDay ?? 0 },
    preferredFrequencyType: { preferred_frequency_type: input.preferredFrequencyType ?? 0 },
    preferredBusinessId: { preferred_business_id: input.preferredBusinessId ?? "0" },
    preferredDay: { preferred_day: input.preferredDay },
    preferredTime: { preferred_time: input.preferredTime },
    sendAutoEmail: { send_auto_email: input.sendAutoEmail ?? true },
    sendAutoMessage: { send_auto_message: input.sendAutoMessage ?? true },
    sendAppAutoMessage: { send_app_auto_message: input.sendAppAutoMessage ?? true },
    unconfirmedReminderBy: { unconfirmed_reminder_by: input.unconfirmedReminderBy ?? 0 },
    apptReminderByList: { appt_reminder_by_list: input.apptReminderByList },
    isUnsubscribed: { is_unsubscribed: input.isUnsubscribed ?? false },
  };
  const columns = Object.assign({}, ...[...names].map((name) => all[name] ?? {})) as ClientColumns;
  return { columns, tagIds: names.has("customerTagIdList") ? input.customerTagIdList : null };
}
