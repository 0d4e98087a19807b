import type { Impl } from "@leashline/kit";
import type { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import { offboard } from "./offboarding.ts";

export const offboardingHandlers = {
  async deleteStaff(request, ctx) {
    const { transferred, overbooked, kept } = await offboard(ctx, request);
    return { transferred, overbooked, kept };
  },
} satisfies Partial<Impl<typeof StaffService>>;
