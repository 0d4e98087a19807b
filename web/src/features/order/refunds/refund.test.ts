import { OrderStatus } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { expect, test } from "vitest";
import { surplusWords } from "./refund.ts";

const { OPEN, CANCELLED } = OrderStatus;

test.each([
  ["an open bill", OPEN, "7", true, "The client paid this much more than they owed. The bill stays $88.20."],
  ["a deposit of a canceled appointment", CANCELLED, "7", true, "The appointment was canceled, and the deposit goes back to the client."],
  ["a payment of a canceled appointment", CANCELLED, "7", false, "The appointment was canceled, and this payment goes back to the client."],
  ["a payment of a canceled sale", CANCELLED, "0", false, "The bill was canceled, and this payment goes back to the client."],
])("a refund of %s says why it takes nothing off the bill", (_, status, appointmentId, isDeposit, words) =>
  expect(surplusWords({ status, appointmentId }, { isDeposit }, "$88.20")).toBe(words),
);
