import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fromBinary } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";
import { describe, expect, test } from "vitest";
import { slimDescriptors } from "./slim-descriptors.ts";

const path = createRequire(import.meta.url).resolve("@leashline/proto/leashline/account/v1/session_service_pb.js");
const original = readFileSync(path, "utf8");
const encodedIn = (code: string): string => /fileDesc\("([^"]+)"/.exec(code)?.[1] ?? "";
/** The bytes that the browser makes base64 of. */
const bytesIn = (code: string): Buffer =>
  Buffer.from(JSON.parse(/fileDesc\(\/\*@__PURE__\*\/ btoa\(("(?:[^"\\]|\\.)+")\)/.exec(code)?.[1] ?? '""') as string, "latin1");
const transform = slimDescriptors().transform as (code: string, id: string) => string | undefined;

describe("descriptors in the browser", () => {
  const slim = transform(original, path) ?? "";

  test("carry no access rules, validation or REST paths", () => {
    expect(slim).not.toMatch(/file_buf_validate|file_google_api|options_v1_access/);
    expect(bytesIn(slim).length).toBeGreaterThan(0);
    expect(bytesIn(slim).length).toBeLessThan(Buffer.from(encodedIn(original), "base64").length);
  });

  test("still name every message, method and its idempotency", () => {
    const names = (code: string) => [...code.matchAll(/^export const (\w+)/gm)].map((match) => match[1]);
    expect(names(slim)).toEqual(names(original));
    const text = bytesIn(slim).toString("latin1");
    expect(fromBinary(FileDescriptorProtoSchema, bytesIn(slim)).package).toBe("leashline.account.v1");
    for (const word of ["GetSessionInfo", "SignInRequest", "target_business_id"]) expect(text).toContain(word);
  });

  test("other files are left alone", () => expect(transform("x", "/src/app/App.tsx")).toBeUndefined());
});
