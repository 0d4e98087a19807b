import { type Ctx, mustHave, ownStaffId } from "@leashline/kit";
import { deniedWords } from "@leashline/kit/permissions/permissions.ts";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { NO_STAFF } from "../projections/staff.ts";
import type { Appointment } from "./appointment.ts";

const { EDIT_TICKET } = Permission;

/** Another staff member's appointment is changed, and moved to another status, only with the permission (core §6). */
export function mustBeOwnOrAllowed(ctx: Ctx, { staffId, createdByStaffId }: Pick<Appointment, "staffId" | "createdByStaffId">): void {
  const me = ownStaffId(ctx);
  if ([NO_STAFF, me].includes(staffId) || createdByStaffId === me) return;
  mustHave(ctx, EDIT_TICKET, deniedWords([EDIT_TICKET]));
}
