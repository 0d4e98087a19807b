import { QuestionMode, QuestionSubject } from "@leashline/proto/leashline/online_booking/v1/booking_question_pb.js";
import { type Answers, type Draft, type Pet, weightOf } from "../draft.ts";
import type { Shop } from "../types.ts";

type BookingQuestion = Shop["questions"][number];

const isAnswered = (one: BookingQuestion): boolean => one.key.startsWith("custom_") || one.key === "referral_source";

type Asking = Pick<Draft, "ownPets">;
/** Whoever came from their own place is a client; of anybody else the page does not know. */
const isAsked = ({ existingAccessMode, newAccessMode }: BookingQuestion, { ownPets }: Asking): boolean =>
  ownPets ? existingAccessMode === QuestionMode.VIEW_AND_EDIT : newAccessMode !== QuestionMode.DISABLED;

/** What is answered in the shop's own fields: the rest of the list has its place on the page already. */
export const ownQuestions = (questions: readonly BookingQuestion[], subject: QuestionSubject, of: Asking): BookingQuestion[] =>
  questions.filter((one) => one.subject === subject && isAnswered(one) && isAsked(one, of));

const openOf = (questions: readonly BookingQuestion[], subject: QuestionSubject, answers: Answers, of: Asking) =>
  ownQuestions(questions, subject, of).find((one) => one.required && !(answers[one.key] ?? []).some((value) => value.trim() !== ""));

/** The coats that the shop lets them choose from; where it has none they type it. */
export const coatsOf = (questions: readonly BookingQuestion[]): readonly string[] =>
  questions.find(({ key }) => key === "coat_type")?.options ?? [];

const hasCoat = (questions: readonly BookingQuestion[], { coatType = "" }: Pet): boolean => {
  const coats = coatsOf(questions);
  return coats.length > 0 ? coats.includes(coatType) : coatType.trim() !== "";
};

/** What a pet's card still lacks once a shop has questions, in words. */
function openOfPet(questions: readonly BookingQuestion[], pet: Pet, draft: Asking): string | undefined {
  const of = pet.petName.trim() || "your pet";
  if (pet.breed.trim() === "") return `Tell us the breed of ${of}`;
  if (weightOf(pet) <= 0) return `Tell us the weight of ${of}`;
  if (!hasCoat(questions, pet)) return `Tell us the coat type of ${of}`;
  const open = openOf(questions, QuestionSubject.PET, pet.answers ?? {}, draft);
  return open && `${of}: ${open.question}`;
}

/** The first question of a step that needs an answer and has none. */
export function openQuestion(questions: readonly BookingQuestion[], draft: Draft): string | undefined {
  if (questions.length === 0) return undefined;
  if (draft.step === "pets") return draft.pets.map((pet) => openOfPet(questions, pet, draft)).find(Boolean);
  // Of whoever waits the shop keeps no answers; they are asked when they book.
  if (draft.step !== "you" || draft.wait) return undefined;
  return openOf(questions, QuestionSubject.OWNER, draft.answers ?? {}, draft)?.question;
}

/** Only what is asked is sent. */
export const answersFor = (questions: readonly BookingQuestion[], subject: QuestionSubject, answers: Answers | undefined, of: Asking) =>
  ownQuestions(questions, subject, of).flatMap(({ key }) => {
    const values = answers?.[key] ?? [];
    return values.length > 0 ? [{ key, values: [...values] }] : [];
  });

/** What the shop says of a pet over its weight limit. */
export const overLimit = (questions: readonly BookingQuestion[], pet: Pet): string | undefined => {
  const limit = questions.find(({ key }) => key === "weight")?.weightLimit;
  return limit?.notify && weightOf(pet) > limit.limit ? limit.tips || "This pet is over our weight limit." : undefined;
};
