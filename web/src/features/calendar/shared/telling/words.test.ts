import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { expect, test } from "vitest";
import { tellingWords } from "./words.ts";

const { SMS, EMAIL, APP } = MessageMethod;
const now = new Date("2026-11-20T12:00:00Z");
const after = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
const timeOf = () => "8:00 AM";

test.each([
  [[SMS], 30, "The client will be texted in half a minute.", "Don’t text", "The client won’t be texted"],
  [[EMAIL], 30, "The client will be emailed in half a minute.", "Don’t email", "The client won’t be emailed"],
  [[SMS, EMAIL], 30, "The client will be told in half a minute.", "Don’t tell them", "The client won’t be told"],
  [[APP], 30, "The client will be told in half a minute.", "Don’t tell them", "The client won’t be told"],
  [[SMS], 7_200, "The client will be texted at 8:00 AM.", "Don’t text", "The client won’t be texted"],
])("how a move is said to be told: %j, due in %i seconds", (methods, seconds, note, offer, done) => {
  expect(tellingWords({ methods, due: after(seconds) }, now, timeOf)).toEqual({ note, offer, done });
});
