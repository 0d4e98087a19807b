// What a collar label says to a scanner: "P" and the pet's number, in Code 39, which every hand scanner reads and types with an Enter behind it.

/** Nine bars and gaps in turn, three of them wide. */
const PATTERNS: Readonly<Record<string, string>> = {
  "0": "000110100",
  "1": "100100001",
  "2": "001100001",
  "3": "101100000",
  "4": "000110001",
  "5": "100110000",
  "6": "001110000",
  "7": "000100101",
  "8": "100100100",
  "9": "001100100",
  P: "001010010",
  "*": "010010100",
};
const WIDE = 2.5;

export type Bar = { readonly at: number; readonly width: number };

/** The bars of a code from its left edge, in widths of a narrow one, and how wide all of it is. */
export function barsOf(code: string): { bars: Bar[]; width: number } {
  const bars: Bar[] = [];
  let at = 0;
  for (const sign of `*${code}*`) {
    for (const [index, wide] of [...(PATTERNS[sign] ?? "")].entries()) {
      const width = wide === "1" ? WIDE : 1;
      if (index % 2 === 0) bars.push({ at, width });
      at += width;
    }
    // A narrow gap between two signs.
    at += 1;
  }
  return { bars, width: at - 1 };
}
