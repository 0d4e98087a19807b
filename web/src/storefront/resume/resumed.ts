import { BookingStep } from "@leashline/proto/leashline/online_booking/v1/booking_flow_pb.js";
import type { Draft, Step } from "../draft.ts";
import { kindOf } from "../stay/kind.ts";
import type { Progress } from "./progress-api.ts";

const emptyPet = { petName: "", petType: "Dog", breed: "", weight: "", notes: "", serviceIds: [] };

/** No time is held for whoever comes back: past the pets it goes on with choosing one. */
const stepOf = ({ step, pets }: Progress): Step => {
  const chosen = pets.length > 0 && pets.every(({ petName, serviceIds }) => petName !== "" && serviceIds.length > 0);
  return chosen && step !== BookingStep.SELECT_PET && step !== BookingStep.SELECT_SERVICE ? "time" : "pets";
};

/** What somebody had put together when they left, to go on with. */
export const resumed = (name: string, progress: Progress): Draft => {
  const { bookingFlowId, customer, pets, staffId, date, additionalNote, careType } = progress;
  const { firstName = "", lastName = "", phoneNumber = "", email = "" } = customer ?? {};
  return {
    name,
    step: stepOf(progress),
    pets:
      pets.length === 0
        ? [{ ...emptyPet, key: 1 }]
        : pets.map(({ petName, petType, breed, weight, serviceIds }, index) => ({
            ...emptyPet,
            ...{ key: index + 1, petName, petType, breed, serviceIds },
            weight: weight > 0 ? String(weight) : "",
          })),
    staffId,
    ...(careType !== "" && { kind: kindOf({ careType }) }),
    date: date || undefined,
    startTime: undefined,
    held: undefined,
    unkept: false,
    person: { firstName, lastName, phoneNumber, email },
    note: additionalNote,
    codes: {},
    asked: phoneNumber === "" && email !== "" ? "email" : "phone",
    statusToken: undefined,
    flow: bookingFlowId,
  };
};
