/** Widths of Helvetica's letters from the space on, in thousandths of its size. */
const WIDTHS =
  "278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584"
    .split(" ")
    .map(Number);
const OTHER = 600;
/** Bold letters are wider; by no more than this. */
const BOLD = 1.09;

/** Letters of the standard fonts that stand elsewhere in Unicode. */
const MOVED: Record<string, number> = { "€": 0x80, "…": 0x85, "‘": 0x91, "’": 0x92, "“": 0x93, "”": 0x94, "•": 0x95, "–": 0x96, "—": 0x97 };

/** What the standard fonts have no letter for is a question mark here; the attached file has it as it was written. */
const codeOf = (letter: string): number => {
  const code = letter.codePointAt(0) ?? 63;
  return MOVED[letter] ?? ((code >= 32 && code < 127) || (code >= 160 && code < 256) ? code : 63);
};
const widthOf = (text: string, size: number, bold: boolean): number =>
  ([...text].reduce((sum, letter) => sum + (WIDTHS[codeOf(letter) - 32] ?? OTHER), 0) * size * (bold ? BOLD : 1)) / 1000;
const quoted = (text: string): string =>
  [...text]
    .map((letter) => {
      const code = codeOf(letter);
      return code === 40 || code === 41 || code === 92 ? `\\${letter}` : code < 127 ? String.fromCharCode(code) : `\\${code.toString(8)}`;
    })
    .join("");

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
function paged(blocks: readonly Block[]): string[] {
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
    const { text, right = "", size = 10.5, bold = false, gap = 0 } = block;
    y -= gap;
    const write = (part: string, x: number) =>
      `BT /${bold ? "B" : "F"} ${size} Tf ${x.toFixed(1)} ${y.toFixed(1)} Td (${quoted(part)}) Tj ET`;
    const ofRight = widthOf(right, size, bold);
    for (const [at, line] of wrapped(text, size, bold, right ? ROOM - ofRight - size : ROOM).entries()) {
      const page = take(size * 1.4);
      page.push(write(line, PAGE.margin));
      if (right && at === 0) page.push(write(right, PAGE.width - PAGE.margin - ofRight));
    }
  }
  return pages.map((ops) => ops.join("\n"));
}

/** Whether the standard fonts have every letter of a text. */
export const isWritable = (text: string): boolean => [...text].every((letter) => letter === "?" || codeOf(letter) !== 63);

/** A document of text and drawings, with one file attached where there is one. */
export function pdfOf(title: string, blocks: readonly Block[], attached?: Attached): Buffer {
  const streams = paged(blocks);
  const first = attached ? 7 : 5;
  const stream = (extra: string, bytes: Buffer) =>
    Buffer.concat([Buffer.from(`<<${extra} /Length ${bytes.length}>>\nstream\n`), bytes, Buffer.from("\nendstream")]);
  const kids = streams.map((_, at) => `${first + at * 2} 0 R`).join(" ");
  const files = attached ? ` /Names <</EmbeddedFiles <</Names [(${attached.name}) 5 0 R]>>>> /AF [5 0 R]` : "";
  const objects: Buffer[] = [
    `<</Type /Catalog /Pages 2 0 R${files}>>`,
    `<</Type /Pages /Count ${streams.length} /Kids [${kids}]>>`,
    "<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding>>",
    "<</Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding>>",
  ].map((text) => Buffer.from(text, "latin1"));
  if (attached) {
    const { name, content } = attached;
    objects.push(Buffer.from(`<</Type /Filespec /F (${name}) /UF (${name}) /AFRelationship /Data /EF <</F 6 0 R>>>>`, "latin1"));
    objects.push(stream("/Type /EmbeddedFile /Subtype /application#2Fjson", content));
  }
  for (const [at, ops] of streams.entries()) {
    const font = "/Resources <</Font <</F 3 0 R /B 4 0 R>>>>";
    const box = `/MediaBox [0 0 ${PAGE.width} ${PAGE.height}]`;
    objects.push(Buffer.from(`<</Type /Page /Parent 2 0 R ${box} ${font} /Contents ${first + 1 + at * 2} 0 R>>`));
    objects.push(stream("", Buffer.from(ops, "latin1")));
  }
  objects.push(Buffer.from(`<</Title (${quoted(title)}) /Producer (Leashline)>>`, "latin1"));
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
