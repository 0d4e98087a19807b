import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { expect, test } from "vitest";
import { remembered } from "./page-configs.ts";

type Kept = ReturnType<typeof remembered>;
const five = ["1", "2", "3", "4", "5"].reduce<Kept>((kept, thread) => remembered(kept, thread, { size: 40 }), []);

test("message-page-sizes: how five conversations were left is kept, and a sixth takes the place of the one left longest ago", () => {
  expect(five.map(([thread]) => thread)).toEqual(["5", "4", "3", "2", "1"]);
  expect(remembered(five, "6", { size: 20 }).map(([thread]) => thread)).toEqual(["6", "5", "4", "3", "2"]);
});

test("what is new of a conversation joins what was known of it, and takes nobody's place", () => {
  const after = remembered(five, "1", { method: MessageMethod.EMAIL });
  expect(after.map(([thread]) => thread)).toEqual(["1", "5", "4", "3", "2"]);
  expect(after[0]?.[1]).toEqual({ size: 40, method: MessageMethod.EMAIL });
});
