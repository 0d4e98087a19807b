import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const source = join(import.meta.dirname, "src");
const code = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(source, name), "utf8") }));

test("a component's file has at most 150 lines", () => {
  const long = code.filter(({ name, text }) => name.endsWith(".tsx") && text.trimEnd().split("\n").length > 150);
  expect(long.map(({ name }) => name)).toEqual([]);
});

/** The arguments of a call, from its opening bracket on, by the commas that stand in no other bracket. */
function argumentsAt(text: string, from: number): number {
  let [depth, commas] = [0, 0];
  for (let at = from; at < text.length; at++) {
    const sign = text[at] ?? "";
    if ("([{".includes(sign)) depth++;
    if (")]}".includes(sign) && --depth === 0) return commas + 1;
    if (sign === "," && depth === 1) commas++;
  }
  return 0;
}

test("every effect says what it depends on", () => {
  const bare = code.flatMap(({ name, text }) =>
    [...text.matchAll(/\buse(?:Layout)?Effect\(/g)]
      .filter(({ index, 0: call }) => argumentsAt(text, index + call.length - 1) < 2)
      .map(({ index }) => `${name}:${text.slice(0, index).split("\n").length}`),
  );
  expect(bare, "what it needs, but must not run again for, goes through useEffectEvent").toEqual([]);
});
