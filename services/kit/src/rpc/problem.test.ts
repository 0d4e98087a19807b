import { Code } from "@connectrpc/connect";
import { expect, test, vi } from "vitest";
import { fromConnectError } from "../errors.ts";
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

test("a full disk is told as such", () => {
  expect(said({ code: "53100" })).toMatchObject({ code: Code.ResourceExhausted, number: 900050, logged: 0 });
});

test.each(["23505", "42P01", undefined])("%s is a fault of ours: logged, and its text stays inside", (code) => {
  expect(said({ code })).toEqual({ code: Code.Internal, number: 0, text: "System busy, please try again later.", logged: 1 });
});
