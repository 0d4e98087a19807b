import {
  type BookingQuestion,
  QuestionMode,
  type QuestionSubject,
  QuestionType,
} from "@leashline/proto/leashline/online_booking/v1/booking_question_pb.js";

/** One question as it is edited; the options one to a line. */
export type Row = {
  key: string;
  question: string;
  placeholder: string;
  required: boolean;
  subject: string;
  questionType: string;
  options: string;
  newAccessMode: string;
  existingAccessMode: string;
  notify: boolean;
  limit: string;
  tips: string;
};

const always = new Set(["pet_type", "pet_name", "breed", "weight", "coat_type", "first_name", "last_name", "phone_number"]);
export const isAlways = (key: string): boolean => always.has(key);
export const isOwn = (key: string): boolean => key.startsWith("custom_");

export const rowOf = (one: BookingQuestion): Row => ({
  key: one.key,
  question: one.question,
  placeholder: one.placeholder,
  required: one.required,
  subject: String(one.subject),
  questionType: String(one.questionType),
  options: one.options.join("\n"),
  newAccessMode: String(one.newAccessMode),
  existingAccessMode: String(one.existingAccessMode),
  notify: one.weightLimit?.notify ?? false,
  limit: one.weightLimit ? String(one.weightLimit.limit) : "",
  tips: one.weightLimit?.tips ?? "",
});

export const questionOf = (row: Row) => ({
  key: row.key,
  question: row.question,
  placeholder: row.placeholder,
  required: row.required,
  subject: Number(row.subject),
  questionType: Number(row.questionType),
  options: [
    ...new Set(
      row.options
        .split("\n")
        .map((one) => one.trim())
        .filter(Boolean),
    ),
  ],
  newAccessMode: Number(row.newAccessMode),
  existingAccessMode: Number(row.existingAccessMode),
  ...(row.key === "weight" && { weightLimit: { notify: row.notify, limit: Number(row.limit) || 0, tips: row.tips } }),
});

export const newRow = (subject: QuestionSubject): Row => ({
  key: `custom_${crypto.randomUUID().slice(0, 12)}`,
  question: "",
  placeholder: "",
  required: false,
  subject: String(subject),
  questionType: String(QuestionType.SHORT_TEXT),
  options: "",
  newAccessMode: String(QuestionMode.VIEW_AND_EDIT),
  existingAccessMode: String(QuestionMode.VIEW_AND_EDIT),
  notify: false,
  limit: "",
  tips: "",
});

export const TYPES = [
  { value: String(QuestionType.SHORT_TEXT), label: "Short text" },
  { value: String(QuestionType.LONG_TEXT), label: "Long text" },
  { value: String(QuestionType.DROPDOWN), label: "List to choose from" },
  { value: String(QuestionType.RADIO), label: "One of several" },
  { value: String(QuestionType.CHECKBOX), label: "Any of several" },
];
const MODES = [
  { value: String(QuestionMode.VIEW_AND_EDIT), label: "See and change" },
  { value: String(QuestionMode.VIEW_ONLY), label: "Only see" },
  { value: String(QuestionMode.DISABLED), label: "Not asked" },
];
const viewOnly = new Set(["phone_number", "referral_source"]);

/** How much of a question clients can do: some are only seen, some cannot be left out. */
export const modesOf = (key: string) =>
  MODES.filter(({ value }) => {
    if (value === String(QuestionMode.VIEW_AND_EDIT)) return !viewOnly.has(key);
    return value !== String(QuestionMode.DISABLED) || !isAlways(key);
  });
