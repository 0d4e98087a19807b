import cyrillic400 from "@fontsource/inter/files/inter-cyrillic-400-normal.woff?url";
import cyrillic700 from "@fontsource/inter/files/inter-cyrillic-700-normal.woff?url";
import cyrillicExt400 from "@fontsource/inter/files/inter-cyrillic-ext-400-normal.woff?url";
import cyrillicExt700 from "@fontsource/inter/files/inter-cyrillic-ext-700-normal.woff?url";
import greek400 from "@fontsource/inter/files/inter-greek-400-normal.woff?url";
import greek700 from "@fontsource/inter/files/inter-greek-700-normal.woff?url";
import greekExt400 from "@fontsource/inter/files/inter-greek-ext-400-normal.woff?url";
import greekExt700 from "@fontsource/inter/files/inter-greek-ext-700-normal.woff?url";
import latin400 from "@fontsource/inter/files/inter-latin-400-normal.woff?url";
import latin700 from "@fontsource/inter/files/inter-latin-700-normal.woff?url";
import latinExt400 from "@fontsource/inter/files/inter-latin-ext-400-normal.woff?url";
import latinExt700 from "@fontsource/inter/files/inter-latin-ext-700-normal.woff?url";
import vietnamese400 from "@fontsource/inter/files/inter-vietnamese-400-normal.woff?url";
import vietnamese700 from "@fontsource/inter/files/inter-vietnamese-700-normal.woff?url";
import ranges from "@fontsource/inter/unicode.json";
import { type Font, fontOf } from "./font.ts";

// The letters of the screen once more, as a PDF takes them: Inter in a file for each script, of which only those are fetched that are written with.

const files: Readonly<Record<keyof typeof ranges, readonly [regular: string, bold: string]>> = {
  latin: [latin400, latin700],
  "latin-ext": [latinExt400, latinExt700],
  vietnamese: [vietnamese400, vietnamese700],
  cyrillic: [cyrillic400, cyrillic700],
  "cyrillic-ext": [cyrillicExt400, cyrillicExt700],
  greek: [greek400, greek700],
  "greek-ext": [greekExt400, greekExt700],
};
export type Script = keyof typeof files;
const scripts = Object.keys(files) as Script[];

/** The font of a letter; undefined where there is none for its script. */
export type FontFor = (letter: string, bold: boolean) => Font | undefined;
type Written = { text: string; bold: boolean };

const spans = new Map(
  scripts.map((script) => [
    script,
    ranges[script].split(",").map((range) => {
      const [first = "", last = first] = range.slice(2).split("-");
      return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const;
    }),
  ]),
);
const scriptsOf = (letter: string): Script[] => {
  const code = letter.codePointAt(0) ?? 0;
  return scripts.filter((script) => spans.get(script)?.some(([first, last]) => first <= code && code <= last));
};

const fetched = async (script: Script, bold: boolean): Promise<Uint8Array> => {
  const answer = await fetch(files[script][bold ? 1 : 0]);
  if (!answer.ok) throw new Error(`font ${script}: HTTP ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
};

/** The fonts that some texts are written with. */
export async function fontsFor(written: readonly Written[], load = fetched): Promise<FontFor> {
  const nameOf = (script: Script, bold: boolean) => `Inter-${script}-${bold ? "Bold" : "Regular"}`;
  const wanted = new Map<string, Promise<Font>>();
  for (const { text, bold } of written)
    for (const script of new Set([...text].flatMap(scriptsOf))) {
      const name = nameOf(script, bold);
      if (!wanted.has(name))
        wanted.set(
          name,
          load(script, bold).then((woff) => fontOf(name, woff)),
        );
    }
  const fonts = new Map(await Promise.all([...wanted].map(async ([name, font]) => [name, await font] as const)));
  return (letter, bold) => {
    const own = scriptsOf(letter).flatMap((script) => fonts.get(nameOf(script, bold)) ?? []);
    return own.find((font) => font.glyphOf(letter) !== 0);
  };
}
