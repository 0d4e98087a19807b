import { BookingStep } from "@leashline/proto/leashline/online_booking/v1/booking_flow_pb.js";
import { useEffect, useRef } from "react";
import { flowOf, type Step, useDraft } from "../draft.ts";
import { tell } from "../shop/call.ts";
import type { Shop } from "../types.ts";

/** Nobody came who is gone at once. */
const SETTLED_MS = 1_000;
const stepOf: Partial<Record<Step, BookingStep>> = {
  pets: BookingStep.SELECT_PET,
  time: BookingStep.SELECT_DATE,
  you: BookingStep.PERSONAL_INFO,
};

/** Counts a visit and how far it comes, for the shop's figures; says nothing of who it is. Whether that works changes nothing here. */
export const useVisit = (shop: Shop | undefined, introduced: boolean): void => {
  const at = useDraft((draft) => draft.step);
  const flow = useDraft((draft) => draft.flow);
  const told = useRef("");
  const bookOnlineName = shop?.bookOnlineName;
  const step = introduced ? BookingStep.WELCOME_PAGE : stepOf[at];
  useEffect(() => {
    if (!bookOnlineName || step === undefined || told.current === `${flow} ${step}`) return;
    const later = setTimeout(() => {
      const bookingFlowId = flowOf();
      told.current = `${bookingFlowId} ${step}`;
      tell("BookingFlowService/CountBookingStep", { bookOnlineName, bookingFlowId, step });
    }, SETTLED_MS);
    return () => clearTimeout(later);
  }, [bookOnlineName, step, flow]);
};
