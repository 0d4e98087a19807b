import { implement } from "@leashline/kit";
import { CompanyService } from "@leashline/proto/leashline/account/v1/company_service_pb.js";
import { companyHandlers } from "./preferences/company.rpc.ts";
import { questionnaireHandlers } from "./questionnaire/questionnaire.rpc.ts";
import { registrationHandlers } from "./registration/registration.rpc.ts";

/** The contract has one service for companies; its RPCs live in the rooms of what they are for. */
export const companyRpc = implement(CompanyService, { ...registrationHandlers, ...companyHandlers, ...questionnaireHandlers });
