import { create } from "@bufbuild/protobuf";
import { ClientSchema, PreferredTipSchema } from "@leashline/proto/leashline/customer/v1/client_pb.js";
import { GetClientDetailResponseSchema } from "@leashline/proto/leashline/customer/v1/client_requests_pb.js";
import { MergeField, MergePetField } from "@leashline/proto/leashline/customer/v1/merge_service_pb.js";
import { PetSchema } from "@leashline/proto/leashline/customer/v1/pet_pb.js";
import { expect, test } from "vitest";
import { mergeFields, missing, sidesOf } from "./merge-sides.ts";
import { petFields, petSidesOf, takenAtFirst } from "./pet-sides.ts";

const plain = (text: string) => text;
const words = {
  phone: plain,
  day: plain,
  money: () => "$5",
  source: plain,
  staff: (id: string) => `staff ${id}`,
  location: plain,
  hours: (hours: readonly number[]) => hours.join("–"),
};
const valuesOf = (values: object): number[] => Object.values(values).filter((value) => typeof value === "number" && value > 0) as number[];

test("every field that can be chosen is offered, of clients and of pets", () => {
  expect(mergeFields.map(([field]) => field).sort((a, b) => a - b)).toEqual(valuesOf(MergeField));
  expect(petFields.map(([field]) => field).sort((a, b) => a - b)).toEqual(valuesOf(MergePetField));
});

test("what only the one who goes has is taken at first; what both have is the one's who stays", () => {
  const known = (client: object, tip?: object) => ({
    detail: create(GetClientDetailResponseSchema, { client: create(ClientSchema, client as never) }),
    tip: tip && create(PreferredTipSchema, tip),
  });
  const stays = known({ firstName: "Ann", preferredGroomerId: "0", avatarPath: "/a.jpg" }, { enable: false, percentage: 30 });
  const goes = known(
    { firstName: "Annie", preferredGroomerId: "7", avatarPath: "/b.jpg", apptReminderByList: [1, 2], unconfirmedReminderBy: 3 },
    { enable: true, percentage: 22 },
  );
  const sides = sidesOf(stays, goes, words);
  expect(sides.map(({ field, winner, loser }) => [field, winner, loser])).toEqual([
    [MergeField.NAME, "Ann", "Annie"],
    [MergeField.PHOTO, "/a.jpg", "/b.jpg"],
    [MergeField.PREFERRED_STAFF, "", "staff 7"],
    [MergeField.PREFERRED_TIP, "", "22%"],
    [MergeField.REMINDER_WAYS, "", "text, email; call until confirmed"],
  ]);
  expect(missing(sides)).toEqual([MergeField.PREFERRED_STAFF, MergeField.PREFERRED_TIP, MergeField.REMINDER_WAYS]);
});

test("days and hours without a frequency are something: they are not taken for a blank that the other record fills", () => {
  const known = (client: object, expectedFrequencyDays: number) => ({
    detail: create(GetClientDetailResponseSchema, { client: create(ClientSchema, client as never), overview: { expectedFrequencyDays } }),
    tip: undefined,
  });
  const sides = sidesOf(known({ preferredDay: [2], preferredTime: [540, 720] }, 0), known({}, 28), words);
  expect(sides.map(({ field, winner, loser }) => [field, winner, loser])).toEqual([
    [MergeField.PREFERRED_TIMES, "Tuesday, 540–720", "every 4 weeks"],
  ]);
  expect(missing(sides)).toEqual([]);
});

test("of two pets that are one, blanks are filled from the one that goes", () => {
  const pet = (more: object) => create(PetSchema, { petName: "Rex", petType: "Dog", ...more });
  const [stays, goes] = [pet({ weight: 20, behavior: "Calm" }), pet({ weight: 21, feeding: "Twice a day", breed: "Poodle" })];
  const sides = petSidesOf(stays, goes, { phone: plain, day: plain, weight: (value) => `${value} lb` });
  expect(sides.map(({ label, winner, loser }) => [label, winner, loser])).toEqual([
    ["Breed", "Dog", "Dog, Poodle"],
    ["Weight", "20 lb", "21 lb"],
    ["Feeding", "", "Twice a day"],
  ]);
  expect(takenAtFirst(stays, goes, sides)).toEqual([MergePetField.FEEDING, MergePetField.BREED]);
});
