import { fromJsonString, type MessageInitShape } from "@bufbuild/protobuf";
import { useMutation } from "@connectrpc/connect-query";
import { AgreedPolicySchema } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { QuestionSubject } from "@leashline/proto/leashline/online_booking/v1/booking_question_pb.js";
import type { BookingCardSchema } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { errorCode, errorFact, fieldErrors, messageOf, outcomeUnknown } from "../ui/feedback/call-errors.ts";
import { isoToDay } from "../ui/format/dates.ts";
import { visitorToken } from "./confirm/visitor.ts";
import { type Draft, flowOf, type Lacking, useDraft, weightOf } from "./draft.ts";
import { asksPlace } from "./place/place.ts";
import { answersFor } from "./questions/asked.ts";
import { isByDay, isInClass, isStay } from "./stay/kind.ts";
import { timesOf } from "./stay/stay-values.ts";
import type { Taken } from "./time/NextFree.tsx";
import { takenBy } from "./time/useHold.ts";
import type { Shop } from "./types.ts";
import { waitDays } from "./wait/wait-days.ts";

const NOT_CONFIRMED = 900012;
export const isNotConfirmed = (error: unknown): boolean => errorCode(error) === NOT_CONFIRMED;

const NEEDS_CARD = 900018;

const NEEDS_EVALUATION = 900013;
/** What a pet has to pass first; undefined where something else was in the way. */
const lackingBy = (error: unknown): Lacking | undefined => {
  if (errorCode(error) !== NEEDS_EVALUATION) return undefined;
  const [field = ""] = Object.keys(fieldErrors(error));
  const fact = (name: string) => errorFact(error, name) ?? "";
  const [evaluationServiceId, evaluationName] = [fact("evaluationServiceId"), fact("evaluationName")];
  return { pet: Number(/^pets\.(\d+)/.exec(field)?.[1] ?? 0), message: messageOf(error), evaluationServiceId, evaluationName };
};

const RANGES = { any: [], morning: [{ startTime: 0, endTime: 720 }], afternoon: [{ startTime: 720, endTime: 1439 }] };

const waitOf = (draft: Draft, shop: Shop) => {
  const { bookOnlineName, customer, pets, staffId, additionalNote, visitorToken: token, holdToken, ...at } = requestOf(draft, shop);
  const { dates, nights } = waitDays(draft, shop);
  return {
    ...{ bookOnlineName, customer, pets, staffId, additionalNote, visitorToken: token, holdToken, nights, agreements: at.agreements },
    ...(at.address && { address: at.address }),
    timeRanges: RANGES[draft.wait ?? "any"],
    dates: dates.flatMap((day) => isoToDay(day) ?? []),
  };
};

/** What a request says, but for the card. */
export const requestOf = (draft: Draft, shop: Shop) => ({
  bookOnlineName: shop.bookOnlineName,
  customer: { ...draft.person, firstName: draft.person.firstName.trim(), lastName: draft.person.lastName.trim() },
  pets: draft.pets.map(({ petName, petType, breed, notes, serviceIds, weight, coatType, answers }) => ({
    ...(shop.questions.length > 0 && {
      coatType: coatType?.trim() ?? "",
      answers: answersFor(shop.questions, QuestionSubject.PET, answers, draft),
    }),
    petName: petName.trim(),
    petType,
    breed,
    weight: weightOf({ weight }),
    notes,
    serviceIds,
  })),
  answers: answersFor(shop.questions, QuestionSubject.OWNER, draft.answers, draft),
  staffId: isStay(draft) || isByDay(draft) || isInClass(draft) ? "0" : draft.staffId,
  date: isoToDay(draft.date ?? ""),
  startTime: draft.startTime ?? 0,
  holdToken: draft.held?.token ?? "",
  additionalNote: draft.note.trim(),
  visitorToken: visitorToken(shop.bookOnlineName),
  agreesToTexts: shop.textConsent !== "",
  bookingFlowId: flowOf(),
  agreements: draft.signing?.signed ?? [],
  ...(asksPlace(draft, shop) && draft.place && { address: draft.place }),
  ...(isStay(draft) && endOf(draft, shop)),
  ...(isInClass(draft) && { classId: draft.classId ?? "0", classWaitlist: draft.classWait ?? false }),
  ...(isByDay(draft) && { moreDates: (draft.days ?? []).slice(1).flatMap((day) => isoToDay(day) ?? []) }),
});

function endOf(draft: Draft, shop: Shop) {
  const endDate = isoToDay(draft.endDate ?? "");
  return {
    ...(endDate && { endDate }),
    endTime: timesOf(draft, shop).end,
    lodgingTypeId: draft.lodgingTypeId ?? "0",
  };
}

const seenIn = ({ seenPolicy }: Draft) => seenPolicy && { seenPolicy: fromJsonString(AgreedPolicySchema, seenPolicy) };

/** Sends the request. A time that is gone is shown with what is free; a number or e-mail that is not confirmed yet is the caller's to ask about. */
export const useSend = (shop: Shop, onNotConfirmed: () => void) => {
  const queries = useQueryClient();
  const [taken, setTaken] = useState<Taken>();
  // Banks stand in no frame: there the way to one is a link, and whoever is back from it sends the request once more.
  const [bank, setBank] = useState<string>();
  const submit = useMutation(StorefrontService.method.submitBooking, { meta: { quiet: true } });
  const joining = useMutation(StorefrontService.method.joinWaitlist, { meta: { quiet: true } });
  const toSign = () => {
    void queries.invalidateQueries();
    useDraft.setState({ step: "sign", asksSign: true });
  };
  const join = () =>
    joining.mutate(waitOf(useDraft.getState(), shop), {
      onSuccess: () => useDraft.setState({ step: "done", statusToken: undefined, held: undefined, codes: {}, signing: undefined }),
      onError: (error) => {
        if (fieldErrors(error).agreements) return toSign();
        if (isNotConfirmed(error)) return onNotConfirmed();
        const lacking = lackingBy(error);
        if (lacking) useDraft.setState({ step: "pets", lacking });
      },
    });
  /** With the card that is asked for, where one is; `spent`: it was refused, and has to be entered again. */
  const ask = (card?: MessageInitShape<typeof BookingCardSchema>, spent?: () => void) =>
    submit.mutate(
      { ...requestOf(useDraft.getState(), shop), ...(card && { card }), ...seenIn(useDraft.getState()) },
      {
        onSuccess: ({ statusToken, consentUrl, paymentToken }) => {
          if (consentUrl) {
            useDraft.setState({ paymentToken });
            return window.parent === window ? window.location.assign(consentUrl) : setBank(consentUrl);
          }
          useDraft.setState({
            step: "done",
            statusToken,
            held: undefined,
            codes: {},
            asksCard: false,
            paymentToken: undefined,
            signing: undefined,
          });
          // The times that were free a moment ago, for whoever books another one.
          void queries.invalidateQueries();
        },
        onError: (error) => {
          if (!outcomeUnknown(error)) {
            setBank(undefined);
            spent?.();
          }
          const { seenPolicy, agreements } = fieldErrors(error);
          if (agreements) return toSign();
          if (seenPolicy) {
            void queries.invalidateQueries();
            return useDraft.setState({ step: "you", seenPolicy: undefined, policyChanged: true });
          }
          if (isNotConfirmed(error)) return onNotConfirmed();
          if (errorCode(error) === NEEDS_CARD) return useDraft.setState({ step: "pay", asksCard: true });
          const lacking = lackingBy(error);
          if (lacking) return useDraft.setState({ step: "pets", lacking });
          const conflict = takenBy(error);
          setTaken(conflict);
          if (conflict) useDraft.setState({ step: "you", held: undefined, startTime: undefined });
        },
      },
    );
  const send: typeof ask = (...given) => (useDraft.getState().wait ? join() : ask(...given));
  const failed = submit.error ?? joining.error;
  const error = failed && !isNotConfirmed(failed) && errorCode(failed) !== NEEDS_CARD ? failed : null;
  return { send, pending: submit.isPending || joining.isPending, error, taken, bank, clear: () => setTaken(undefined) };
};
