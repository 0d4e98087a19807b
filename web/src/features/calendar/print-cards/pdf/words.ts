import type { Area, Words } from "./marks.ts";

/** Where things of a sheet are in points, from what the browser says of the screen. */
export type Scale = { areaOf: (box: DOMRect) => Area; pointsOf: (pixels: string) => number };
type Look = Pick<Words, "size" | "bold" | "color">;

/** Of the height of a line of Inter, what lies above its base line: its ascent of 0.969 beside a descent of 0.241. */
const ABOVE = 0.969 / (0.969 + 0.241);

type Part = { text: string; from: number; box: DOMRect };

/** A word, or its parts where it is broken over lines. */
function partsOf(node: Text, from: number, text: string): Part[] {
  const range = document.createRange();
  const boxesOf = (start: number, end: number) => {
    range.setStart(node, start);
    range.setEnd(node, end);
    return [...range.getClientRects()];
  };
  const [box, ...more] = boxesOf(from, from + text.length);
  if (!box) return [];
  if (more.length === 0) return [{ text, from, box }];
  const parts: Part[] = [];
  let at = from;
  for (const letter of text) {
    const [own] = boxesOf(at, at + letter.length);
    const last = parts.at(-1);
    if (own && last && Math.abs(own.top - last.box.top) < own.height / 2) {
      last.text += letter;
      last.box = new DOMRect(last.box.left, last.box.top, own.right - last.box.left, last.box.height);
    } else if (own) parts.push({ text: letter, from: at, box: own });
    at += letter.length;
  }
  return parts;
}

/** As much of a word as is seen before an edge at which three dots stand for the rest. */
function cutAt({ text, box }: Part, edge: number): Part | undefined {
  const letters = [...text];
  const room = Math.floor((letters.length * (edge - box.left)) / box.width) - 1;
  if (room < 1) return undefined;
  const kept = letters.slice(0, room).join("");
  return { text: kept, from: 0, box: new DOMRect(box.left, box.top, (box.width * room) / letters.length, box.height) };
}

/** The words of a text where the browser has put them. `edge` is where the rest is cut. */
export function wordsIn(node: Text, look: Look, { areaOf }: Scale, edge: number | undefined): Words[] {
  const words: Words[] = [];
  const put = (text: string, box: DOMRect, spaced: boolean, width?: number) => {
    const area = areaOf(box);
    words.push({ kind: "words", ...look, text, x: area.x, baseline: area.y + area.height * ABOVE, width, spaced });
  };
  for (const { 0: word, index } of node.data.matchAll(/\S+/g)) {
    const isLast = index + word.length === node.data.length;
    for (const part of partsOf(node, index, word)) {
      const cut = edge !== undefined && part.box.right > edge + 1;
      const seen = cut ? cutAt(part, edge) : part;
      if (seen) put(seen.text.normalize("NFC"), seen.box, !isLast && !cut, areaOf(seen.box).width);
      if (!cut) continue;
      put("…", new DOMRect(seen?.box.right ?? part.box.left, part.box.top, 0, part.box.height), false);
      return words;
    }
  }
  return words;
}
