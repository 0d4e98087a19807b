import { PaymentStatus } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { expect, test } from "vitest";
import { FAILED, pollPreAuth, UNKNOWN } from "./pre-auth-poll.ts";

const { PROCESSING, PAID, COMPLETED, FAILED: failed } = PaymentStatus;

test.each([
  ["processing, processing, paid", [PROCESSING, PROCESSING, PAID], undefined, 3],
  ["completed at once", [COMPLETED], undefined, 1],
  ["5 times processing", [PROCESSING, PROCESSING, PROCESSING, PROCESSING, PROCESSING, PAID], UNKNOWN, 5],
  ["failed", [PROCESSING, failed], FAILED, 2],
] as const)("pre-auth-poll: %s", async (_, answers, words, polls) => {
  let asked = 0;
  const said = await pollPreAuth(
    async () => answers[asked++] ?? PROCESSING,
    async () => undefined,
  );
  expect([said, asked]).toEqual([words, polls]);
});
