import type { IntakeSubmission } from "@leashline/proto/leashline/customer/v1/intake_submission_pb.js";
import { IntakeSubmissionState as State } from "@leashline/proto/leashline/customer/v1/intake_submission_pb.js";
import type { Answers, Given } from "@leashline/proto/rules/intake-answers.ts";

type Answer = { questionKey: string; values: string[] };

const givenOf = (answers: readonly Answer[]): Given => Object.fromEntries(answers.map(({ questionKey, values }) => [questionKey, values]));

export const answersOf = ({ owner, pets }: IntakeSubmission): Answers => ({
  owner: givenOf(owner),
  pets: pets.map(({ answers }) => givenOf(answers)),
});

export const stateWord = (state: State): { word: string; tone: "accent" | "plain" | "ok" } => {
  if (state === State.ADDED) return { word: "Added", tone: "ok" };
  return state === State.READ ? { word: "Read", tone: "plain" } : { word: "Unread", tone: "accent" };
};

/** An answer in one line. */
export const answerText = (values: readonly string[]): string => values.filter((value) => value !== "").join(", ");
