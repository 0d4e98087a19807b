import type { IntakeForm } from "@leashline/proto/leashline/customer/v1/intake_form_pb.js";
import { IntakeQuestionType, IntakeSubject } from "@leashline/proto/leashline/customer/v1/intake_form_pb.js";
import type { FormContent, Question, Section } from "@leashline/proto/rules/intake-form.ts";
import { faultsOfForm, tidied } from "@leashline/proto/rules/intake-form.ts";
import { starterSections } from "@leashline/proto/rules/intake-starter.ts";

const plainQuestion = ({ key, type, label, help, required, options, condition, target }: Question): Question => ({
  ...{ key, type, label, help, required, options, target },
  ...(condition && { condition: { questionKey: condition.questionKey, anyOf: condition.anyOf } }),
});
const plainSection = ({ key, title, description, subject, questions }: Section): Section => ({
  ...{ key, title, description, subject },
  questions: questions.map(plainQuestion),
});

/** A form as the editor holds it; a new one starts with what every shop asks. */
export const valuesOf = (form: IntakeForm | undefined): FormContent =>
  tidied(
    form
      ? {
          title: form.title,
          welcome: form.welcome,
          thanks: form.thanks,
          agreementIds: form.agreementIds,
          sections: form.sections.map(plainSection),
        }
      : { title: "", welcome: "", thanks: "", agreementIds: [], sections: starterSections() },
  );

export const newQuestion = (): Question => ({
  key: "",
  type: IntakeQuestionType.SHORT_TEXT,
  label: "",
  help: "",
  required: false,
  options: [],
  target: "",
});

export const newSection = (subject: IntakeSubject): Section => ({
  key: "",
  title: subject === IntakeSubject.PET ? "More about your pet" : "More about you",
  description: "",
  subject,
  questions: [],
});

export const MASK = { paths: ["title", "welcome", "thanks", "sections", "agreement_ids"] };

/** What is wrong with a question where it stands in its form. */
export const faultsWith = (
  draft: FormContent,
  section: Section,
  before: Question,
  after: Question,
  isNew: boolean,
): Record<string, string> => {
  const at = draft.sections.indexOf(section);
  const place = isNew ? section.questions.length : section.questions.indexOf(before);
  const questions = isNew ? [...section.questions, after] : section.questions.map((one) => (one === before ? after : one));
  const whole = { ...draft, sections: draft.sections.map((one) => (one === section ? { ...section, questions } : one)) };
  const start = `sections.${at}.questions.${place}.`;
  const own = faultsOfForm(whole).filter(({ path }) => path.startsWith(start));
  return Object.fromEntries(own.map(({ path, reason }) => [path.slice(start.length), reason]));
};
