import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Font, Glyph, OpenType } from "opentype.js";

/** Width and path of a letter, in thousandths of its size. */
type Outline = { width: number; path: string };

/** Inter, in a file for each script; one is read when the first letter of it is written, and so is what reads them. */
const folder = "@fontsource/inter";
const from = createRequire(import.meta.url);

type Script = { name: string; ranges: (readonly [number, number])[]; font?: Font };
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

function fontOf(script: Script): Font {
  if (!script.font) {
    const { buffer, byteOffset, byteLength } = readFileSync(from.resolve(`${folder}/files/inter-${script.name}-400-normal.woff`));
    const opentype: OpenType = from("opentype.js");
    script.font = opentype.parse(buffer.slice(byteOffset, byteOffset + byteLength));
  }
  return script.font;
}

/** As a PDF says it: curves of three points become ones of four, which is all that it has. */
function outlineOf({ path: { commands }, advanceWidth = 0 }: Glyph, unitsPerEm: number): Outline {
  const scale = 1_000 / unitsPerEm;
  const say = (...numbers: number[]) => numbers.map((number) => Math.round(number * scale)).join(" ");
  let [atX, atY] = [0, 0];
  const ops = commands.map((command) => {
    if (command.type === "Z") return "h";
    const { x, y } = command;
    const [fromX, fromY] = [atX, atY];
    [atX, atY] = [x, y];
    if (command.type === "M") return `${say(x, y)} m`;
    if (command.type === "L") return `${say(x, y)} l`;
    const { x1, y1 } = command;
    if (command.type === "C") return `${say(x1, y1, command.x2, command.y2, x, y)} c`;
    const toward = (bend: number, end: number) => end + (2 * (bend - end)) / 3;
    return `${say(toward(x1, fromX), toward(y1, fromY), toward(x1, x), toward(y1, y), x, y)} c`;
  });
  return { width: Math.round(advanceWidth * scale), path: ops.join(" ") };
}

function found(code: number): Outline | undefined {
  for (const script of scriptsOf(code)) {
    const font = fontOf(script);
    const glyph = font.charToGlyph(String.fromCodePoint(code));
    if (glyph.index !== 0) return outlineOf(glyph, font.unitsPerEm);
  }
  return undefined;
}

/** How a letter is drawn; nothing for one of a script that the font has not. */
export function letterOf(code: number): Outline | undefined {
  if (!known.has(code)) known.set(code, found(code));
  return known.get(code);
}
