import { type Question, type Section, Subject, Type, targets } from "./intake-form.ts";

const asks = (target: string, more: Partial<Question> = {}): Question => {
  const { label = "", types = [], options = [] } = targets[target] ?? {};
  const type = types[0] ?? Type.SHORT_TEXT;
  return { key: "", type, label, help: "", required: false, options: [...options], target, ...more };
};
const must = (target: string, more: Partial<Question> = {}): Question => asks(target, { required: true, ...more });
const long = { type: Type.LONG_TEXT };

/** What a new form starts with: what a shop has to know of a newcomer and each pet. */
export const starterSections = (): Section[] => [
  {
    key: "",
    title: "About you",
    description: "",
    subject: Subject.OWNER,
    questions: [
      must("client.firstName"),
      must("client.lastName"),
      must("client.phoneNumber"),
      asks("client.email"),
      asks("client.address"),
    ],
  },
  {
    key: "",
    title: "About your pet",
    description: "",
    subject: Subject.PET,
    questions: [
      must("pet.petName", { label: "Name" }),
      must("pet.petType", { type: Type.DROPDOWN, options: ["Dog", "Cat", "Other"] }),
      asks("pet.breed"),
      asks("pet.gender", { type: Type.RADIO }),
      asks("pet.fixed", { type: Type.RADIO, label: "Spayed or neutered?" }),
      asks("pet.birthday", { label: "Birthday" }),
      asks("pet.weight"),
      asks("pet.healthIssues", { ...long, label: "Health issues or allergies" }),
      asks("pet.behavior", { ...long, label: "Anything we should know about behavior?" }),
    ],
  },
];
