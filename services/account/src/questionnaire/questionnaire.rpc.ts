import { create } from "@bufbuild/protobuf";
import { type Impl, mustExist, named } from "@leashline/kit";
import { type CompanyQuestionRecord, CompanyQuestionRecordSchema } from "@leashline/proto/leashline/account/v1/company_pb.js";
import {
  type CompanyService,
  type SaveCompanyQuestionRecordRequest,
  SaveCompanyQuestionRecordRequestSchema,
} from "@leashline/proto/leashline/account/v1/company_service_pb.js";
import { toQuestionRecord } from "../companies/company.mapper.ts";
import { findCompany, updateCompany } from "../companies/company.store.ts";
import { command, query } from "../db.ts";

export const questionnaireHandlers = {
  async getCompanyQuestionRecord(_request, ctx) {
    return { record: toQuestionRecord(mustExist(await query(ctx, (db) => findCompany(db)))) };
  },

  async saveCompanyQuestionRecord(request, ctx) {
    return await command(ctx, async (tx) => {
      tx.lock(["company_question"]);
      const before = create(CompanyQuestionRecordSchema, toQuestionRecord(mustExist(await findCompany(tx.db))));
      const question = JSON.stringify(answersOf(request, before));
      return { record: toQuestionRecord(await updateCompany(tx.db, { question, questionTime: new Date() })) };
    });
  },
} satisfies Partial<Impl<typeof CompanyService>>;

function answersOf(request: SaveCompanyQuestionRecordRequest, before: CompanyQuestionRecord) {
  const isNamed = named(SaveCompanyQuestionRecordRequestSchema, request, request.updateMask).has("goals");
  return {
    staffCount: request.staffCount ?? before.staffCount,
    locationCount: request.locationCount ?? before.locationCount,
    yearsInBusiness: request.yearsInBusiness ?? before.yearsInBusiness,
    previousSoftware: request.previousSoftware ?? before.previousSoftware,
    referral: request.referral ?? before.referral,
    goals: isNamed ? request.goals : before.goals,
    note: request.note ?? before.note,
  };
}
