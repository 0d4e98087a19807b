import type { MessageInitShape } from "@bufbuild/protobuf";
import { toTimestamp } from "@leashline/kit";
import type {
  IntakeFormBriefSchema,
  IntakeFormSchema,
  IntakeSectionSchema,
} from "@leashline/proto/leashline/customer/v1/intake_form_pb.js";
import { questionsOf, type Section } from "@leashline/proto/rules/intake-form.ts";
import type { FormRow } from "./form.store.ts";

export const toSections = (sections: readonly Section[]): MessageInitShape<typeof IntakeSectionSchema>[] =>
  sections.map(({ questions, ...section }) => ({
    ...section,
    questions: questions.map(({ condition, ...question }) => ({ ...question, ...(condition && { condition }) })),
  }));

export const toForm = ({ content, ...row }: FormRow): MessageInitShape<typeof IntakeFormSchema> => ({
  id: row.id,
  uuid: row.uuid,
  businessId: row.businessId,
  title: content.title,
  welcome: content.welcome,
  thanks: content.thanks,
  sections: toSections(content.sections),
  agreementIds: content.agreementIds,
  versionNumber: row.versionNumber,
  changed: row.changed,
  archived: row.archivedAt !== null,
  version: row.version,
  createTime: toTimestamp(row.createdAt),
  updateTime: toTimestamp(row.updatedAt),
  filledIn: row.filledIn,
  ...(row.publishedAt && { publishTime: toTimestamp(row.publishedAt) }),
});

export const toFormBrief = ({ content, ...row }: FormRow): MessageInitShape<typeof IntakeFormBriefSchema> => ({
  id: row.id,
  uuid: row.uuid,
  businessId: row.businessId,
  title: content.title,
  questionCount: questionsOf(content).length,
  versionNumber: row.versionNumber,
  changed: row.changed,
  archived: row.archivedAt !== null,
  filledIn: row.filledIn,
  updateTime: toTimestamp(row.updatedAt),
});
