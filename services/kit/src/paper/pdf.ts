import { isWritable, numberedIn, Pen, textOf, widthOf, withoutPictures, writable } from "./pen.ts";

export { isWritable };

/** `right` stands at the end of the text's first line. */
export type Line = { text: string; right?: string; size?: number; bold?: boolean; gap?: number };
export type Block = Line | { drawing: string };
export type Attached = { name: string; content: Buffer };

const PAGE = { width: 612, height: 792, margin: 56 };
const ROOM = PAGE.width - 2 * PAGE.margin;
const DRAWING = { scale: 0.3, height: 120 };

/** Cut where words end; a word that is longer than the line is cut anywhere. */
function wrapped(text: string, size: number, bold: boolean, room: number): string[] {
  const lines: string[] = [];
  let line = "";
  const add = (word: string) => {
    const longer = line === "" ? word : `${line} ${word}`;
    if (widthOf(longer, size, bold) <= room) line = longer;
    else if (line !== "") {
      lines.push(line);
      line = "";
      add(word);
    } else {
      let end = word.length - 1;
      while (end > 1 && widthOf(word.slice(0, end), size, bold) > room) end--;
      lines.push(word.slice(0, end));
      add(word.slice(end));
    }
  };
  for (const word of text.split(/\s+/).filter(Boolean)) add(word);
  return [...lines, line];
}

const drawn = (path: string, x: number, y: number): string => {
  const at = (px: string, py: string) => `${(x + Number(px) * DRAWING.scale).toFixed(1)} ${(y - Number(py) * DRAWING.scale).toFixed(1)}`;
  const strokes = [...path.matchAll(/([ML]) ?(\d+) (\d+)/g)].map(([, op, px = "0", py = "0"]) => `${at(px, py)} ${op === "M" ? "m" : "l"}`);
  return `q 1.5 w 1 J 1 j ${strokes.join(" ")} S Q`;
};

/** What is drawn on each page. */
function paged(blocks: readonly Block[], pen: Pen): string[] {
  const pages: string[][] = [[]];
  let y = PAGE.height - PAGE.margin;
  const take = (height: number): string[] => {
    if (y - height < PAGE.margin) {
      pages.push([]);
      y = PAGE.height - PAGE.margin;
    }
    y -= height;
    return pages.at(-1) as string[];
  };
  for (const block of blocks) {
    if ("drawing" in block) {
      take(DRAWING.height).push(drawn(block.drawing, PAGE.margin, y + DRAWING.height));
      continue;
    }
    const { text, right: ofRight = "", size = 10.5, bold = false, gap = 0 } = block;
    y -= gap;
    const right = writable(ofRight);
    const write = (part: string, x: number) => pen.write(part, x, y, size, bold);
    const rightWidth = widthOf(right, size, bold);
    for (const [at, line] of wrapped(writable(text), size, bold, right ? ROOM - rightWidth - size : ROOM).entries()) {
      const page = take(size * 1.4);
      page.push(write(line, PAGE.margin));
      if (right && at === 0) page.push(write(right, PAGE.width - PAGE.margin - rightWidth));
    }
  }
  return pages.map((ops) => ops.join("\n"));
}

/** Says what numbers among the words are, where there are any. */
function ofNumbers(blocks: readonly Block[], attached?: Attached): Block[] {
  const [example] = blocks.flatMap((block) => ("drawing" in block ? [] : (numberedIn(`${block.text} ${block.right ?? ""}`) ?? [])));
  if (!example) return [];
  const kept = attached ? ` ${attached.name}, attached to this file, has them as they were written.` : "";
  return [
    { text: `Some letters cannot be shown here and are given by their Unicode numbers, such as ${example}.${kept}`, size: 9, gap: 14 },
  ];
}

/** A picture among the words of a paper for a client is left out; where the words are proof, its number stands for it. */
const plain = (block: Block): Block =>
  "drawing" in block ? block : { ...block, text: withoutPictures(block.text), ...(block.right && { right: withoutPictures(block.right) }) };

/** A document of text and drawings, with one file attached where there is one, which has the text as it was written. */
export function pdfOf(title: string, blocks: readonly Block[], attached?: Attached): Buffer {
  const objects: Buffer[] = [];
  const put = (object: Buffer): number => objects.push(object);
  const stream = (extra: string, bytes: Buffer): number =>
    put(Buffer.concat([Buffer.from(`<<${extra} /Length ${bytes.length}>>\nstream\n`), bytes, Buffer.from("\nendstream")]));
  const add = (object: string, content?: string): number =>
    content === undefined ? put(Buffer.from(object, "latin1")) : stream(object, Buffer.from(content, "latin1"));
  // The first two are written when it is known what there is.
  const [catalog, pages] = [add(""), add("")];
  const set = (at: number, object: string) => {
    objects[at - 1] = Buffer.from(object, "latin1");
  };
  const pen = new Pen();
  const shown = attached ? blocks : blocks.map(plain);
  const contents = paged([...shown, ...ofNumbers(shown, attached)], pen);
  const standard = (name: string) => add(`<</Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding>>`);
  const fonts = [{ name: "F", object: standard("Helvetica") }, { name: "B", object: standard("Helvetica-Bold") }, ...pen.fonts(add)];
  let files = "";
  if (attached) {
    const { name, content } = attached;
    const file = stream("/Type /EmbeddedFile /Subtype /application#2Fjson", content);
    const named = add(`<</Type /Filespec /F (${name}) /UF (${name}) /AFRelationship /Data /EF <</F ${file} 0 R>>>>`);
    files = ` /Names <</EmbeddedFiles <</Names [(${name}) ${named} 0 R]>>>> /AF [${named} 0 R]`;
  }
  const resources = `/Resources <</Font <<${fonts.map(({ name, object }) => `/${name} ${object} 0 R`).join(" ")}>>>>`;
  const box = `/MediaBox [0 0 ${PAGE.width} ${PAGE.height}]`;
  const kids = contents.map((ops) => add(`<</Type /Page /Parent ${pages} 0 R ${box} ${resources} /Contents ${add("", ops)} 0 R>>`));
  set(catalog, `<</Type /Catalog /Pages ${pages} 0 R${files}>>`);
  set(pages, `<</Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(" ")}]>>`);
  add(`<</Title ${textOf(title)} /Producer (Leashline)>>`);
  return assembled(objects);
}

function assembled(objects: readonly Buffer[]): Buffer {
  const parts = [Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "latin1")];
  const places: number[] = [];
  let length = parts[0]?.length ?? 0;
  for (const [at, object] of objects.entries()) {
    places.push(length);
    const whole = Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), object, Buffer.from("\nendobj\n")]);
    parts.push(whole);
    length += whole.length;
  }
  const rows = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<</Size ${size} /Root 1 0 R /Info ${objects.length} 0 R>>\nstartxref\n${length}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(end)]);
}
