import { create } from "@bufbuild/protobuf";
import { HistoryEntrySchema } from "@leashline/proto/leashline/customer/v1/history_pb.js";
import { expect, test } from "vitest";
import { changeText } from "./change-text.ts";

const text = (value: string) => JSON.stringify(value);

test.each([
  [
    "pet",
    "create",
    [
      { field: "id", after: text("7") },
      { field: "petName", after: text("Coco") },
    ],
    "Pet added",
    "Coco",
  ],
  ["client", "update", [{ field: "phoneNumber", before: text("1"), after: text("2") }], "Client changed", "phone number: 1 → 2"],
  [
    "client",
    "update",
    [
      { field: "email", after: text("a@b.test") },
      { field: "version", after: "3" },
    ],
    "Client changed",
    "email: a@b.test",
  ],
  ["pet", "update", [{ field: "breed", before: text("Shiba") }], "Pet changed", "breed: Shiba → none"],
  [
    "pet",
    "update",
    [
      { field: "tags", before: "[1]", after: "[]" },
      { field: "isAlert", after: "true" },
    ],
    "Pet changed",
    "tags, is alert: yes",
  ],
  ["client", "update", [{ field: "type", before: "1", after: "2" }], "Client changed", "type: lead → client"],
  [
    "lead",
    "update",
    [
      { field: "stage", before: "1", after: "3" },
      { field: "nextStepDate", before: text("2026-11-20"), after: text("2026-12-01") },
    ],
    "Lead changed",
    "stage: new → interested, next step date: <2026-11-20> → <2026-12-01>",
  ],
  [
    "client",
    "update",
    [
      { field: "clientColor", before: text("#2A66A8"), after: text("#8253A1") },
      { field: "apptReminderByList", before: "[]", after: "[2]" },
      { field: "unconfirmedReminderBy", before: "0", after: "1" },
    ],
    "Client changed",
    "color, appointment reminders by: email, asked again to confirm by: the same way → text",
  ],
  [
    "client",
    "update",
    [
      { field: "apptReminderByList", before: "[1]", after: "[1,2]" },
      { field: "preferredFrequencyType", before: "", after: "2" },
      { field: "preferredDay", before: "[]", after: "[1,3]" },
      { field: "isUnsubscribed", before: "", after: "" },
    ],
    "Client changed",
    "appointment reminders by: text → text, email, preferred days: Monday, Wednesday",
  ],
  [
    "client",
    "update",
    [
      { field: "preferredFrequencyType", before: "", after: "2" },
      { field: "preferredFrequencyDay", before: "", after: "3" },
    ],
    "Client changed",
    "comes every: 3 weeks",
  ],
  [
    "client",
    "update",
    [
      { field: "preferredFrequencyDay", before: "3", after: "2" },
      { field: "preferredFrequencyType", before: "2", after: "3" },
    ],
    "Client changed",
    "comes every: 3 weeks → 2 months",
  ],
  ["note", "delete", [], "Note deleted", ""],
])("%s %s %j", (entity, action, changes, title, detail) =>
  expect(changeText(create(HistoryEntrySchema, { entity, action, changes }), (iso) => `<${iso}>`)).toEqual({ title, detail }),
);
