import { expect, test } from "vitest";
import { noneWords } from "./smart-text.ts";

test.each<[string | undefined, string | undefined, string]>([
  ["05/01/2024", "05/08/2024", "No time slot available from 05/01/2024 to 05/08/2024."],
  ["05/01/2024", undefined, "No time slot available since 05/01/2024."],
  [undefined, "05/08/2024", "No time slot available until 05/08/2024."],
])("smart-scheduling-none-messages: from %s until %s without a time", (from, to, said) => expect(noneWords(from, to)).toBe(said));
