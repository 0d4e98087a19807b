import type { Agreement } from "@leashline/proto/leashline/customer/v1/agreement_service_pb.js";

/** What the form of an agreement holds. */
export const valuesOf = (one?: Agreement) => ({
  agreementHeader: one?.agreementHeader ?? "",
  agreementContent: one?.agreementContent ?? "",
  agreementRequiredType: String(one?.agreementRequiredType ?? 1),
  careTypes: one?.careTypes ?? [],
  businessIds: one?.businessIds ?? [],
  inputs: (one?.inputs ?? []).map(({ label, required: must }) => ({ label, required: must })),
  emailTitle: one?.emailTitle ?? "",
  emailBody: one?.emailBody ?? "",
  smsBody: one?.smsBody ?? "",
  expireMonths: String(one?.expireMonths ?? 0),
  blockModify: one?.blockModify ?? false,
  isNeedFlush: false,
});
export type Values = ReturnType<typeof valuesOf>;

const NAMES = ["agreement_header", "agreement_content", "agreement_required_type", "care_types", "business_ids", "inputs"];
/** All of them are saved together. */
export const MASK = { paths: [...NAMES, "email_title", "email_body", "sms_body", "block_modify", "expire_months"] };
