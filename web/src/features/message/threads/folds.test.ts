import { create } from "@bufbuild/protobuf";
import { TimestampSchema } from "@bufbuild/protobuf/wkt";
import { expect, test } from "vitest";
import { foldsOf } from "./folds.ts";

const sent = (id: string, useCase = "", staffId = "0") => ({ id, type: 1, useCase, staffId });
const theirs = (id: string) => ({ id, type: 2, useCase: "", staffId: "0" });
const shape = (messages: Parameters<typeof foldsOf>[0]) =>
  foldsOf(messages).map(({ automatic, messages: all }) => [automatic, all.map(({ id }) => id).join()]);

test("automatic messages in a row are one fold; what people write stands by itself, in its order", () => {
  expect(
    shape([sent("1", "booked"), sent("2", "booked"), theirs("3"), sent("4", "reminder first"), sent("5", "", "8"), sent("6")]),
  ).toEqual([
    [true, "1,2"],
    [false, "3"],
    [true, "4"],
    [false, "5"],
    [false, "6"],
  ]);
});

test("an automatic message that a person sent by hand is that person's", () => {
  expect(shape([sent("1", "booked", "8")])).toEqual([[false, "1"]]);
});

test("what still waits for the morning is a fold of its own", () => {
  const waiting = (id: string, seconds: bigint) => ({ ...sent(id, "booked"), waitUntil: create(TimestampSchema, { seconds }) });
  expect(shape([sent("1", "booked"), waiting("2", 1n), waiting("3", 1n), waiting("4", 2n), sent("5", "booked")])).toEqual([
    [true, "1"],
    [true, "2,3"],
    [true, "4"],
    [true, "5"],
  ]);
});
