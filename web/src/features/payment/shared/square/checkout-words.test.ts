import { SquareCheckoutStatus as Status } from "@leashline/proto/leashline/payment/v1/square_terminal_service_pb.js";
import { expect, test } from "vitest";
import { checkoutLabel, isOver, squareWords } from "./checkout-words.ts";

test("square-checkout-status: on a screen a checkout that failed is canceled, and only one that is completed is paid", () => {
  expect(checkoutLabel[Status.FAILED]).toBe("Canceled");
  expect(Object.values(checkoutLabel).filter((label) => label === "Paid")).toHaveLength(1);
  expect([Status.CREATED, Status.PAID, Status.COMPLETED, Status.FAILED].filter(isOver)).toEqual([Status.COMPLETED, Status.FAILED]);
});

test("while a terminal stops, and when Square charged what does not fit here, the screen says so", () => {
  const at = { stopping: false, amount: "$30.00", name: "Front desk" };
  expect(squareWords(Status.CREATED, at).text).toContain("$30.00 at Front desk");
  expect(squareWords(Status.CREATED, { ...at, stopping: true }).title).toBe("Canceling");
  expect(squareWords(Status.PAID, at).text).toContain("cannot be entered");
});
