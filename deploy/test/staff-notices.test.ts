import { StaffNotificationPreferenceSchema } from "@leashline/proto/leashline/account/v1/staff_pb.js";
import { expect, test } from "vitest";
import { staffNoticeConsumers } from "../../services/message/src/notifications/staff-notice.events.ts";
import { staffNotices } from "../../services/message/src/notifications/staff-notice.ts";
import { EVENTS } from "../../web/src/features/account/shared/notification-events.ts";

/** Kept, but of no effect yet, so no screen shows them: nothing happens that they could tell of. */
const withoutEvent = ["reviewSubmitted"];

test("every switch for a notification that is shown has a sender, and every one that is kept is shown or excused here", () => {
  const senders = Object.keys(staffNotices).sort();
  expect(EVENTS.map(([name]) => name as string).sort()).toEqual(senders);
  expect(staffNoticeConsumers).toHaveLength(senders.length);
  const kept = StaffNotificationPreferenceSchema.fields.map(({ localName }) => localName);
  expect([...senders, ...withoutEvent].sort()).toEqual(kept.sort());
});
