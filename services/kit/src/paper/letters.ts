import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Outline, outlinesOf } from "./woff2.ts";

/** Inter, in a file for each script; one is read when the first letter of it is written. */
const folder = "@fontsource-variable/inter";
const from = createRequire(import.meta.url);

type Script = { name: string; ranges: (readonly [number, number])[]; outline?: ReturnType<typeof outlinesOf> };
let scripts: Script[] | undefined;
const known = new Map<number, Outline | undefined>();

/** "U+0100-02BA,U+20B4" */
const rangesOf = (text: string): Script["ranges"] =>
  text.split(",").map((range) => {
    const [first = "", last = first] = range.slice(2).split("-");
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });

function scriptsOf(code: number): Script[] {
  scripts ??= Object.entries(from(`${folder}/unicode.json`) as Record<string, string>).map(([name, text]) => ({
    name,
    ranges: rangesOf(text),
  }));
  return scripts.filter(({ ranges }) => ranges.some(([first, last]) => code >= first && code <= last));
}

function found(code: number): Outline | undefined {
  for (const script of scriptsOf(code)) {
    script.outline ??= outlinesOf(readFileSync(from.resolve(`${folder}/files/inter-${script.name}-standard-normal.woff2`)));
    const outline = script.outline(code);
    if (outline) return outline;
  }
  return undefined;
}

/** How a letter is drawn; nothing for one of a script that the font has not. */
export function letterOf(code: number): Outline | undefined {
  if (!known.has(code)) known.set(code, found(code));
  return known.get(code);
}
