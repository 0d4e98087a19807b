import { BookingStep } from "@leashline/proto/leashline/online_booking/v1/booking_flow_pb.js";
import type { BookingStepCount } from "@leashline/proto/leashline/online_booking/v1/booking_metrics_pb.js";
import { percentOf } from "../../../ui/figures/percent.ts";

const names: Partial<Record<BookingStep, string>> = {
  [BookingStep.WELCOME_PAGE]: "Opened the page",
  [BookingStep.SELECT_PET]: "Began to book",
  [BookingStep.SELECT_DATE]: "Chose services",
  [BookingStep.PERSONAL_INFO]: "Chose a time",
  [BookingStep.SUBMIT_APPT]: "Sent a request",
};

/** Each step with how many came to it, and how many of those before it did not. */
export const funnelOf = (steps: readonly BookingStepCount[]) => {
  const all = steps[0]?.visits ?? 0;
  return steps.map(({ step, visits }, nth) => {
    const before = steps[nth - 1]?.visits ?? visits;
    const left = before - visits;
    const lost = left > 0 ? ` (−${percentOf(left, before)}%)` : "";
    return {
      key: String(step),
      label: names[step] ?? "",
      percent: percentOf(visits, all),
      value: `${visits}${lost}`,
      tone: "primary.main",
    };
  });
};
