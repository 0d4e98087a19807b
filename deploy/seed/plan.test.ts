import { expect, test } from "vitest";
import { offerOf, planVisits } from "./plan.ts";

const service = (id: string, name: string, duration: number, petType: string, weightFrom = 0, weightTo = 0) =>
  offerOf({ id, name, duration, availability: { petTypes: petType ? [{ petType }] : [], weightFrom, weightTo } });
const offers = [
  service("1", "Full groom: small dog", 90, "Dog", 0, 20),
  service("2", "Full groom: large dog", 150, "Dog", 21, 0),
  service("3", "Puppy's first groom", 45, "Dog"),
  service("4", "Cat lion cut", 75, "Cat"),
  service("5", "Nail trim", 15, ""),
];
const pets = [
  { petId: "10", petType: "Dog", weight: 8 },
  { petId: "11", petType: "Dog", weight: 60 },
  { petId: "12", petType: "Cat", weight: 9 },
];
const fitting: Record<string, string[]> = { 10: ["1", "3", "5"], 11: ["2", "5"], 12: ["4", "5"] };

test("a pet of the demo is brought for what pets of its kind and size are brought for, and for one whole treatment at most", () => {
  const households = pets.map((pet, at) => ({ customerId: String(at), name: "", phoneNumber: "", pets: [pet] }));
  const staff = [{ staffId: "1", name: "Priya", from: 540, to: 1020, daysOff: [0] }];
  const visits = planVisits({ today: "2026-11-20", now: 700, staff, households, offers, daysBefore: 30, daysAfter: 30 });
  const given = visits.flatMap((visit) => visit.petServices);
  expect(given.length).toBeGreaterThan(100);
  for (const { petId, serviceIds } of given) {
    expect(fitting[petId]).toEqual(expect.arrayContaining(serviceIds));
    expect(serviceIds.filter((id) => id !== "5").length).toBeLessThanOrEqual(1);
    expect(serviceIds.length).toBeGreaterThanOrEqual(1);
  }
  expect(new Set(given.flatMap((one) => one.serviceIds))).toEqual(new Set(["1", "2", "3", "4", "5"]));
});
