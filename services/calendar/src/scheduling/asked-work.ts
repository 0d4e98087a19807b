import { fail } from "@leashline/kit";
import type { ServiceInput } from "@leashline/proto/leashline/calendar/v1/appointment_booking_pb.js";
import { WorkMode } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { parsePercent } from "@leashline/proto/rules/percent.ts";
import { equalRatios, givenTo, lasting, lengthOf, sharedBy, WHOLE, type Worked, type WorkPart } from "./shared-work.ts";

// Who does a service, as a caller asks for it: several people, each a part of it, or one.

/** How long a caller wants it to take: as long as all who do it together are at it. */
export const minutesAsked = ({ operationList, workMode, duration }: ServiceInput): number | undefined =>
  operationList.length > 0
    ? lengthOf(
        modeOf(workMode),
        operationList.map((one) => one.duration),
      )
    : duration;
const modeOf = (mode: WorkMode) => (mode === WorkMode.PARALLEL ? "parallel" : "sequence");

type Service = Worked & { readonly serviceName: string };
type Asked = {
  /** Who does it alone, and whoever is named to do it together. */
  readonly id: string;
  readonly people: readonly string[];
  readonly staffName: (staffId: string) => string;
  readonly takesTime: boolean;
};

/** A line with whoever a caller asks for it: several people, or one, or those who do it already. */
export function workedBy<L extends Service>(line: L, input: ServiceInput, asked: Asked): L {
  const { enableOperation, operationList, workMode } = input;
  const { id, staffName } = asked;
  if (operationList.length > 0) {
    if (!asked.takesTime) throw refused(`${line.serviceName} takes no staff time, so it cannot be split`);
    return sharedBy(line, modeOf(workMode), partsAsked(input, asked)) as unknown as L;
  }
  if (enableOperation && !line.work) throw refused("names nobody who does the service together");
  const { work, ...alone } = line;
  const kept = (enableOperation === false ? alone : line) as L;
  const stays = kept.work && (input.staffId === "0" || kept.staffId === id);
  const by = stays ? kept : givenTo(kept, kept.staffId, { id, name: staffName(id) });
  const after = lasting(by, input.duration ?? line.duration);
  if (after.duration !== by.duration && after.work?.parts.some((part) => part.duration === 0)) throw nothingToDo();
  return after;
}

const nothingToDo = (): Error =>
  fail("PARAMS_INVALID", { field: "duration", reason: "leaves somebody nothing to do: say who does what in operationList" });

const refused = (reason: string): Error => fail("PARAMS_INVALID", { field: "operationList", reason });

type Named = Omit<WorkPart, "offset">;

function partsAsked({ enableOperation, operationList }: ServiceInput, { people, staffName }: Asked): Named[] {
  if (enableOperation === false) throw refused("several people are named, and one is asked for");
  if (people.length < 2) throw refused("needs two people at least");
  if (new Set(people).size < people.length) throw refused("names a person twice");
  const ratios = ratiosOf(operationList.map(({ priceRatio }) => priceRatio));
  return operationList.map(({ taskName, duration }, nth) => {
    const staffId = people[nth] as string;
    return { staffId, staffName: staffName(staffId), taskName: taskName.trim(), duration, ratio: ratios[nth] as string };
  });
}

/** Shares that sum to the whole; equal ones where none is named. */
function ratiosOf(asked: readonly string[]): string[] {
  if (asked.every((ratio) => ratio === "")) return equalRatios(asked.length);
  const percents = asked.map((ratio) => parsePercent(ratio));
  if (percents.some((percent) => percent === null)) throw refused("priceRatio is percent with at most four decimals, for example 33.33");
  if (percents.reduce<bigint>((sum, percent) => sum + (percent ?? 0n), 0n) !== WHOLE) throw refused("the shares must sum to 100 percent");
  return [...asked];
}
