import { inList } from "@leashline/kit";
import { QuestionSubject } from "@leashline/proto/leashline/online_booking/v1/booking_question_pb.js";
import type { SubmitBookingRequest } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import type { SettingRow } from "../settings/setting.store.ts";
import { type Answer, type Answering, answersTo, mustTellOf, weightNotice } from "./question.ts";
import { questionsOf } from "./questions-of.ts";

export type Told = { owner: Answer[]; pets: { answers: Answer[]; weightNotice: string }[] };

/** What was told beside the booking itself; refused where something that is required is missing. Staff may leave out what they were not told. */
export function toldIn(setting: SettingRow, request: SubmitBookingRequest, answering: Answering): Told {
  const questions = questionsOf(setting);
  const about = (subject: QuestionSubject, at: string) => ({ ...answering, subject, at });
  return {
    owner: answersTo(questions, request.answers, about(QuestionSubject.OWNER, "answers")),
    pets: request.pets.map((pet, i) => {
      if (!answering.vouched) mustTellOf(questions, pet, inList("pets", i));
      return {
        answers: answersTo(questions, pet.answers, about(QuestionSubject.PET, inList("pets", i, "answers"))),
        weightNotice: weightNotice(questions, pet.weight),
      };
    }),
  };
}
