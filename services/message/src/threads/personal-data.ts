import { erasedSql, loggedChanges, personalData } from "@leashline/kit";
import { ClientErasedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";

const theirs = "t.customer_id = any($2)";

/** What was written goes; how many texts were sent stays, since they were paid for. That they want none stays too. */
export const personal = personalData(ClientErasedSchema, {
  places: [
    loggedChanges(["client"], "= any($2)"),
    loggedChanges(["thread"], "in (select h.id from thread h where h.company_id = $1 and h.customer_id = any($2))"),
    loggedChanges(["message"], "in (select m.id from message m where m.company_id = $1 and m.customer_id = any($2))"),
    {
      table: "received",
      whose:
        "t.params->>'From' in (select r.phone_e164 from recipient r where r.company_id = $1 and r.customer_id = any($2) and r.phone_e164 <> '')",
      erase: "go",
    },
    {
      table: "message",
      whose: theirs,
      name: "messages",
      without: ["provider_id", "lease_until", "attempts", "unsure_since"],
      erase: {
        set: `message_text = '', subject = '', html = '', media_url1 = '', address = '', error_message = '', is_read = true,
          delete_time = coalesce(delete_time, now())`,
      },
      // Everybody's pictures, the logo among them, may be in a message as well; they belong to nobody's messages.
      files: ["substring(t.media_url1 from '/uploads/private/.*')"],
    },
    {
      table: "thread",
      whose: theirs,
      erase: {
        set: `last_message_text = '', last_error_msg = '', unread_count = 0, needs_reply = false, delete_time = coalesce(delete_time, now())`,
      },
    },
    { table: "text_consent", whose: theirs, name: "text-consents", erase: { set: "phone = '', words = 'Erased'" } },
    { table: "text_stop", whose: theirs, name: "text-stop", erase: "stay" },
    { table: "visit", whose: theirs, erase: { set: `customer_name = ${erasedSql.full}, lines = '[]'` } },
    {
      table: "recipient",
      whose: theirs,
      files: ["t.avatar_path"],
      erase: {
        set: `first_name = ${erasedSql.first}, last_name = ${erasedSql.last}, email = '', phone = '', phone_e164 = '', client_color = '', avatar_path = '', deleted = true`,
      },
    },
  ],
});
