import { expect, test } from "vitest";
import { type Caller, type Ctx, nobody } from "../context.ts";
import { ErrorCode } from "../errors.ts";
import { mustExist, mustExistFor } from "./found.ts";

const at = (caller: Partial<Caller>): Ctx => ({ caller: { ...nobody, ...caller } }) as Ctx;
const row = { businessId: "2" };

test("what is not there is refused with its field and code; what is there passes, also when it says little", () => {
  expect(mustExist("", "id")).toBe("");
  expect(() => mustExist(undefined, "vanId")).toThrow(expect.objectContaining({ code: ErrorCode.NOT_FOUND, options: { field: "vanId" } }));
  expect(() => mustExist(null, "", "PET_NOT_FOUND")).toThrow(expect.objectContaining({ code: ErrorCode.PET_NOT_FOUND, options: {} }));
});

test("what is at a business does not exist for whoever does not work there; our own services work everywhere", () => {
  expect(mustExistFor(at({ businessIds: ["2"] }), row)).toBe(row);
  expect(mustExistFor(at({ via: "order" }), row)).toBe(row);
  expect(() => mustExistFor(at({ businessIds: ["1"] }), row, "id")).toThrow(expect.objectContaining({ options: { field: "id" } }));
  expect(() => mustExistFor(at({ via: "order" }), null)).toThrow(expect.objectContaining({ code: ErrorCode.NOT_FOUND }));
});
