import type { IntakeQuestionType, IntakeSubject } from "@leashline/proto/leashline/customer/v1/intake_form_pb.js";

// The contract's numbers, without the contract: whoever fills in a form need not load it.
const subject = (number: number): IntakeSubject => number;
const type = (number: number): IntakeQuestionType => number;
export const Subject = { OWNER: subject(1), PET: subject(2) };
export const Type = {
  SHORT_TEXT: type(1),
  LONG_TEXT: type(2),
  DROPDOWN: type(3),
  RADIO: type(4),
  CHECKBOX: type(5),
  DATE: type(6),
  NUMBER: type(7),
  PHONE: type(8),
  ADDRESS: type(9),
  SIGNATURE: type(10),
  FILE: type(11),
};

export type Condition = { questionKey: string; anyOf: string[] };
export type Question = {
  key: string;
  type: IntakeQuestionType;
  label: string;
  help: string;
  required: boolean;
  options: string[];
  condition?: Condition | undefined;
  target: string;
};
export type Section = { key: string; title: string; description: string; subject: IntakeSubject; questions: Question[] };
/** What is asked, as staff write it and as it is filled in. */
export type FormContent = { title: string; welcome: string; thanks: string; sections: Section[]; agreementIds: string[] };

/** What is wrong, and where: "sections.0.questions.2.options". */
export type Fault = { path: string; reason: string };

/** A field of the profile that an answer fills. */
export type Target = { label: string; types: readonly IntakeQuestionType[]; most?: number; options?: readonly string[] };

const { SHORT_TEXT, LONG_TEXT, DROPDOWN, RADIO, CHECKBOX, DATE, NUMBER, PHONE, ADDRESS } = Type;
const text = (label: string, most: number): Target => ({ label, types: [SHORT_TEXT], most });
const words = (label: string, most: number): Target => ({ label, types: [SHORT_TEXT, LONG_TEXT, DROPDOWN, RADIO, CHECKBOX], most });
const choice = (label: string, most: number): Target => ({ label, types: [SHORT_TEXT, DROPDOWN, RADIO], most });
const oneOf = (label: string, options: readonly string[]): Target => ({ label, types: [DROPDOWN, RADIO], options });

export const targets: Readonly<Record<string, Target>> = {
  "client.firstName": text("First name", 100),
  "client.lastName": text("Last name", 100),
  "client.phoneNumber": { label: "Phone number", types: [PHONE] },
  "client.email": text("Email", 254),
  "client.birthday": { label: "Owner's birthday", types: [DATE] },
  "client.address": { label: "Address", types: [ADDRESS] },
  "pet.petName": text("Pet's name", 100),
  "pet.petType": choice("Type of pet", 60),
  "pet.breed": choice("Breed", 100),
  "pet.gender": oneOf("Gender", ["Male", "Female"]),
  "pet.birthday": { label: "Pet's birthday", types: [DATE] },
  "pet.weight": { label: "Weight", types: [NUMBER] },
  "pet.color": choice("Color", 60),
  "pet.coatType": choice("Coat type", 60),
  "pet.fixed": oneOf("Spayed or neutered", ["Yes", "No"]),
  "pet.behavior": words("Behavior", 2_000),
  "pet.healthIssues": words("Health issues", 2_000),
  "pet.feeding": words("Feeding", 2_000),
  "pet.medication": words("Medication", 2_000),
  "pet.vetName": text("Vet's name", 200),
  "pet.vetPhoneNumber": { label: "Vet's phone number", types: [PHONE] },
  "pet.emergencyContact": text("Emergency contact", 200),
  "pet.microchipNumber": text("Microchip number", 60),
  "pet.licenseNumber": text("License number", 60),
};

/** What stands beside the box: a weight says the unit that the business weighs in. */
export const labelIn = ({ label, target }: { label: string; target: string }, weightUnit: string): string =>
  target === "pet.weight" && weightUnit !== "" ? `${label} (${weightUnit})` : label;

/** Types that offer what can be chosen. */
export const choices: readonly IntakeQuestionType[] = [DROPDOWN, RADIO, CHECKBOX];
const MOST_QUESTIONS = 150;

export const isOfPet = ({ subject }: Pick<Section, "subject">): boolean => subject === Subject.PET;
export const questionsOf = ({ sections }: Pick<FormContent, "sections">): Question[] => sections.flatMap(({ questions }) => questions);
export const asksForPets = ({ sections }: Pick<FormContent, "sections">): boolean =>
  sections.some((section) => isOfPet(section) && section.questions.length > 0);

const hasDoubles = (list: readonly string[]): boolean => new Set(list).size < list.length;

/** New sections and questions get keys that no other of the form has; texts lose the blanks around them. */
export function tidied(content: FormContent): FormContent {
  const used = content.sections.flatMap(({ key, questions }) => [key, ...questions.map((one) => one.key)]);
  const next = (letter: string): string => {
    const numbers = used.filter((key) => key.startsWith(letter)).map((key) => Number(key.slice(1)) || 0);
    used.push(`${letter}${Math.max(0, ...numbers) + 1}`);
    return used.at(-1) ?? "";
  };
  const question = ({ condition, ...one }: Question): Question => ({
    ...one,
    key: one.key || next("q"),
    type: one.type || SHORT_TEXT,
    label: one.label.trim(),
    help: one.help.trim(),
    options: choices.includes(one.type) ? one.options.map((option) => option.trim()) : [],
    ...(condition && { condition: { questionKey: condition.questionKey, anyOf: [...condition.anyOf] } }),
  });
  const section = (one: Section): Section => ({
    key: one.key || next("s"),
    title: one.title.trim(),
    description: one.description.trim(),
    subject: one.subject || Subject.OWNER,
    questions: one.questions.map(question),
  });
  const { title, welcome, thanks, sections, agreementIds } = content;
  return { title: title.trim(), welcome: welcome.trim(), thanks: thanks.trim(), sections: sections.map(section), agreementIds };
}

const targetFault = (section: Section, { type, target, options }: Question): string => {
  const found = targets[target];
  if (!found) return "There is no such field.";
  if (target.startsWith("pet.") !== isOfPet(section)) return isOfPet(section) ? "This is the owner's." : "This is a pet's.";
  if (!found.types.includes(type)) return `${found.label} cannot be filled by a question of this type.`;
  if (found.options && options.some((option) => !found.options?.includes(option)))
    return `${found.label} takes only: ${found.options.join(", ")}.`;
  return "";
};

const CHOOSE_ANSWER = "Choose the answer";

const conditionFault = (section: Section, { questionKey, anyOf }: Condition, earlier: ReadonlyMap<string, [Section, Question]>): string => {
  const [from, question] = earlier.get(questionKey) ?? [];
  if (!from || !question) return "The question it depends on must come before it.";
  if (isOfPet(from) && !isOfPet(section)) return "A question for the owner cannot depend on an answer about one pet.";
  if (!choices.includes(question.type)) return "It can depend only on a question with options.";
  if (anyOf.length === 0) return CHOOSE_ANSWER;
  return anyOf.every((option) => question.options.includes(option)) ? "" : "The question it depends on has no such option.";
};

function faultsOfQuestion(section: Section, question: Question, earlier: ReadonlyMap<string, [Section, Question]>): Fault[] {
  const { label, type, options, condition, target } = question;
  const faults: Fault[] = [];
  const say = (path: string, reason: string) => reason !== "" && faults.push({ path, reason });
  if (label === "") say("label", "Write the question.");
  if (choices.includes(type) && (options.length === 0 || options.includes(""))) say("options", "Write what can be chosen.");
  if (hasDoubles(options)) say("options", "Each option may stand there once.");
  if (condition) say("condition", conditionFault(section, condition, earlier));
  if (target !== "") say("target", targetFault(section, question));
  return faults;
}

/** What keeps a form from being filled in as it is meant. */
export function faultsOfForm(content: FormContent): Fault[] {
  const faults: Fault[] = [];
  const earlier = new Map<string, [Section, Question]>();
  const filled = new Set<string>();
  const keys = content.sections.flatMap(({ key, questions }) => [key, ...questions.map((one) => one.key)]).filter(Boolean);
  if (content.title.trim() === "") faults.push({ path: "title", reason: "The form needs a title." });
  if (hasDoubles(keys)) faults.push({ path: "sections", reason: "Two parts of the form have the same key." });
  if (questionsOf(content).length > MOST_QUESTIONS)
    faults.push({ path: "sections", reason: `A form has at most ${MOST_QUESTIONS} questions.` });
  for (const [s, section] of content.sections.entries())
    for (const [q, question] of section.questions.entries()) {
      const at = `sections.${s}.questions.${q}`;
      faults.push(...faultsOfQuestion(section, question, earlier).map(({ path, reason }) => ({ path: `${at}.${path}`, reason })));
      if (filled.has(question.target)) faults.push({ path: `${at}.target`, reason: "Another question fills this field already." });
      if (question.target) filled.add(question.target);
      earlier.set(question.key, [section, question]);
    }
  return faults;
}

/** What a form lacks without which no profile could be made of what is sent. */
export function missingToPublish(content: FormContent): Fault[] {
  const always = (target: string) => questionsOf(content).some((one) => one.target === target && one.required && !one.condition);
  const faults: Fault[] = [];
  const lacks = (reason: string) => faults.push({ path: "sections", reason });
  if (!always("client.firstName") && !always("client.lastName")) lacks("Ask for the owner's name in a required question.");
  if (!always("client.phoneNumber") && !always("client.email")) lacks("Ask for a phone number or an email in a required question.");
  if (asksForPets(content) && !always("pet.petName")) lacks("Ask for each pet's name in a required question.");
  return faults;
}
