import { create } from "@bufbuild/protobuf";
import { toMoney, toWireDate } from "@leashline/kit";
import { ClassLineSchema } from "@leashline/proto/leashline/calendar/v1/class_hold_service_pb.js";
import { describe, expect, test } from "vitest";
import { wordsOf } from "../offering/offer-words.ts";
import { differenceOf, entryOf, lastDayOf } from "./class-line.ts";

const sessions = ["2031-03-04", "2031-03-11"].map((date) => ({ date: toWireDate(date), startTime: 1080, endTime: 1150 }));
const line = create(ClassLineSchema, {
  groupClass: { id: "30", businessId: "1", serviceId: "8", name: "Puppy school", sessions },
  waiting: ["100", "200"].map((id) => ({ enrolment: { id, customerId: "7", price: toMoney(15_000, "USD") }, bookingRequestId: "5" })),
});

test("the list lacks who is new in a line, and keeps who is being booked or was; who waits there and is in the line no more is gone", () => {
  const entries = [
    { enrolmentId: "100", state: "booked" as const },
    { enrolmentId: "80", state: "waiting" as const },
    { enrolmentId: "90", state: "booking" as const },
    { enrolmentId: "95", state: "removed" as const },
  ];
  const { missing, gone } = differenceOf(line, entries);
  expect(missing.map(({ enrolment }) => enrolment?.id)).toEqual(["200"]);
  expect(gone).toEqual([entries[1]]);
  expect(differenceOf(line, [{ enrolmentId: "100", state: "waiting" as const }]).gone).toEqual([]);
  const removed = { enrolmentId: "200", state: "removed" as const };
  expect(differenceOf(line, [...entries, removed]).back, "off the list, and in the line again").toEqual([removed]);
});

test("a place in the line is an entry of one pet for the price of the class, as long as a session, until the last day of it", () => {
  const pet = { petId: "70", petName: "Rex", petType: "Dog", breed: "" };
  const party = { firstName: "Jo", lastName: "Park", clientColor: "", newClient: true, pet };
  expect(entryOf(line, line.waiting[0]!, party, { today: "2031-02-01", note: "shy" })).toMatchObject({
    ...{ classId: "30", enrolmentId: "100", customerId: "7", bookingRequestId: "5", fromOnline: true, note: "shy", words: "jo park rex" },
    ...{ careTypes: ["GROUP_CLASS"], duration: 70, total: "15000", validFrom: "2031-02-01", validTill: "2031-03-11" },
  });
  expect(lastDayOf(create(ClassLineSchema, {}), "2031-02-01"), "none is to come").toBe("2031-02-01");
});

describe("what is written of a place in a class", () => {
  const told = {
    ...{ firstName: "Jo", pets: ["Rex"], businessName: "Paws", when: "March 4, 6:00 PM", until: "March 1, 9:00 AM", link: "https://x/o/1" },
    className: "Puppy school",
    costs: "6 sessions, $165.00",
  };
  test.each([
    [
      "offered",
      /^Hi Jo, Paws has a place in Puppy school for Rex, from March 4, 6:00 PM \(6 sessions, \$165\.00\)\. It is kept for you until March 1, 9:00 AM\. .*\/o\/1$/,
    ],
    ["expired", /the place in Puppy school at Paws is open to others again\. You keep your place on the waitlist\.$/],
    ["withdrawn", /the place in Puppy school at Paws is no longer available, sorry\. You keep your place on the waitlist\.$/],
    ["lost", /you said yes to the place in Puppy school at Paws.* You keep your place on the waitlist\.$/],
  ] as const)("%s", (what, words) => expect(wordsOf(what, told).text).toMatch(words));
  test("a time is a time as before", () => {
    expect(wordsOf("offered", { ...told, className: "" }).text).toContain("Paws has a time for Rex: March 4, 6:00 PM.");
  });
});
