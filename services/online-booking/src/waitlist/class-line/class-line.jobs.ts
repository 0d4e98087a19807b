import { job } from "@leashline/kit";
import { ClassService } from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";

/** The list has whoever waits for a place in a class, as the calendar has the line; see `follow-line`. */
export const followLine = job<{ classId: string }>("follow-class-line", {
  attempts: 12,
  run: async (ctx, { classId }) => {
    const { followClass } = await import("./follow-line.ts");
    await followClass({ ...ctx, idempotencyKey: "" }, classId);
  },
});

/** Whoever was taken off the list leaves the line of the class; said again, it changes nothing. */
export const leaveLine = job<{ enrolmentId: string }>("leave-class-line", {
  attempts: 12,
  run: async (ctx, { enrolmentId }) => {
    await ctx.client(ClassService).withdrawPet({ enrolmentId });
  },
});
