import { expect, test } from "vitest";
import { sizeText } from "./file-words.ts";

test.each([
  [1, "1 KB"],
  [240_400, "240 KB"],
  [999_400, "999 KB"],
  [1_200_000, "1.2 MB"],
  [4_500_000, "4.5 MB"],
])("%i bytes: %s", (bytes, said) => expect(sizeText(bytes)).toBe(said));
