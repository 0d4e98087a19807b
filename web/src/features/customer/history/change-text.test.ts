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
    "color, appointment reminders by, asked again to confirm by: the same way → text",
  ],
  ["note", "delete", [], "Note deleted", ""],
])("%s %s %j", (entity, action, changes, title, detail) =>
  expect(changeText(create(HistoryEntrySchema, { entity, action, changes }), (iso) => `<${iso}>`)).toEqual({ title, detail }),
);
