import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { clientFor } from "../../../../app/calls/transport.ts";
import { isoToDay } from "../../../../ui/format/dates.ts";
import { askPrices, type PriceChoice } from "./price-question.ts";

type Meant = {
  appointmentId: string;
  /** The day it moves to. */
  date: string;
  staffId: string;
  startTime: number;
  endTime: number;
  petDetailIds: string[];
  originalStaffId: string;
};
const visits = clientFor(AppointmentService);

/** Asks what becomes of the prices where a move would change some; nobody is asked where it would not. */
export const pricesFor = async ({ date, ...meant }: Meant): Promise<PriceChoice> => {
  const { priceChanges } = await visits.previewReschedulePrices({ ...meant, startDate: isoToDay(date) });
  return priceChanges.length === 0 ? "keep" : await askPrices(priceChanges);
};
