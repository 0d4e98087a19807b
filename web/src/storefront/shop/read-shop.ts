import type { Money } from "@leashline/proto/google/type/money_pb.js";
import { StayDay } from "@leashline/proto/leashline/offering/v1/additional_service_pb.js";
import { ChargeApplyType, SurchargeType } from "@leashline/proto/leashline/offering/v1/service_charge_service_pb.js";
import { type PetTypeRule, PriceUnit } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import {
  type BookingQuestion,
  QuestionMode,
  QuestionSubject,
  QuestionType,
} from "@leashline/proto/leashline/online_booking/v1/booking_question_pb.js";
import type { OpeningHours } from "@leashline/proto/leashline/online_booking/v1/online_profile_pb.js";
import {
  AcceptedClientType,
  type ArrivalWindow,
  type CareAcceptance,
  SubmissionCheck,
} from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import type { StayRules } from "@leashline/proto/leashline/online_booking/v1/stay_booking_pb.js";
import { LandingPart } from "@leashline/proto/leashline/online_booking/v1/storefront_config_pb.js";
import type {
  LandingPage,
  Storefront,
  StorefrontCharge,
  StorefrontOffer,
  StorefrontPetSize,
  StorefrontStaff,
  StorefrontStaffPrice,
  StorefrontVaccine,
} from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import type { Shop } from "../types.ts";
import { big, fields, flag, id, list, maybe, named, number, text } from "./read.ts";

const texts = list(text);
const money = maybe(fields<Money>({ currencyCode: text, units: big, nanos: number }));
const hours = list(fields<OpeningHours>({ day: number, startTime: number, endTime: number }));

const offer = fields<StorefrontOffer>({
  serviceId: id,
  name: text,
  description: text,
  careType: text,
  categoryName: text,
  price: money,
  startingAt: flag,
  duration: number,
  petTypes: texts,
  priceUnit: named(PriceUnit, "PRICE_UNIT_"),
  visitPrice: money,
  visitTax: money,
  taxed: flag,
  weightFrom: number,
  weightTo: number,
  petSizeIds: list(id),
  staffPrices: list(fields<StorefrontStaffPrice>({ staffId: id, visitPrice: money, visitTax: money })),
  evaluationServiceId: id,
  evaluationName: text,
  bundleServiceIds: list(id),
  addOn: flag,
  applicableServiceIds: list(id),
  breeds: list(fields<PetTypeRule>({ petType: text, breeds: texts })),
  coatTypes: texts,
  stayDay: named(StayDay, "STAY_DAY_"),
});

const landing = fields<LandingPage>({
  parts: list(named(LandingPart, "LANDING_PART_")),
  gallery: list(fields({ path: text, caption: text })),
  teams: list(fields({ name: text, title: text, introduction: text, picture: text })),
  amenities: maybe(fields({ features: texts, payments: texts })),
  openingHours: hours,
  links: texts,
});

const question = fields<BookingQuestion>({
  key: text,
  question: text,
  placeholder: text,
  required: flag,
  subject: named(QuestionSubject, "QUESTION_SUBJECT_"),
  questionType: named(QuestionType, "QUESTION_TYPE_"),
  options: texts,
  newAccessMode: named(QuestionMode, "QUESTION_MODE_"),
  existingAccessMode: named(QuestionMode, "QUESTION_MODE_"),
  weightLimit: maybe(fields({ notify: flag, limit: number, tips: text })),
  sort: number,
});

const stays = fields<StayRules>({
  minNights: number,
  maxNights: number,
  noticeHours: number,
  arrivalFrom: number,
  arrivalTo: number,
  departureFrom: number,
  departureTo: number,
  openingHours: hours,
});

const charge = fields<StorefrontCharge>({
  name: text,
  price: money,
  perPet: flag,
  careTypes: texts,
  taxRate: text,
  surchargeType: named(SurchargeType, "SURCHARGE_TYPE_"),
  applyType: named(ChargeApplyType, "CHARGE_APPLY_TYPE_"),
});

/** A storefront as StorefrontService answers it in JSON. */
export const readShop = fields<Storefront>({
  bookOnlineName: text,
  businessName: text,
  phoneNumber: text,
  address: text,
  aboutUs: text,
  welcomeMessage: text,
  themeColor: text,
  cancellationPolicy: text,
  timezoneName: text,
  currencyCode: text,
  countryAlpha2Code: text,
  firstDate: text,
  lastDate: text,
  staffSelection: flag,
  autoAccept: flag,
  services: list(offer),
  staff: list(fields<StorefrontStaff>({ staffId: id, firstName: text, colorCode: text })),
  dateFormat: text,
  numberFormat: text,
  hoursOnClock: number,
  submissionCheck: named(SubmissionCheck, "SUBMISSION_CHECK_"),
  acceptedClientType: named(AcceptedClientType, "ACCEPTED_CLIENT_TYPE_"),
  textConsent: text,
  landing: maybe(landing),
  thankYouUrl: text,
  questions: list(question),
  weightUnit: text,
  petSizes: list(fields<StorefrontPetSize>({ id, weightHigh: number })),
  stays: maybe(stays),
  clientPortal: flag,
  requiredVaccines: list(fields<StorefrontVaccine>({ name: text, careTypes: texts, petTypes: texts })),
  charges: list(charge),
  taxesIncluded: flag,
  embedSites: texts,
  acceptedByCare: list(fields<CareAcceptance>({ careType: text, acceptedClientType: named(AcceptedClientType, "ACCEPTED_CLIENT_TYPE_") })),
  addOns: list(offer),
  onlyInServiceAreas: flag,
  visitedCareTypes: texts,
  analyticsId: text,
  customDomain: text,
  arrivalWindow: maybe(fields<ArrivalWindow>({ before: number, after: number })),
});

/** With its add-ons behind its services: what was chosen is looked up among all that there is. */
export const readPage = (value: unknown): Shop => {
  const shop = readShop(value);
  return { ...shop, services: [...shop.services, ...shop.addOns] };
};
