type Part = { readonly staffId: string; readonly startTime: number; readonly duration: number };
/** A line of an appointment, as events and as its message have it. */
type Line = Part & { readonly operations?: readonly Part[]; readonly operationList?: readonly Part[] };

/** Who does a line of an appointment, and when: everybody who shares it, else its one staff member. */
export function partsOfLine({ operations = [], operationList = [], staffId, startTime, duration }: Line): readonly Part[] {
  const shared = [...operations, ...operationList];
  return shared.length > 0 ? shared : [{ staffId, startTime, duration }];
}

/** Everybody on these lines; somebody may come twice. */
export const staffOnLines = (lines: readonly Line[]): string[] => lines.flatMap((line) => partsOfLine(line).map(({ staffId }) => staffId));
