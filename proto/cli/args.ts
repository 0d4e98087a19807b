/** A command line taken apart: words in order, and flags in order with their values. */
export interface Line {
  words: string[];
  flags: { name: string; value: string | undefined }[];
}

const short: Readonly<Record<string, string>> = { o: "output", h: "help", i: "input" };

/**
 * `--name value`, `--name=value`, `-o value`; a flag followed by another flag or by nothing has no value. After `--` everything is a word.
 * `takesValue` says for a flag without `=` whether the next word belongs to it.
 */
export function readLine(argv: readonly string[], takesValue: (name: string) => boolean = () => true): Line {
  const line: Line = { words: [], flags: [] };
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] as string;
    if (word === "--") {
      line.words.push(...argv.slice(at + 1));
      break;
    }
    const match = /^(?:--([^=]+)|-([a-z]))(?:=(.*))?$/s.exec(word);
    if (!match) {
      line.words.push(word);
      continue;
    }
    const name = match[1] ?? short[match[2] as string] ?? (match[2] as string);
    const next = argv[at + 1];
    const hasNext = match[3] === undefined && next !== undefined && takesValue(name) && !isFlag(next);
    line.flags.push({ name, value: match[3] ?? (hasNext ? next : undefined) });
    if (hasNext) at++;
  }
  return line;
}

/** A negative number is a value, not a flag. */
const isFlag = (word: string): boolean => /^-(-|[a-z]$|[a-z]=)/.test(word);
