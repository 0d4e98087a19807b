import { BookingStep } from "@leashline/proto/leashline/online_booking/v1/booking_flow_pb.js";
import { useEffect, useRef } from "react";
import { isoToDay } from "../../ui/format/dates.ts";
import { visitorToken } from "../confirm/visitor.ts";
import { type Draft, flowOf, useDraft, weightOf } from "../draft.ts";
import { tell } from "../shop/call.ts";
import type { Shop } from "../types.ts";

const SETTLED_MS = 1_500;

/** By what the card is asked for. */
const cardSteps: Record<number, BookingStep> = { 2: BookingStep.PREPAY, 3: BookingStep.PRE_AUTH, 4: BookingStep.CARD_ON_FILE };

/** Where somebody is, in the words of the list of those who left. */
const stepOf = ({ step, pets, date, cardFor }: Draft): BookingStep => {
  if (step === "pets") return pets.some(({ petName }) => petName.trim() === "") ? BookingStep.SELECT_PET : BookingStep.SELECT_SERVICE;
  if (step === "place") return BookingStep.SELECT_ADDRESS;
  if (step === "time") return date ? BookingStep.SELECT_TIME : BookingStep.SELECT_DATE;
  return step === "pay" ? (cardSteps[cardFor ?? 0] ?? BookingStep.PREPAY) : BookingStep.PERSONAL_INFO;
};

const isReached = ({ phoneNumber, email }: Draft["person"]): boolean =>
  phoneNumber.replace(/\D/g, "").length >= 7 || /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email);

const progressOf = (draft: Draft, { bookOnlineName }: Shop) => {
  const date = isoToDay(draft.date ?? "");
  return {
    bookOnlineName,
    bookingFlowId: flowOf(),
    step: stepOf(draft),
    customer: draft.person,
    pets: draft.pets.map(({ petName, petType, breed, weight, serviceIds }) => ({
      petName,
      petType,
      breed,
      weight: weightOf({ weight }),
      serviceIds,
    })),
    staffId: draft.staffId,
    ...(date && { date }),
    ...(draft.startTime !== undefined && { startTime: draft.startTime }),
    additionalNote: draft.note.trim(),
    visitorToken: visitorToken(bookOnlineName),
  };
};

/** Tells the shop how far somebody came, once they can be reached, so that it can help who does not finish. Whether that works changes nothing here. */
export const useProgress = (shop: Shop): void => {
  const draft = useDraft();
  const told = useRef("");
  useEffect(() => {
    if (draft.step === "done") return;
    if (visitorToken(shop.bookOnlineName) === "" && !isReached(draft.person)) return;
    const later = setTimeout(() => {
      const progress = progressOf(draft, shop);
      const now = JSON.stringify(progress);
      if (now !== told.current) tell("BookingFlowService/SaveBookingProgress", progress);
      told.current = now;
    }, SETTLED_MS);
    return () => clearTimeout(later);
  }, [draft, shop]);
};
