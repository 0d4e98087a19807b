import { create } from "@bufbuild/protobuf";
import { ClientSchema } from "@leashline/proto/leashline/customer/v1/client_pb.js";
import { expect, test } from "vitest";
import { againWays, clientInput, locationOptions, reminderWays, valuesOf } from "./client-values.ts";

const [north, south] = [
  { id: "1", name: "North" },
  { id: "2", name: "South" },
];

test.each([
  ["of one location there is nothing to choose", [north], "1", []],
  ["of several each is offered", [north, south], "2", ["North", "South"]],
  ["a client of none says so", [north], "0", ["No location in particular", "North"]],
  ["one that the asker does not reach stays", [north], "9", ["Another location", "North"]],
])("where a client may be at home: %s", (_, locations, now, labels) =>
  expect(locationOptions(locations, now).map(({ label }) => label)).toEqual(labels),
);

test.each([
  ["text and email are offered", [], ["Text", "Email"]],
  ["a call that was brought along stays", ["3", "2"], ["Text", "Email", "Call"]],
])("how a client may be reminded: %s", (_, stored, labels) => expect(reminderWays(stored).map(({ label }) => label)).toEqual(labels));

test("whoever is asked again in no way of their own is asked the same way; what was chosen is saved as numbers", () => {
  expect(againWays("0").map(({ value, label }) => [value, label])).toEqual([
    ["0", "The same way"],
    ["1", "Text"],
    ["2", "Email"],
  ]);
  expect(againWays("3").at(-1)?.label).toBe("Call");
  const chosen = { ...valuesOf(create(ClientSchema)), remindedBy: ["2", "1"], askedAgainBy: "1" };
  expect(clientInput(chosen, create(ClientSchema))).toMatchObject({ apptReminderByList: [2, 1], unconfirmedReminderBy: 1 });
});

test.each([
  ["", 0, 0],
  ["", 3, 3],
  ["4", 0, 2],
])("saving a client changes the unit of how often they come only with a number: %j where %i is stored", (frequency, stored, unit) =>
  expect(
    clientInput({ ...valuesOf(create(ClientSchema)), frequency, frequencyType: "2" }, { preferredFrequencyType: stored }),
  ).toMatchObject({
    preferredFrequencyDay: Number(frequency),
    preferredFrequencyType: unit,
  }),
);

test("what is saved of a client's page says all that the page was filled from, so that undo puts it back", () => {
  const client = create(ClientSchema, {
    ...{ firstName: "Ada", phoneNumber: "+12065550100", birthday: { year: 1990, month: 5, day: 1 }, preferredFrequencyDay: 6 },
    ...{ preferredFrequencyType: 2, customerTagIdList: ["4"], preferredGroomerId: "5", preferredDay: [1, 3], preferredTime: [540, 720] },
    ...{ apptReminderByList: [1, 2], unconfirmedReminderBy: 1, sendAutoMessage: true },
  });
  const saved = create(ClientSchema, { ...clientInput(valuesOf(client), client) });
  expect(saved).toEqual(client);
  expect(clientInput({ ...valuesOf(client), birthday: "" }, client)).not.toHaveProperty("birthday");
});
