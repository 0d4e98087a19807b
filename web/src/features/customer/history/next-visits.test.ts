import { create } from "@bufbuild/protobuf";
import { AppointmentSchema } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { ClientClassSchema } from "@leashline/proto/leashline/calendar/v1/class_hold_service_pb.js";
import { expect, test } from "vitest";
import { inOrder, newestFirst } from "./next-visits.ts";

const december = (day: number) => ({ year: 2026, month: 12, day });
const visit = (id: string, day: number, startTime: number) => create(AppointmentSchema, { id, appointmentDate: december(day), startTime });
const place = (className: string, ...sessions: { day: number; over?: boolean }[]) =>
  create(ClientClassSchema, {
    className,
    sessions: sessions.map(({ day, over = false }) => ({ date: december(day), startTime: 600, over })),
  });

test("visits and sessions of classes are one list by day and time, a class by its next session", () => {
  const visits = [visit("late", 20, 540), visit("evening", 4, 1080), visit("morning", 4, 540)];
  const places = [place("Puppy", { day: 1, over: true }, { day: 4 }, { day: 11 }), place("Recall", { day: 2 })];
  const said = inOrder(visits, places).map((one) => one.visit?.id ?? one.place?.className);
  expect(said).toEqual(["Recall", "morning", "Puppy", "evening", "late"]);
});

test("a client's bookings are one list by day, the newest first, and each class stands on one page of them", () => {
  const places = [
    place("Puppy", { day: 24 }),
    place("Recall", { day: 1, over: true }),
    place("Tricks", { day: 12 }),
    place("Scent", { day: 19 }),
  ];
  const [first, last] = [
    [visit("a", 22, 540), visit("b", 20, 540)],
    [visit("c", 14, 540), visit("d", 10, 540)],
  ];
  const said = (...[lists, at]: Parameters<typeof newestFirst>) =>
    newestFirst(lists, at).map((one) => one.visit?.id ?? one.place?.className);
  expect(said({ visits: first, places }, { isLast: false })).toEqual(["Puppy", "a", "b"]);
  expect(said({ visits: last, places }, { before: first[1], isLast: true })).toEqual(["Scent", "c", "Tricks", "d", "Recall"]);
  expect(said({ visits: [], places }, { isLast: true })).toEqual(["Puppy", "Scent", "Tricks", "Recall"]);
});
