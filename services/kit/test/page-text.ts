/** What can be copied from a page: its text by the standard fonts, and what is drawn, by the letters that its font names. */
export function pageText(pdf: Buffer): string {
  const file = pdf.toString("latin1");
  const font = (name: string): Map<string, string> => {
    const object = new RegExp(`/${name} (\\d+) 0 R`).exec(file)?.[1];
    const unicode = new RegExp(`\\n${object} 0 obj\\n.*/ToUnicode (\\d+) 0 R`).exec(file)?.[1];
    const map = file.slice(file.indexOf(`\n${unicode} 0 obj\n`)).split("endobj")[0] ?? "";
    const letter = (hex: string) => Buffer.from(hex, "hex").swap16().toString("utf16le");
    return new Map([...map.matchAll(/^<(..)> <(\w+)>$/gm)].map(([, code = "", hex = ""]) => [code, letter(hex)]));
  };
  return [...file.matchAll(/^BT .* ET$/gm)]
    .map(([line]) => {
      const drawn = [...line.matchAll(/\/([DE]\d+) [\d.]+ Tf <(\w+)> Tj/g)].map(([, name = "", codes = ""]) => {
        const letters = font(name);
        return (codes.match(/../g) ?? []).map((code) => letters.get(code) ?? "?").join("");
      });
      return drawn.join("") || (/\((.*)\) Tj/.exec(line)?.[1] ?? "");
    })
    .join("\n");
}
