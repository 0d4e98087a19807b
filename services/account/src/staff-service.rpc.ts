import { implement } from "@leashline/kit";
import { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import { staffDetailHandlers } from "./invites/staff-detail.rpc.ts";
import { offboardingHandlers } from "./offboarding/offboarding.rpc.ts";
import { staffHandlers } from "./staff/staff.rpc.ts";

/** The contract has one service for staff; its RPCs live in the rooms of what they are for. */
export const staffRpc = implement(StaffService, { ...staffHandlers, ...staffDetailHandlers, ...offboardingHandlers });
