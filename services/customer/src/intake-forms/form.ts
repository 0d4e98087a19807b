import { fail } from "@leashline/kit";
import type { IntakeQuestion, IntakeSection } from "@leashline/proto/leashline/customer/v1/intake_form_pb.js";
import type { UpdateIntakeFormRequest } from "@leashline/proto/leashline/customer/v1/intake_form_service_pb.js";
import {
  type Fault,
  type FormContent,
  faultsOfForm,
  missingToPublish,
  type Question,
  type Section,
  tidied,
} from "@leashline/proto/rules/intake-form.ts";
import { starterSections } from "@leashline/proto/rules/intake-starter.ts";

const question = ({ key, type, label, help, required, options, condition, target }: IntakeQuestion): Question => ({
  ...{ key, type, label, help, required, options, target },
  ...(condition && { condition: { questionKey: condition.questionKey, anyOf: condition.anyOf } }),
});
const section = ({ key, title, description, subject, questions }: IntakeSection): Section => ({
  ...{ key, title, description, subject },
  questions: questions.map(question),
});

function mustBeSound(faults: readonly Fault[]): void {
  const [first] = faults;
  if (first) throw fail("PARAMS_INVALID", { message: first.reason, fields: faults.map(({ path: field, reason }) => ({ field, reason })) });
}

/** A form as it is stored. */
function sound(content: FormContent): FormContent {
  const tidy = tidied(content);
  mustBeSound(faultsOfForm(tidy));
  return tidy;
}

type Written = Omit<FormContent, "sections"> & { sections: IntakeSection[] };

/** A new one starts with what every shop asks, where it comes without questions. */
export const newForm = ({ title, welcome, thanks, sections, agreementIds }: Written): FormContent =>
  sound({ title, welcome, thanks, agreementIds, sections: sections.length > 0 ? sections.map(section) : starterSections() });

/** What becomes of a form with an update, from the fields it names. One that is named and not sent becomes empty. */
export function formAfter(before: FormContent, given: UpdateIntakeFormRequest, fields: ReadonlySet<string>): FormContent {
  return sound({
    ...before,
    ...(fields.has("title") && { title: given.title ?? "" }),
    ...(fields.has("welcome") && { welcome: given.welcome ?? "" }),
    ...(fields.has("thanks") && { thanks: given.thanks ?? "" }),
    ...(fields.has("sections") && { sections: given.sections.map(section) }),
    ...(fields.has("agreementIds") && { agreementIds: given.agreementIds }),
  });
}

/** With one more question at the end of a section. */
export function withQuestion(before: FormContent, sectionKey: string, added: IntakeQuestion): FormContent {
  const into = sectionKey === "" ? before.sections.at(-1) : before.sections.find(({ key }) => key === sectionKey);
  if (!into) throw fail("NOT_FOUND", { field: "sectionKey" });
  const grown = { ...into, questions: [...into.questions, { ...question(added), key: "" }] };
  return sound({ ...before, sections: before.sections.map((one) => (one === into ? grown : one)) });
}

export const mustBePublishable = (content: FormContent): void => mustBeSound(missingToPublish(content));

const TITLE_MAX = 200;
/** What the copy of a form is called. */
export const copyTitle = (title: string): string => `${title} (copy)`.slice(0, TITLE_MAX);
