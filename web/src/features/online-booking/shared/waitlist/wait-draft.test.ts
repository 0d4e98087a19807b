import type { Service } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { expect, test } from "vitest";
import { emptyDraft, familyIn, hasRange, inputOf, isWished, parts, toggledRange } from "./wait-draft.ts";

const services = [
  { id: "1", careType: "GROOMING" },
  { id: "2", careType: "BOARDING" },
] as Service[];

test("the first service says where somebody waits", () => {
  expect(familyIn(emptyDraft({}), services)).toBeUndefined();
  expect(familyIn(emptyDraft({ lines: [{ petId: "7", serviceId: "2" }] }), services)).toBe("stays");
  expect(familyIn(emptyDraft({ lines: [{ petId: "7", serviceId: "1" }] }), services)).toBe("others");
});

test("what is sent names pets once, nights of stays only, and nothing where any will do", () => {
  const lines = [
    { petId: "7", serviceId: "1" },
    { petId: "8", serviceId: "1" },
    { petId: "7", serviceId: "3" },
  ];
  const draft = emptyDraft({ client: { customerId: "4", name: "Jo" }, lines, nights: "3" });
  expect(isWished(draft)).toBe(true);
  expect(inputOf(draft, "others")).toEqual({
    petServices: [
      { petId: "7", serviceList: [{ serviceId: "1" }, { serviceId: "3" }] },
      { petId: "8", serviceList: [{ serviceId: "1" }] },
    ],
    datePreference: { dates: [], nights: 0 },
    timePreference: { timeRanges: [] },
    staffPreference: { staffIds: [] },
    ticketComment: "",
  });
  expect(inputOf(draft, "stays").datePreference.nights).toBe(3);
  expect(isWished({ ...draft, nights: "x" })).toBe(false);
});

test("parts of the day are taken and left, in their order", () => {
  const both = toggledRange(toggledRange([], parts[2]), parts[0]);
  expect(both.map(({ startTime }) => startTime)).toEqual([0, 1020]);
  expect(hasRange(toggledRange(both, parts[0]), parts[0])).toBe(false);
});
