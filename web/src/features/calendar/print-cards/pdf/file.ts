import { zlibSync } from "fflate";
import { contentOf, numbers, type Shared } from "./content.ts";
import type { Font } from "./font.ts";
import type { FontFor } from "./letters.ts";
import type { Page, Picture } from "./marks.ts";

// A PDF file (ISO 32000-1) of pages that are laid out already.

/** Its own numbers and bytes are one byte each. */
const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const utf16 = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, "0")).join("");

/** Objects by their numbers, from 1. */
class Objects {
  readonly all: Uint8Array[][] = [];
  /** One that is written later. */
  keep(): number {
    return this.all.push([]);
  }
  set(at: number, object: string): void {
    this.all[at - 1] = [bytesOf(object)];
  }
  add(object: string): number {
    return this.all.push([bytesOf(object)]);
  }
  stream(about: string, bytes: Uint8Array, packed = true): number {
    const content = packed ? zlibSync(bytes) : bytes;
    const filter = packed ? " /Filter /FlateDecode" : "";
    return this.all.push([bytesOf(`<<${about}${filter} /Length ${content.length}>>\nstream\n`), content, bytesOf("\nendstream")]);
  }
}

/** So that what is drawn can be searched and copied. */
function toUnicode(used: ReadonlyMap<number, string>): string {
  const rows = [...used].map(([glyph, letter]) => `<${glyph.toString(16).padStart(4, "0")}> <${utf16(letter)}>`);
  const some = Array.from({ length: Math.ceil(rows.length / 100) }, (_, nth) => rows.slice(nth * 100, (nth + 1) * 100));
  return [
    "/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
    "/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def /CMapName /Letters def /CMapType 2 def",
    "1 begincodespacerange <0000> <ffff> endcodespacerange",
    ...some.map((part) => `${part.length} beginbfchar\n${part.join("\n")}\nendbfchar`),
    "endcmap CMapName currentdict /CMap defineresource pop end end",
  ].join("\n");
}

function putFont({ name, file, widthOf, ascent, descent, box }: Font, used: ReadonlyMap<number, string>, objects: Objects): number {
  const program = objects.stream(`/Length1 ${file.length}`, file);
  const shape = `/FontBBox [${box.join(" ")}] /ItalicAngle 0 /Ascent ${ascent} /Descent ${descent} /CapHeight ${ascent} /StemV 80`;
  const descriptor = objects.add(`<</Type /FontDescriptor /FontName /${name} /Flags 32 ${shape} /FontFile2 ${program} 0 R>>`);
  const widths = [...used.keys()].map((glyph) => `${glyph} [${widthOf(glyph)}]`).join(" ");
  const system = "/CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) /Supplement 0>> /CIDToGIDMap /Identity";
  const own = `<</Type /Font /Subtype /CIDFontType2 /BaseFont /${name} ${system} /FontDescriptor ${descriptor} 0 R /DW 0 /W [${widths}]>>`;
  const unicode = objects.stream("", bytesOf(toUnicode(used)));
  const kind = `/Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /Identity-H`;
  return objects.add(`<<${kind} /DescendantFonts [${objects.add(own)} 0 R] /ToUnicode ${unicode} 0 R>>`);
}

function putPicture(picture: Picture, objects: Objects): number {
  const about = (space: string) =>
    `/Type /XObject /Subtype /Image /Width ${picture.width} /Height ${picture.height} /ColorSpace /${space} /BitsPerComponent 8`;
  if ("jpeg" in picture) return objects.stream(`${about("DeviceRGB")} /Filter /DCTDecode`, picture.jpeg, false);
  const mask = objects.stream(about("DeviceGray"), picture.seen);
  return objects.stream(`${about("DeviceRGB")} /SMask ${mask} 0 R`, picture.colors);
}

export function pdfOf(title: string, pages: readonly Page[], fontFor: FontFor): Uint8Array {
  const objects = new Objects();
  const [catalog, tree, resources] = [objects.keep(), objects.keep(), objects.keep()];
  const shared: Shared = { fontFor, fonts: new Map(), pictures: [] };
  const kids = pages.map((page) => {
    const content = objects.stream("", bytesOf(contentOf(page, shared)));
    const box = `/MediaBox [0 0 ${numbers(page.width, page.height)}]`;
    return objects.add(`<</Type /Page /Parent ${tree} 0 R ${box} /Resources ${resources} 0 R /Contents ${content} 0 R>>`);
  });
  const fonts = [...shared.fonts].map(([font, used], nth) => `/F${nth} ${putFont(font, used, objects)} 0 R`);
  const pictures = shared.pictures.map((picture, nth) => `/P${nth} ${putPicture(picture, objects)} 0 R`);
  objects.set(resources, `<</Font <<${fonts.join(" ")}>> /XObject <<${pictures.join(" ")}>>>>`);
  objects.set(tree, `<</Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(" ")}]>>`);
  objects.set(catalog, `<</Type /Catalog /Pages ${tree} 0 R /Lang (en-US) /ViewerPreferences <</DisplayDocTitle true>>>>`);
  const info = objects.add(`<</Title <feff${utf16(title)}> /Producer (Leashline)>>`);
  return assembled(objects.all, `/Root ${catalog} 0 R /Info ${info} 0 R`);
}

function assembled(objects: readonly (readonly Uint8Array[])[], about: string): Uint8Array {
  const parts = [bytesOf("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")];
  let length = parts[0]?.length ?? 0;
  const put = (...more: Uint8Array[]) => {
    parts.push(...more);
    length += more.reduce((sum, one) => sum + one.length, 0);
  };
  const places = objects.map((object, at) => {
    const place = length;
    put(bytesOf(`${at + 1} 0 obj\n`), ...object, bytesOf("\nendobj\n"));
    return place;
  });
  const size = objects.length + 1;
  const rows = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows}`;
  put(bytesOf(`${table}trailer\n<</Size ${size} ${about}>>\nstartxref\n${length}\n%%EOF\n`));
  const file = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    file.set(part, at);
    at += part.length;
  }
  return file;
}
