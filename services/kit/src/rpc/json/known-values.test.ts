import { CreateApiKeyRequestSchema } from "@leashline/proto/leashline/account/v1/api_key_service_pb.js";
import { PreviewSeriesRequestSchema } from "@leashline/proto/leashline/calendar/v1/series_service_pb.js";
import { SaveBookingProgressRequestSchema } from "@leashline/proto/leashline/online_booking/v1/booking_flow_pb.js";
import { UpdateRecoveryMessageSettingRequestSchema } from "@leashline/proto/leashline/online_booking/v1/recovery_message_pb.js";
import { expect, test } from "vitest";
import type { Refusal } from "../../errors.ts";
import { readMessage } from "../unary.ts";

const read = (schema: Parameters<typeof readMessage>[0], json: object) => readMessage(schema, Buffer.from(JSON.stringify(json)), "json");
const refused = (schema: Parameters<typeof readMessage>[0], json: object) => {
  try {
    read(schema, json);
  } catch (error) {
    return (error as Refusal).options;
  }
  return null;
};

test.each([
  ["alone", SaveBookingProgressRequestSchema, { step: "PERSONAL" }, { field: "step", reason: "no value of this name" }],
  [
    "in a list",
    UpdateRecoveryMessageSettingRequestSchema,
    { abandonedSteps: ["BOOKING_STEP_PREPAY", "FOO"] },
    { field: "abandonedSteps.1", reason: "no value of this name" },
  ],
  [
    "by its short name",
    CreateApiKeyRequestSchema,
    { permissions: ["VIEW_CALENDAR"] },
    { field: "permissions.0", reason: "no value of this name, use PERMISSION_VIEW_CALENDAR" },
  ],
  [
    "under the field's other name",
    UpdateRecoveryMessageSettingRequestSchema,
    { abandoned_steps: ["FOO"] },
    { field: "abandonedSteps.0", reason: "no value of this name" },
  ],
])("an enum value that there is not is refused where it stands: %s", (_, schema, json, fields) => {
  expect(refused(schema, json)).toEqual(fields);
});

test("known names, numbers, nothing, and fields that nobody knows pass", () => {
  const known = { abandonedSteps: ["BOOKING_STEP_PREPAY", 11], clientTypes: [], sendOutType: null, soon: "NEW" };
  expect(read(UpdateRecoveryMessageSettingRequestSchema, known)).toMatchObject({ abandonedSteps: [13, 11] });
});

test("what a rule has no words for is refused by its name, on the way in as JSON", () => {
  const asked = (rule: object) =>
    refused(PreviewSeriesRequestSchema, {
      appointmentId: "1",
      rule: { frequency: "REPEAT_FREQUENCY_MONTH", interval: 1, count: 3, ...rule },
    });
  for (const name of ["bySetPos", "byMonthDay", "byMonth", "byday"]) {
    expect(asked({ [name]: [1] })).toMatchObject({ field: `rule.${name}`, reason: expect.stringMatching(/cannot be left out/) });
  }
  expect(asked({ frequency: "YEARLY" })?.field).toBe("rule.frequency");
  expect(asked({ month_day: "REPEAT_MONTH_DAY_DATE" })).toBeNull();
});
