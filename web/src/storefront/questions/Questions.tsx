import { type QuestionSubject, QuestionType } from "@leashline/proto/leashline/online_booking/v1/booking_question_pb.js";
import { useId } from "react";
import { Field, LongField, PickField } from "../../ui/plain/Field.tsx";
import { type Answers, useDraft } from "../draft.ts";
import type { Shop } from "../types.ts";
import { ownQuestions } from "./asked.ts";

type Question = Shop["questions"][number];
type Props = { questions: readonly Question[]; subject: QuestionSubject; answers: Answers; onChange: (answers: Answers) => void };

/** What the shop asks beside name, kind and contact. */
export const Questions = ({ questions, subject, answers, onChange }: Props) => {
  const ownPets = useDraft((draft) => draft.ownPets);
  return ownQuestions(questions, subject, { ownPets }).map((one) => (
    <OneQuestion
      key={one.key}
      one={one}
      values={answers[one.key] ?? []}
      onChange={(values) => onChange({ ...answers, [one.key]: values })}
    />
  ));
};

type OneProps = { one: Question; values: readonly string[]; onChange: (values: string[]) => void };
const LONGEST = 1000;

const OneQuestion = ({ one, values, onChange }: OneProps) => {
  const label = one.required ? one.question : `${one.question} (optional)`;
  const [value = ""] = values;
  const line = { label, value, onChange: (text: string) => onChange(text === "" ? [] : [text]) };
  if (one.questionType === QuestionType.RADIO || one.questionType === QuestionType.CHECKBOX)
    return <Choices one={one} label={label} values={values} onChange={onChange} />;
  if (one.questionType === QuestionType.DROPDOWN) return <PickField {...line} options={one.options} />;
  if (one.questionType === QuestionType.LONG_TEXT) return <LongField {...line} placeholder={one.placeholder} maxLength={LONGEST} />;
  return <Field {...line} placeholder={one.placeholder} maxLength={LONGEST} />;
};

const Choices = ({ one, label, values, onChange }: OneProps & { label: string }) => {
  const name = useId();
  const several = one.questionType === QuestionType.CHECKBOX;
  const choose = (option: string, on: boolean) =>
    onChange(several ? (on ? [...values, option] : values.filter((value) => value !== option)) : [option]);
  return (
    <fieldset className="ll-set">
      <legend>{label}</legend>
      {one.options.map((option) => (
        <label key={option}>
          <input
            type={several ? "checkbox" : "radio"}
            name={name}
            checked={values.includes(option)}
            onChange={({ target }) => choose(option, target.checked)}
          />
          {option}
        </label>
      ))}
    </fieldset>
  );
};
