import { share } from "@leashline/proto/rules/share.ts";
import { least } from "./least-most.ts";

/** What a refund took off a bill, tax included: off one line as far as that goes, else off all of them. */
export type Lowering = { amount: bigint; lineKey?: string | undefined };

export type NetLine = { key: string; net: bigint; tax: bigint };

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((a, b) => a + b, 0n);

// Net and tax of a line after some of both together went off it.
function less(line: NetLine, off: bigint): NetLine {
  const gross = line.net + line.tax;
  if (off === 0n) return line;
  const taxOff = (off * line.tax) / gross;
  return { key: line.key, net: line.net - (off - taxOff), tax: line.tax - taxOff };
}

function spread(lines: readonly NetLine[], amount: bigint, reaches: (line: NetLine) => boolean): { lines: NetLine[]; left: bigint } {
  const weights = lines.map((line) => (reaches(line) ? line.net + line.tax : 0n));
  const off = least(amount, sum(weights));
  const shares = share(off, weights);
  return { lines: lines.map((line, i) => less(line, shares[i]!)), left: amount - off };
}

/** Lines after refunds lowered them, and what went beyond the lines: it comes off the tip, which goes last. */
export function lowered(lines: readonly NetLine[], lowerings: readonly Lowering[]): { lines: NetLine[]; beyond: bigint } {
  let now = [...lines];
  let beyond = 0n;
  for (const { amount, lineKey } of lowerings) {
    const own = lineKey === undefined ? { lines: now, left: amount } : spread(now, amount, (line) => line.key === lineKey);
    const all = spread(own.lines, own.left, () => true);
    now = all.lines;
    beyond += all.left;
  }
  return { lines: now, beyond };
}
