import { fail } from "@leashline/kit";
import { formatPercent, parsePercent } from "@leashline/proto/rules/percent.ts";
import { share } from "@leashline/proto/rules/share.ts";

// One service that several people do: who does what of it, when, and what share of its price is theirs.

/** One after the other, or all from the start on. */
export type WorkMode = "sequence" | "parallel";

/** What one of them does. The ratio is percent of the price as text. */
export type WorkPart = {
  readonly staffId: string;
  readonly staffName: string;
  readonly taskName: string;
  /** Minutes from the start of the service. */
  readonly offset: number;
  readonly duration: number;
  readonly ratio: string;
};

export type SharedWork = { readonly mode: WorkMode; readonly parts: readonly WorkPart[] };

/** What of a line has to do with who does it: with several, `staffId` is the first of them and the length is that of all. */
export type Worked = {
  readonly staffId: string;
  readonly staffName: string;
  readonly duration: number;
  /** Absent where one person does it. */
  readonly work?: SharedWork;
};

type Staff = { readonly id: string; readonly name: string };
type Part = Pick<WorkPart, "staffId" | "staffName" | "offset" | "duration">;

/** Who does a line and when: one entry where one person does it. */
export const partsOf = ({ staffId, staffName, duration, work }: Worked): readonly Part[] =>
  work?.parts ?? [{ staffId, staffName, offset: 0, duration }];

export const isDoneBy = (line: Worked, staffId: string): boolean => partsOf(line).some((part) => part.staffId === staffId);

/** Everybody on these lines, each once, in their order. */
export const staffNamesOf = (lines: readonly Worked[]): string[] => [
  ...new Set(lines.flatMap((line) => partsOf(line).map((part) => part.staffName)).filter(Boolean)),
];

/** How long all of it takes. */
export const lengthOf = (mode: WorkMode, lengths: readonly number[]): number =>
  mode === "sequence" ? lengths.reduce((a, b) => a + b, 0) : Math.max(...lengths);

/** Puts the parts to their places. One that is left alone is no shared work. */
export function sharedBy<L extends Worked>({ work: _, ...line }: L, mode: WorkMode, parts: readonly Omit<WorkPart, "offset">[]) {
  const [first] = parts;
  if (!first) throw new Error("work is done by somebody");
  const { staffId, staffName } = first;
  if (parts.length === 1) return { ...line, staffId, staffName, duration: first.duration };
  let at = 0;
  const placed = parts.map((part): WorkPart => {
    const offset = at;
    if (mode === "sequence") at += part.duration;
    return {
      staffId: part.staffId,
      staffName: part.staffName,
      taskName: part.taskName,
      offset,
      duration: part.duration,
      ratio: part.ratio,
    };
  });
  const duration = Math.max(...placed.map((part) => part.offset + part.duration));
  return { ...line, staffId, staffName, duration, work: { mode, parts: placed } };
}

/** The line with another length. In sequence the last ones give or take; side by side, those who are there until the end. */
export function lasting<L extends Worked>(line: L, duration: number): L {
  const { work } = line;
  if (!work || duration === line.duration) return { ...line, duration };
  if (work.mode === "parallel") {
    const parts = work.parts.map((part) => ({
      ...part,
      duration: part.duration === line.duration ? duration : Math.min(part.duration, duration),
    }));
    return sharedBy(line, work.mode, parts) as L;
  }
  const last = work.parts.length - 1;
  const parts = work.parts.map((part, nth) => {
    const left = Math.max(duration - part.offset, 0);
    return { ...part, duration: nth === last ? left : Math.min(part.duration, left) };
  });
  return sharedBy(line, work.mode, parts) as L;
}

/** The line with another length of what one person does of it. */
export function lastingFor<L extends Worked>(line: L, staffId: string, duration: number): L {
  const { work } = line;
  if (!work || !isDoneBy(line, staffId)) return lasting(line, duration);
  const parts = work.parts.map((part) => (part.staffId === staffId ? { ...part, duration } : part));
  return sharedBy(line, work.mode, parts) as L;
}

/** Whether who takes over a part does another one too, with somebody else's turn between: those would have to be done in one go, and others at other times. */
export function comesBetween({ work }: Worked, fromId: string, toId: string): boolean {
  if (work?.mode !== "sequence") return false;
  const taken = work.parts.flatMap(({ staffId }, nth) => (staffId === fromId || staffId === toId ? nth : []));
  return taken.length > 1 && (taken.at(-1) as number) - (taken[0] as number) >= taken.length;
}

/** The line with one person in place of another. Who does a part of it already does both, one right after the other. */
export function handedOver<L extends Worked>(line: L, fromId: string, to: Staff): L {
  const { work } = line;
  if (!work) return { ...line, staffId: to.id, staffName: to.name };
  const from = work.parts.find((part) => part.staffId === fromId) ?? work.parts[0];
  const named = work.parts.map((part) => (part === from ? { ...part, staffId: to.id, staffName: to.name } : part));
  return sharedBy(line, work.mode, joined(named, work.mode)) as L;
}

/** The same as somebody asks for it: refused where another part of the taker's has somebody else's turn before it. */
export function givenTo<L extends Worked & { readonly serviceName: string }>(line: L, fromId: string, to: Staff): L {
  if (!comesBetween(line, fromId, to.id)) return handedOver(line, fromId, to);
  const reason = `${to.name || "nobody"} does another part of ${line.serviceName} already, with someone else’s part in between`;
  throw fail("PARAMS_INVALID", { field: "staffId", reason });
}

function joined(parts: readonly WorkPart[], mode: WorkMode): WorkPart[] {
  return [...Map.groupBy(parts, (part) => part.staffId).values()].map((own) => {
    const [first] = own as [WorkPart];
    if (own.length === 1) return first;
    const duration = lengthOf(
      mode,
      own.map((part) => part.duration),
    );
    const ratio = formatPercent(own.reduce((sum, part) => sum + percentIn(part), 0n));
    return { ...first, taskName: [...new Set(own.map((part) => part.taskName).filter(Boolean))].join(", "), duration, ratio };
  });
}

/** Everything, in percent. */
export const WHOLE = parsePercent("100") as bigint;
const percentIn = ({ ratio }: Pick<WorkPart, "ratio">): bigint => parsePercent(ratio) ?? 0n;

/** An amount in the parts' shares, which add up to it. */
export const amountsOf = (amount: string, parts: readonly Pick<WorkPart, "ratio">[]): bigint[] =>
  share(BigInt(amount), parts.map(percentIn));

/** What of an amount of a line is a person's. */
export function amountFor(line: Worked, staffId: string, amount: string): bigint {
  const { work } = line;
  if (!work) return line.staffId === staffId ? BigInt(amount) : 0n;
  const nth = work.parts.findIndex((part) => part.staffId === staffId);
  return amountsOf(amount, work.parts)[nth] ?? 0n;
}

/** As many equal shares, in percent: the first ones take what does not divide. */
export const equalRatios = (n: number): string[] =>
  share(
    WHOLE,
    Array.from({ length: n }, () => 1n),
  ).map(formatPercent);

/** "Bath: Ana Ruiz 60%, Ben Cole 40%". */
export const workText = ({ mode, parts }: SharedWork): string =>
  parts
    .map(
      ({ taskName, staffName, duration, ratio }) =>
        `${taskName ? `${taskName}: ` : ""}${staffName || "nobody yet"} ${duration} min, ${ratio}%`,
    )
    .join(mode === "sequence" ? ", then " : " and ");
