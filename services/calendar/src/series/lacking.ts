import { type Ctx, can, ErrorCode, Refusal } from "@leashline/kit";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import type { Appointment } from "../appointments/appointment.ts";
import { mustBeReadyThen } from "../evaluations/visits.ts";

/** From a date on a pet lacks something; `may`: the caller may book all the same, and is asked then. */
export type Lacking = { readonly from: string; readonly note: string; readonly may: boolean };

const kinds = new Map([
  [ErrorCode.EVALUATION_REQUIRED, { note: "Evaluation missing", permission: Permission.BOOK_WITHOUT_EVALUATION }],
  [ErrorCode.VACCINE_REQUIRED, { note: "Vaccine missing", permission: Permission.BOOK_WITHOUT_VACCINE }],
]);

/** What the pets of a visit lack where it is booked on further dates, by date. What ran out stays out, so that the first date says it for those after. */
export async function lackingFrom(ctx: Ctx, visit: Appointment, dates: readonly string[]): Promise<Lacking[]> {
  const found: Lacking[] = [];
  for (let left = dates; left.length > 0; ) {
    const first = await firstLacking(ctx, visit, left);
    if (!first) break;
    found.push(first);
    left = left.filter((date) => date < first.from);
  }
  return found;
}

async function firstLacking(ctx: Ctx, visit: Appointment, dates: readonly string[]): Promise<Lacking | null> {
  try {
    await mustBeReadyThen(
      ctx,
      dates.map((date) => ({ visit, date, override: undefined })),
    );
    return null;
  } catch (error) {
    const kind = error instanceof Refusal ? kinds.get(error.code) : undefined;
    if (!kind || !(error instanceof Refusal)) throw error;
    return { from: String(error.options.facts?.date), note: kind.note, may: can(ctx, kind.permission) };
  }
}
