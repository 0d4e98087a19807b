import type { MessageInitShape } from "@bufbuild/protobuf";
import { toTimestamp } from "@leashline/kit";
import {
  type IntakeAnswerSchema,
  type IntakeSubmissionSchema,
  IntakeSubmissionState as State,
} from "@leashline/proto/leashline/customer/v1/intake_submission_pb.js";
import type { Answers, Given } from "@leashline/proto/rules/intake-answers.ts";
import type { FormContent } from "@leashline/proto/rules/intake-form.ts";
import { toSections } from "./form.mapper.ts";
import type { SubmissionRow } from "./submission.store.ts";

const stateOf = ({ clientId, readAt }: SubmissionRow): State => {
  if (clientId !== "0") return State.ADDED;
  return readAt ? State.READ : State.UNREAD;
};

const brief = (row: SubmissionRow) => ({
  id: row.id,
  formId: row.formId,
  formTitle: row.formTitle,
  versionNumber: row.versionNumber,
  businessId: row.businessId,
  name: row.name,
  petNames: row.petNames,
  state: stateOf(row),
  customerId: row.clientId,
  createTime: toTimestamp(row.createdAt),
});

/** As a list shows it. */
export const toSubmission = (row: SubmissionRow): MessageInitShape<typeof IntakeSubmissionSchema> => brief(row);

export const toAnswers = (given: Given): MessageInitShape<typeof IntakeAnswerSchema>[] =>
  Object.entries(given).map(([questionKey, values]) => ({ questionKey, values }));

export const toWholeSubmission = (
  row: SubmissionRow,
  content: FormContent,
  { owner, pets }: Answers,
): MessageInitShape<typeof IntakeSubmissionSchema> => ({
  ...brief(row),
  sections: toSections(content.sections),
  owner: toAnswers(owner),
  pets: pets.map((pet) => ({ answers: toAnswers(pet) })),
});
