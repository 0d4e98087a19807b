import { IntakeQuestionType, IntakeSubject } from "@leashline/proto/leashline/customer/v1/intake_form_pb.js";
import { expect, test } from "vitest";
import { faultsLeft, faultsOfAnswers, tidiedAnswers } from "./intake-answers.ts";
import { type FormContent, faultsOfForm, type Question, Subject, Type } from "./intake-form.ts";

const numbersIn = (of: object) =>
  Object.fromEntries(Object.entries(of).filter(([name, number]) => typeof number === "number" && number > 0 && name));

test("the form model's numbers are those of the contract", () => {
  expect(Type).toEqual(numbersIn(IntakeQuestionType));
  expect(Subject).toEqual(numbersIn(IntakeSubject));
});

const ask = (key: string, type: number, more: Partial<Question> = {}): Question => ({
  ...{ key, type, label: key, help: "", required: false, options: [], target: "" },
  ...more,
});
const form = (...questions: Question[]): FormContent => ({
  ...{ title: "T", welcome: "", thanks: "", agreementIds: [] },
  sections: [{ key: "s", title: "", description: "", subject: Subject.OWNER, questions }],
});
const daysFromNow = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const only = (question: Question, ...values: string[]) => faultsOfAnswers(form(question), { owner: { q: values }, pets: [] }).length === 0;

test.each([
  ["a text", ask("q", Type.SHORT_TEXT), ["hello"], true],
  ["a text that is too long", ask("q", Type.SHORT_TEXT), ["x".repeat(501)], false],
  ["an email", ask("q", Type.SHORT_TEXT, { target: "client.email" }), ["a@b.test"], true],
  ["no email", ask("q", Type.SHORT_TEXT, { target: "client.email" }), ["a@b"], false],
  ["an option", ask("q", Type.RADIO, { options: ["a", "b"] }), ["b"], true],
  ["two of one", ask("q", Type.RADIO, { options: ["a", "b"] }), ["a", "b"], false],
  ["two of several", ask("q", Type.CHECKBOX, { options: ["a", "b"] }), ["a", "b"], true],
  ["no such option", ask("q", Type.DROPDOWN, { options: ["a"] }), ["c"], false],
  ["a day", ask("q", Type.DATE), ["2024-02-29"], true],
  ["a day that there is not", ask("q", Type.DATE), ["2023-02-29"], false],
  ["a birthday", ask("q", Type.DATE, { target: "pet.birthday" }), [daysFromNow(-1)], true],
  ["a birthday that is yet to come", ask("q", Type.DATE, { target: "pet.birthday" }), [daysFromNow(2)], false],
  ["a day of another question that is yet to come", ask("q", Type.DATE), [daysFromNow(2)], true],
  ["a number", ask("q", Type.NUMBER), ["-1.5"], true],
  ["no number", ask("q", Type.NUMBER), ["1,5"], false],
  ["a phone number", ask("q", Type.PHONE), ["+1 (206) 555-0142"], true],
  ["too short a number", ask("q", Type.PHONE), ["555"], false],
  ["an address", ask("q", Type.ADDRESS), ["1 Pine St", "", "Seattle", "WA", "98101", ""], true],
  ["an address without a street", ask("q", Type.ADDRESS), ["", "", "Seattle", "", "", ""], false],
  ["a signature", ask("q", Type.SIGNATURE), ["M 1 2 L 3 4", "Ada"], true],
  ["a signature of nothing", ask("q", Type.SIGNATURE), ["", "Ada"], false],
  ["a signature of markup", ask("q", Type.SIGNATURE), ['M 1 2"/><script>', "Ada"], false],
  ["a file", ask("q", Type.FILE), ["/uploads/private/7/abc/rabies.pdf"], true],
  ["the same file twice", ask("q", Type.FILE), ["/uploads/private/7/abc/a.pdf", "/uploads/private/7/abc/a.pdf"], false],
  ["six files", ask("q", Type.FILE), [1, 2, 3, 4, 5, 6].map((n) => `/uploads/private/7/${n}/a.pdf`), false],
  ["a file that everybody may see", ask("q", Type.FILE), ["/uploads/public/7/abc/a.pdf"], false],
  ["an address instead of a file", ask("q", Type.FILE), ["https://evil.test/a.pdf"], false],
  ["nothing where nothing is needed", ask("q", Type.SHORT_TEXT), [" "], true],
  ["nothing where something is", ask("q", Type.SHORT_TEXT, { required: true }), [" "], false],
])("an answer: %s", (_, question, values, fine) => expect(only(question, ...values)).toBe(fine));

test("a question that is asked after an answer names the answer", () => {
  const after = (...anyOf: string[]) =>
    faultsOfForm(
      form(ask("a", Type.RADIO, { options: ["Yes", "No"] }), ask("b", Type.SHORT_TEXT, { condition: { questionKey: "a", anyOf } })),
    );
  expect(after()).toEqual([{ path: "sections.0.questions.1.condition", reason: "Choose the answer" }]);
  expect(after("Yes")).toEqual([]);
});

test("what a condition does not ask is neither needed nor kept, also further down", () => {
  const condition = (questionKey: string) => ({ condition: { questionKey, anyOf: ["Yes"] } });
  const yesNo = { options: ["Yes", "No"] };
  const content = form(
    ask("a", Type.RADIO, yesNo),
    ask("b", Type.RADIO, { ...yesNo, ...condition("a") }),
    ask("c", Type.SHORT_TEXT, { required: true, ...condition("b") }),
  );
  const no = { owner: { a: ["No"], b: ["Yes"], c: ["old"] }, pets: [{}] };
  expect(faultsOfAnswers(content, no)).toEqual([]);
  expect(tidiedAnswers(content, no)).toEqual({ owner: { a: ["No"] }, pets: [] });
  expect(faultsOfAnswers(content, { owner: { a: ["Yes"], b: ["Yes"] }, pets: [] })).toMatchObject([{ path: "owner.c" }]);
});

const before = { owner: { q1: ["a"], q2: [""] }, pets: [{ q3: ["x"] }, { q3: [""] }] };
const faults = { "owner.q2": "Please answer this.", "pets.0.q3": "Too short.", "pets.1.q3": "Please answer this." };

test("what was wrong with an answer is said until the answer is changed", () => {
  expect(faultsLeft(faults, before, { ...before, owner: { q1: ["b"], q2: [""] } })).toEqual(faults);
  const answered = { ...before, owner: { q1: ["a"], q2: ["b"] } };
  expect(Object.keys(faultsLeft(faults, before, answered))).toEqual(["pets.0.q3", "pets.1.q3"]);
  const second = { ...before, pets: [{ q3: ["x"] }, { q3: ["y"] }] };
  expect(Object.keys(faultsLeft(faults, before, second))).toEqual(["owner.q2", "pets.0.q3"]);
  expect(Object.keys(faultsLeft(faults, before, { ...before, pets: [{ q3: [""] }] }))).toEqual(["owner.q2"]);
});
