import { expect, test } from "vitest";
import { unfit } from "./smaller.ts";

const MEGABYTE = 1024 * 1024;

test.each([
  ["image/heic", 1, undefined],
  ["application/pdf", 25 * MEGABYTE, undefined],
  ["", 1, undefined],
  ["application/pdf", 25 * MEGABYTE + 1, "Send a file of at most 25 MB, or a photo of it"],
  ["text/plain", 1, "Send a photo or a PDF"],
  ["video/mp4", 1, "Send a photo or a PDF"],
])("a file of the kind %j with %i bytes: %s", (type, size, said) => expect(unfit({ type, size })).toBe(said));
