import { fail, inList } from "@leashline/kit";
import {
  type BookingQuestion,
  type QuestionAnswer,
  QuestionMode,
  QuestionSubject,
  QuestionType,
} from "@leashline/proto/leashline/online_booking/v1/booking_question_pb.js";

type Plain<T> = Omit<T, "$typeName" | "$unknown">;
export type Question = Omit<Plain<BookingQuestion>, "weightLimit"> & { weightLimit?: { notify: boolean; limit: number; tips: string } };
export type Answer = Plain<QuestionAnswer>;
type Given = Pick<QuestionAnswer, "key" | "values">;

type Fixed = { question: string; subject: QuestionSubject; required: boolean; viewOnly?: boolean };
const { OWNER, PET } = QuestionSubject;

/** Its answer is kept with the client who is made; see `saidSource`. */
export const REFERRAL_SOURCE = "referral_source";
/** Chosen from the company's own; see `withCoats`. */
export const COAT_TYPE = "coat_type";
/** As the contract bounds them. */
const mostOptions = 40;

/** The product's own questions; what is required there cannot be made otherwise (growth §5). */
const fixed: Readonly<Record<string, Fixed>> = {
  pet_type: { question: "Kind of pet", subject: PET, required: true },
  pet_name: { question: "Pet's name", subject: PET, required: true },
  breed: { question: "Breed", subject: PET, required: true },
  weight: { question: "Weight", subject: PET, required: true },
  [COAT_TYPE]: { question: "Coat type", subject: PET, required: true },
  first_name: { question: "First name", subject: OWNER, required: true },
  last_name: { question: "Last name", subject: OWNER, required: true },
  phone_number: { question: "Phone number", subject: OWNER, required: true, viewOnly: true },
  email: { question: "Email", subject: OWNER, required: false },
  [REFERRAL_SOURCE]: { question: "How did you hear about us?", subject: OWNER, required: false, viewOnly: true },
};
const isFixed = (key: string): boolean => Object.hasOwn(fixed, key);
const { VIEW_ONLY, VIEW_AND_EDIT, DISABLED } = QuestionMode;

/** What a new list begins with. */
export const startingQuestions = (): Question[] =>
  Object.entries(fixed).map(([key, { question, subject, required, viewOnly }], sort) => ({
    key,
    question,
    placeholder: "",
    required,
    subject,
    questionType: QuestionType.SHORT_TEXT,
    options: [],
    newAccessMode: viewOnly ? VIEW_ONLY : VIEW_AND_EDIT,
    existingAccessMode: viewOnly ? VIEW_ONLY : VIEW_AND_EDIT,
    sort,
  }));

/** A question that is answered with one of these, where there are some and not more than fit it; else as it was. */
export const asChoice = (questions: readonly Question[], key: string, options: readonly string[]): Question[] =>
  options.length === 0 || options.length > mostOptions
    ? [...questions]
    : questions.map((one) => (one.key === key ? { ...one, questionType: QuestionType.DROPDOWN, options: [...options] } : one));

const needsOptions = (type: QuestionType): boolean => type >= QuestionType.DROPDOWN;
const isRemoved = ({ newAccessMode, existingAccessMode }: Plain<BookingQuestion>): boolean =>
  newAccessMode === DISABLED && existingAccessMode === DISABLED;

/** What is wrong with one question: the field and the reason. */
function wrongWith(one: BookingQuestion): [string, string] | null {
  const own = fixed[one.key];
  if (!isFixed(one.key) && !one.key.startsWith("custom_")) return ["key", 'must begin with "custom_"'];
  if (own?.required && !one.required) return ["required", "this question is always required"];
  if (own?.required && (one.newAccessMode === DISABLED || one.existingAccessMode === DISABLED))
    return ["newAccessMode", "this question is always asked"];
  if (own?.viewOnly && [one.newAccessMode, one.existingAccessMode].includes(VIEW_AND_EDIT)) return ["newAccessMode", "can only be viewed"];
  if (one.newAccessMode === 0 || one.existingAccessMode === 0) return ["newAccessMode", "is needed"];
  if (own) return null;
  if (one.question.trim() === "") return ["question", "must not be empty"];
  if (one.subject === QuestionSubject.UNSPECIFIED) return ["subject", "is needed"];
  if (one.questionType === QuestionType.UNSPECIFIED) return ["questionType", "is needed"];
  return needsOptions(one.questionType) && one.options.length === 0 ? ["options", "a choice needs options"] : null;
}

/** The list as it is kept: in its order, without what nobody is asked any more. */
export function keptQuestions(list: readonly BookingQuestion[]): Question[] {
  list.forEach((one, index) => {
    const wrong = wrongWith(one);
    if (wrong) throw fail("PARAMS_INVALID", { field: inList("questions", index, wrong[0]), reason: wrong[1] });
  });
  const keys = list.map(({ key }) => key);
  const twice = keys.findIndex((key, index) => keys.indexOf(key) !== index);
  if (twice >= 0) throw fail("PARAMS_INVALID", { field: inList("questions", twice, "key"), reason: "is there twice" });
  const gone = Object.entries(fixed).find(([key, { required }]) => required && !keys.includes(key));
  if (gone) throw fail("PARAMS_INVALID", { field: "questions", reason: `${gone[1].question} is always asked` });
  return list
    .filter((one) => !isRemoved(one))
    .map((one, sort) => ({
      key: one.key,
      question: fixed[one.key]?.question ?? one.question.trim(),
      placeholder: one.placeholder,
      required: one.required,
      subject: fixed[one.key]?.subject ?? one.subject,
      questionType: isFixed(one.key) ? QuestionType.SHORT_TEXT : one.questionType,
      options: needsOptions(one.questionType) && !isFixed(one.key) ? [...one.options] : [],
      newAccessMode: one.newAccessMode,
      existingAccessMode: one.existingAccessMode,
      ...(one.key === "weight" && one.weightLimit && { weightLimit: limitOf(one.weightLimit) }),
      sort,
    }));
}

const limitOf = ({ notify, limit, tips }: { notify: boolean; limit: number; tips: string }) => ({ notify, limit, tips });

/** What a page says of a pet that is too heavy; empty for one that is not. */
export function weightNotice(questions: readonly Question[], weight: number): string {
  const limit = questions.find(({ key }) => key === "weight")?.weightLimit;
  return limit?.notify && weight > limit.limit ? limit.tips || "This pet is over our weight limit." : "";
}

/** Who answers: what a client who is known may not edit is left out of what they wrote; whoever is on file may have been asked what clients are, or what anybody is. */
export type Answering = { known: boolean; onFile: boolean; vouched: boolean };

const asksAnybody = ({ newAccessMode }: Question): boolean => newAccessMode !== DISABLED;
const asksClients = ({ existingAccessMode }: Question): boolean => existingAccessMode === VIEW_AND_EDIT;

/** The answers that are kept, with the words of their questions: what is asked no longer is dropped. Refused where one that is required is missing. */
export function answersTo(
  questions: readonly Question[],
  given: readonly Given[],
  { subject, at, known, onFile, vouched }: Answering & { subject: QuestionSubject; at: string },
): Answer[] {
  const own = questions.filter((one) => one.subject === subject && (!isFixed(one.key) || one.key === REFERRAL_SOURCE));
  const asked = own.filter((one) => asksAnybody(one) || (onFile && asksClients(one)));
  return asked.flatMap((one): Answer[] => {
    const index = given.findIndex(({ key }) => key === one.key);
    const values = (given[index]?.values ?? []).map((value) => value.trim()).filter(Boolean);
    const isNeeded = one.required && !vouched && asksAnybody(one) && (!onFile || asksClients(one));
    if (values.length === 0 && isNeeded) throw fail("PARAMS_INVALID", { field: at, reason: `${one.question} needs an answer` });
    const wrong = one.options.length > 0 && values.some((value) => !one.options.includes(value));
    if (wrong || (one.questionType !== QuestionType.CHECKBOX && values.length > 1))
      throw fail("PARAMS_INVALID", { field: inList(at, index, "values"), reason: "is none of the choices" });
    return values.length > 0 && (!known || asksClients(one)) ? [{ key: one.key, question: one.question, values }] : [];
  });
}

/** The pet's own facts that are always asked once a business has questions. */
export function mustTellOf(
  questions: readonly Question[],
  { breed, weight, coatType }: { breed: string; weight: number; coatType: string },
  at: string,
): void {
  if (questions.length === 0) return;
  const facts: [string, boolean][] = [
    ["breed", breed.trim() !== ""],
    ["weight", weight > 0],
    ["coatType", coatType.trim() !== ""],
  ];
  const missing = facts.find(([, told]) => !told);
  if (missing) throw fail("PARAMS_INVALID", { field: `${at}.${missing[0]}`, reason: "is needed" });
}

/** "How old? Three": one answer in a line. */
export const inLines = (answers: readonly Answer[]): string =>
  answers
    .map(({ question, values }) => `${question} ${values.join(", ")}`)
    .join("\n")
    .slice(0, 10_000);
