import { asTenant, type Ctx } from "@leashline/kit";
import { UpcomingVisits } from "@leashline/proto/leashline/account/v1/staff_requests_pb.js";
import { StaffAppointmentService } from "@leashline/proto/leashline/calendar/v1/staff_appointment_service_pb.js";
import type { OffboardingRow } from "./offboarding.store.ts";

export type Reassigned = { transferred: number; overbooked: number };

export const reassigns = ({ choice }: Pick<OffboardingRow, "choice">): boolean =>
  choice === UpcomingVisits.TRANSFER || choice === UpcomingVisits.UNASSIGN;

/** Somebody who is off the calendar already, and what becomes of their upcoming appointments. */
export type Leaving = Pick<OffboardingRow, "staffId" | "choice" | "heirStaffId">;

/** Somebody's upcoming appointments go where they should. Each page has a key of its own: under the same one every page would be answered like the first. */
export async function reassignUpcoming(ctx: Ctx, { staffId: fromStaffId, heirStaffId: toStaffId, choice }: Leaving): Promise<Reassigned> {
  const sum = { transferred: 0, overbooked: 0 };
  if (!reassigns({ choice })) return sum;
  const { companyId, businessId, caller, idempotencyKey } = ctx;
  for (let page = 0, more = true; more; page++) {
    const key = idempotencyKey && `${idempotencyKey}:${page}`;
    const calendar = asTenant({ ...ctx, idempotencyKey: key }, { companyId, businessId, name: caller.name }).client(
      StaffAppointmentService,
    );
    const done = await calendar.transferStaffAppointments({ fromStaffId, toStaffId });
    sum.transferred += done.transferred;
    sum.overbooked += done.overbooked;
    more = done.more;
  }
  return sum;
}
