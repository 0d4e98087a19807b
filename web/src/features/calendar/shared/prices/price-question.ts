import type { LinePriceChange } from "@leashline/proto/leashline/calendar/v1/appointment_booking_pb.js";
import { create } from "zustand";

/** Prices stay as they are, follow the catalog, or the move is not made after all. */
export type PriceChoice = "keep" | "take" | "leave";
type Asked = { changes: readonly LinePriceChange[]; answer: (choice: PriceChoice) => void };
export const usePriceQuestion = create<{ asked?: Asked }>()(() => ({}));

/** Answers what the person chose; closing leaves the appointment where it was. */
export const askPrices = (changes: readonly LinePriceChange[]): Promise<PriceChoice> => {
  usePriceQuestion.getState().asked?.answer("leave");
  return new Promise((resolve) => {
    const answer = (choice: PriceChoice) => {
      usePriceQuestion.setState({}, true);
      resolve(choice);
    };
    usePriceQuestion.setState({ asked: { changes, answer } });
  });
};
