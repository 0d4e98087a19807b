import type { Agreement } from "@leashline/proto/leashline/customer/v1/agreement_service_pb.js";
import { dayToIso, isDay, isoToDay } from "../../../ui/format/dates.ts";
import { ONCE } from "../shared/agreements/kinds.ts";
import { OWN_MONTHS } from "./agreement-words.ts";

/** What the form of an agreement holds. */
export const valuesOf = (one?: Agreement) => ({
  agreementHeader: one?.agreementHeader ?? "",
  agreementContent: one?.agreementContent ?? "",
  agreementRequiredType: String(one?.agreementRequiredType ?? ONCE),
  careTypes: one?.careTypes ?? [],
  businessIds: one?.businessIds ?? [],
  inputs: (one?.inputs ?? []).map(({ label, required: must }) => ({ label, required: must })),
  emailTitle: one?.emailTitle ?? "",
  emailBody: one?.emailBody ?? "",
  smsBody: one?.smsBody ?? "",
  expireMonths: String(one?.expireMonths ?? 0),
  ownMonths: "",
  expireDate: isDay(one?.expireDate) ? dayToIso(one.expireDate) : "",
  remindDaysBefore: String(one?.remindDaysBefore ?? 0),
  sendOnBooking: one?.sendOnBooking ?? true,
  bookOnlineAvailable: one?.bookOnlineAvailable ?? false,
  blockModify: one?.blockModify ?? false,
  isNeedFlush: false,
});
export type Values = ReturnType<typeof valuesOf>;

/** As it is saved. */
export const requestOf = ({ isNeedFlush: _, expireDate, ownMonths, ...values }: Values) => {
  const day = isoToDay(expireDate);
  return {
    ...values,
    agreementRequiredType: Number(values.agreementRequiredType),
    expireMonths: Number(values.expireMonths === OWN_MONTHS ? ownMonths : values.expireMonths),
    remindDaysBefore: Number(values.remindDaysBefore),
    ...(day && { expireDate: day }),
  };
};

const NAMES = ["agreement_header", "agreement_content", "agreement_required_type", "care_types", "business_ids", "inputs"];
const ENDING = ["expire_months", "expire_date", "remind_days_before"];
/** All of them are saved together. */
export const MASK = {
  paths: [...NAMES, "email_title", "email_body", "sms_body", "block_modify", ...ENDING, "send_on_booking", "book_online_available"],
};
