import { type Appointment, AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { WalkService } from "@leashline/proto/leashline/calendar/v1/walk_service_pb.js";
import { DOG_WALKING } from "@leashline/proto/rules/walks.ts";
import type { Opened } from "./client-link.ts";

/** The report of a walk that is over, once it was sent. Where the walker was is the business's own. */
export async function walkOf({ shop }: Opened, { id, status, petServiceList }: Appointment) {
  const walked = petServiceList.filter(({ careType }) => careType === DOG_WALKING);
  if (walked.length === 0 || status !== AppointmentStatus.FINISHED) return {};
  const { walk } = await shop.ctx.client(WalkService).getWalk({ appointmentId: id });
  if (!walk?.reportTime) return {};
  const names = new Map(walked.map(({ petId, petName }) => [petId, petName]));
  const { note = "", photoPaths = [], pets = [] } = walk.report ?? {};
  const marksOf = (petId: string) => pets.find((one) => one.petId === petId)?.marks ?? [];
  return {
    walk: {
      startTime: walk.startTime,
      finishTime: walk.finishTime,
      note,
      photoPaths,
      pets: [...names].map(([petId, petName]) => ({ petName, marks: marksOf(petId) })),
    },
  };
}
