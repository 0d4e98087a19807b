import { Code } from "@connectrpc/connect";
import { expect, test, vi } from "vitest";
import { fromConnectError, toConnectError, tooLateFor } from "../errors.ts";
import { asConnectError } from "./problem.ts";

const said = (error: object) => {
  const log = { error: vi.fn(), warn: vi.fn() };
  const answer = asConnectError({ log }, { path: "/test/Rpc" }, Object.assign(new Error("select secret from table"), error), {});
  return { code: answer.code, number: fromConnectError(answer)?.code, text: answer.rawMessage, logged: log.error.mock.calls.length };
};

test.each([
  ["22P02", "a blank where a number belongs"],
  ["22003", "a number out of range"],
  ["22021", "a zero character"],
  ["22008", "a date out of range"],
])("%s, %s, is the caller's to mend", (code) => {
  expect(said({ code })).toMatchObject({ code: Code.InvalidArgument, number: 400, logged: 0 });
});

test("out of time a read is asked again, and anything else under its key, whichever of them a service asked for it", () => {
  const log = { error: vi.fn(), warn: vi.fn() };
  const said = (readOnly: boolean, asked: boolean) =>
    asConnectError({ log }, { path: "/test/Rpc", readOnly }, toConnectError(tooLateFor(asked)), {}).rawMessage;
  const over = "The time given for this call was over before it was done. Try again";
  expect([said(true, false), said(false, true)]).toEqual([`${over}.`, `${over} with the same Idempotency-Key.`]);
  const own = asConnectError({ log }, { path: "/test/Rpc", readOnly: true }, tooLateFor(false), {});
  expect([own.rawMessage, fromConnectError(own)?.code]).toEqual([`${over}.`, 900040]);
});

test("a full disk is told as such", () => {
  expect(said({ code: "53100" })).toMatchObject({ code: Code.ResourceExhausted, number: 900050, logged: 0 });
});

test.each(["23505", "42P01", undefined])("%s is a fault of ours: logged, and its text stays inside", (code) => {
  expect(said({ code })).toEqual({ code: Code.Internal, number: 0, text: "System busy, please try again later.", logged: 1 });
});
