import { asksForPets, choices, type Fault, type FormContent, isOfPet, type Question, questionsOf, Type, targets } from "./intake-form.ts";

/** Values by the key of their question. */
export type Given = Record<string, string[]>;
/** What somebody filled in: for themselves, and for each pet. */
export type Answers = { owner: Given; pets: Given[] };

export const MOST_PETS = 10;
export const addressParts = ["address1", "address2", "city", "state", "zipcode", "country"] as const;
const ADDRESS_MOST = [255, 255, 100, 100, 20, 100];
const SHORT_MOST = 500;
const LONG_MOST = 5_000;
const DRAWING_MOST = 20_000;
const NAME_MOST = 100;
export const MOST_FILES = 5;

/** Where a file lies that was sent with a form. */
const isFile = (path: string): boolean => path.length <= 500 && /^\/uploads\/private\/\d+\/[\w-]+\/[^/]+$/.test(path);
/** What somebody called it. */
export const fileName = (path: string): string => path.split("/").at(-1) ?? "";

const isDrawing = (path: string): boolean => path.length <= DRAWING_MOST && /^M[ ML0-9]+$/.test(path);

function isDay(value: string): boolean {
  if (!/^(19|20)\d{2}-\d{2}-\d{2}$/.test(value)) return false;
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}

/** Nobody is born on a day that has not begun anywhere yet. */
const LAST_ZONE_MS = 14 * 3_600_000;
const notYetToCome = (value: string, { target }: Question): string => {
  const today = new Date(Date.now() + LAST_ZONE_MS).toISOString().slice(0, 10);
  return target.endsWith(".birthday") && value > today ? "This date is in the future. Please check it." : "";
};

const tooLong = (most: number): string => `Write at most ${most} letters.`;

const wholeAddress = (values: readonly string[]): string => {
  if (values.length !== addressParts.length || !values[0]) return "Enter the street and number.";
  return values.every((value, at) => value.length <= (ADDRESS_MOST[at] ?? 0)) ? "" : "This address is too long.";
};
const wholeSignature = ([path = "", name = "", ...rest]: readonly string[]): string => {
  if (!isDrawing(path) || rest.length > 0) return "Sign in the box.";
  return name !== "" && name.length <= NAME_MOST ? "" : "Type your name under the signature.";
};
const wholeFiles = (values: readonly string[]): string => {
  if (values.length > MOST_FILES || new Set(values).size < values.length) return `Send at most ${MOST_FILES} files, each once.`;
  return values.every(isFile) ? "" : "Send a photo or a PDF.";
};
const text = (value: string, { target, type }: Question): string => {
  if (target === "client.email" && !/^[^@\s]+@[^@\s]+\.[^@\s.]+$/.test(value)) return "Invalid email";
  const most = targets[target]?.most ?? (type === Type.LONG_TEXT ? LONG_MOST : SHORT_MOST);
  return value.length <= most ? "" : tooLong(most);
};
const numeric = (value: string, { target }: Question): string => {
  if (!/^-?\d{1,9}([.]\d{1,4})?$/.test(value)) return "Enter a number.";
  const isWeight = target === "pet.weight";
  return !isWeight || (Number(value) >= 0 && Number(value) <= 5_000) ? "" : "Enter a weight.";
};
const phone = (value: string): string => {
  const digits = value.replaceAll(/\D/g, "").length;
  return digits >= 7 && digits <= 15 && value.length <= 40 ? "" : "Enter a phone number.";
};
const chosen = (values: readonly string[], { options, type, target }: Question): string => {
  if (new Set(values).size < values.length || !values.every((value) => options.includes(value))) return "Choose one of the options.";
  if (type !== Type.CHECKBOX && values.length > 1) return "Choose one of the options.";
  const most = targets[target]?.most;
  return most === undefined || values.join(", ").length <= most ? "" : tooLong(most);
};

/** What is wrong with an answer that was given; empty when nothing is. */
function wrongWith(question: Question, values: readonly string[]): string {
  const { type } = question;
  if (choices.includes(type)) return chosen(values, question);
  if (type === Type.ADDRESS) return wholeAddress(values);
  if (type === Type.SIGNATURE) return wholeSignature(values);
  if (type === Type.FILE) return wholeFiles(values);
  const [value = "", ...more] = values;
  if (more.length > 0) return "Give one answer.";
  if (type === Type.DATE) return isDay(value) ? notYetToCome(value, question) : "Enter a date.";
  if (type === Type.NUMBER) return numeric(value, question);
  return type === Type.PHONE ? phone(value) : text(value, question);
}

/** Without blanks around it; an answer of nothing is none. */
const trimmed = (values: readonly string[] = []): string[] => {
  const plain = values.map((value) => value.trim());
  return plain.some((value) => value !== "") ? plain : [];
};

/** The questions that one pet, or the owner, is asked as things stand, in their order. */
export function askedOf(content: FormContent, owner: Given, pet: Given | null): Question[] {
  const byKey = new Map(questionsOf(content).map((one) => [one.key, one]));
  const ofPet = new Set(content.sections.filter(isOfPet).flatMap(({ questions }) => questions.map(({ key }) => key)));
  const isAsked = ({ condition }: Question): boolean => {
    if (!condition) return true;
    const from = byKey.get(condition.questionKey);
    const values = (ofPet.has(condition.questionKey) ? pet : owner)?.[condition.questionKey] ?? [];
    return from !== undefined && isAsked(from) && values.some((value) => condition.anyOf.includes(value));
  };
  return content.sections
    .filter((section) => isOfPet(section) === (pet !== null))
    .flatMap(({ questions }) => questions)
    .filter(isAsked);
}

const partOf = (content: FormContent, owner: Given, pet: Given | null): Given => {
  const given = pet ?? owner;
  const kept = askedOf(content, owner, pet).map(({ key }) => [key, trimmed(given[key])] as const);
  return Object.fromEntries(kept.filter(([, values]) => values.length > 0));
};

/** What was asked and answered; what a condition has taken away since is no answer. */
export function tidiedAnswers(content: FormContent, { owner, pets }: Answers): Answers {
  return {
    owner: partOf(content, owner, null),
    pets: asksForPets(content) ? pets.map((pet) => partOf(content, owner, pet)) : [],
  };
}

function faultsOfPart(questions: readonly Question[], given: Given, at: string): Fault[] {
  return questions.flatMap((question) => {
    const values = trimmed(given[question.key]);
    const missing = question.required ? "Please answer this question." : "";
    const reason = values.length === 0 ? missing : wrongWith(question, values);
    return reason === "" ? [] : [{ path: `${at}.${question.key}`, reason }];
  });
}

/** What keeps a form from being sent: "owner.q3", "pets.0.q5". */
export function faultsOfAnswers(content: FormContent, { owner, pets }: Answers): Fault[] {
  const faults = faultsOfPart(askedOf(content, owner, null), owner, "owner");
  if (!asksForPets(content)) return faults;
  if (pets.length === 0 || pets.length > MOST_PETS) faults.push({ path: "pets", reason: `Tell us about one to ${MOST_PETS} pets.` });
  for (const [at, pet] of pets.entries()) faults.push(...faultsOfPart(askedOf(content, owner, pet), pet, `pets.${at}`));
  return faults;
}

/** The answer to the question that fills a field of the profile. */
export function answerFor(content: FormContent, given: Given, target: string): string[] {
  const question = questionsOf(content).find((one) => one.target === target);
  return (question && given[question.key]) ?? [];
}

/** What is wrong with an answer, by its place: "owner.q1", "pets.0.q2". */
export type Faults = Readonly<Record<string, string>>;

const answerAt = ({ owner, pets }: Answers, path: string): string => {
  const [part, place = "", key = ""] = path.split(".");
  return JSON.stringify((part === "owner" ? owner[place] : pets[Number(place)]?.[key]) ?? []);
};

/** Without those of answers that were changed since. Where a pet was taken out, the others have other places: nothing is known of theirs until the form is sent again. */
export function faultsLeft(faults: Faults, before: Answers, next: Answers): Faults {
  const isSame = (path: string) =>
    path.startsWith("pets.") && next.pets.length < before.pets.length ? false : answerAt(before, path) === answerAt(next, path);
  return Object.fromEntries(Object.entries(faults).filter(([path]) => isSame(path)));
}
