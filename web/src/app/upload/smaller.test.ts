import { expect, test } from "vitest";
import { beginsLikeProof, unfit } from "./smaller.ts";

const MEGABYTE = 1024 * 1024;

test.each([
  ["image/heic", 1, undefined],
  ["application/pdf", 25 * MEGABYTE, undefined],
  ["", 1, undefined],
  ["application/pdf", 25 * MEGABYTE + 1, "Send a file of at most 25 MB, or a photo of it"],
  ["text/plain", 1, "Send a photo or a PDF"],
  ["video/mp4", 1, "Send a photo or a PDF"],
])("a file of the kind %j with %i bytes: %s", (type, size, said) => expect(unfit({ type, size })).toBe(said));

test.each([
  ["a web page called a photo", "<!doctype html><p>Rabies", false],
  ["a table", "name,day\nRabies,2027", false],
  ["nothing", "", false],
  ["a PDF", "%PDF-1.7\n", true],
  ["a JPEG", "\xff\xd8\xff\xe0 JFIF", true],
  ["a PNG", "\x89PNG\r\n\x1a\n", true],
  ["a phone's HEIC", "\0\0\0\x18ftypheic", true],
  ["a WebP", "RIFF\x10\n\0\0WEBPVP8 ", true],
])("by how it begins, %s is taken for a photo or a PDF: %#", async (_, head, taken) => {
  const bytes = Uint8Array.from(head, (character) => character.charCodeAt(0));
  expect(await beginsLikeProof(new File([bytes], "rabies.jpg", { type: "image/jpeg" }))).toBe(taken);
});
