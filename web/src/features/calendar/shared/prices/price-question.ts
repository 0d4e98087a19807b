import type { LinePriceChange } from "@leashline/proto/leashline/calendar/v1/appointment_booking_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { create } from "zustand";
import { clientFor } from "../../../../app/calls/transport.ts";

/** Prices stay as they are, follow the catalog, or the move is not made after all. */
export type PriceChoice = "keep" | "take" | "leave";
type Asked = { changes: readonly LinePriceChange[]; answer: (choice: PriceChoice) => void };
export const usePriceQuestion = create<{ asked?: Asked }>()(() => ({}));

const ask = (changes: readonly LinePriceChange[]): Promise<PriceChoice> => {
  usePriceQuestion.getState().asked?.answer("leave");
  return new Promise((resolve) => {
    const answer = (choice: PriceChoice) => {
      usePriceQuestion.setState({}, true);
      resolve(choice);
    };
    usePriceQuestion.setState({ asked: { changes, answer } });
  });
};

type Meant = {
  appointmentId: string;
  staffId: string;
  startTime: number;
  endTime: number;
  petDetailIds: string[];
  originalStaffId: string;
};
const visits = clientFor(AppointmentService);

/** Asks what becomes of the prices where a move would change some; nobody is asked where it would not. */
export const pricesFor = async (meant: Meant): Promise<PriceChoice> => {
  const { priceChanges } = await visits.previewReschedulePrices(meant);
  return priceChanges.length === 0 ? "keep" : await ask(priceChanges);
};
