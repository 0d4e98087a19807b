import { create } from "@bufbuild/protobuf";
import { MoneySchema } from "@leashline/proto/google/type/money_pb.js";
import { expect, test } from "vitest";
import { agreedText } from "./agreed-policy.ts";

const fee = create(MoneySchema, { currencyCode: "USD", units: 40n });
const money = ({ units }: { units: bigint }) => `$${units}`;

test.each([
  ["nothing", {}, false, ""],
  ["a window", { changeNoticeHours: 24 }, false, "You can change or cancel until 1 day before it begins."],
  ["hours that are no days", { changeNoticeHours: 36 }, false, "You can change or cancel until 36 hours before it begins."],
  ["no window", { changeNoticeHours: 0, cancellationFee: fee }, false, "You can change or cancel until it begins."],
  ["a fee at any time", { cancellationFee: fee }, false, "Canceling costs $40."],
  [
    "a fee for late canceling of several days",
    { changeNoticeHours: 48, cancellationFee: fee },
    true,
    "You can change or cancel until 2 days before it begins. Canceling later costs $40 for each day.",
  ],
])("%s", (_, agreed, each, text) => expect(agreedText(agreed, money, each)).toBe(text));
