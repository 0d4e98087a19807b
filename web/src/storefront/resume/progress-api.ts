import {
  type BookingProgress,
  BookingStep,
  type ProgressPerson,
  type ProgressPet,
} from "@leashline/proto/leashline/online_booking/v1/booking_flow_pb.js";
import { call } from "../shop/call.ts";
import { fields, id, list, maybe, named, number, text } from "../shop/read.ts";
import type { Plain } from "../types.ts";

export type Progress = Plain<BookingProgress>;

const read = fields<BookingProgress>({
  bookingFlowId: text,
  step: named(BookingStep, "BOOKING_STEP_"),
  customer: maybe(fields<ProgressPerson>({ firstName: text, lastName: text, phoneNumber: text, email: text })),
  pets: list(fields<ProgressPet>({ petName: text, petType: text, breed: text, weight: number, serviceIds: list(id) })),
  staffId: id,
  date: text,
  additionalNote: text,
  careType: text,
});

/** What was kept of a booking, for who holds the link of its recovery message. */
export const readProgress = async (bookOnlineName: string, resumeToken: string): Promise<Progress | undefined> => {
  const { progress } = (await call("BookingFlowService/GetBookingProgress", { bookOnlineName, resumeToken })) as { progress?: unknown };
  return maybe(read)(progress);
};
