import { fromMoney, todayIn, toMoney } from "@leashline/kit";
import type { Money } from "@leashline/proto/google/type/money_pb.js";
import type { PetSize } from "@leashline/proto/leashline/customer/v1/pet_settings_pb.js";
import type { ServiceCharge } from "@leashline/proto/leashline/offering/v1/service_charge_service_pb.js";
import { type Service, ShowPrice } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { LandingPart } from "@leashline/proto/leashline/online_booking/v1/storefront_config_pb.js";
import { countsBy } from "@leashline/proto/rules/auto-charges.ts";
import { formatPercent, type Percent, percentOf } from "@leashline/proto/rules/percent.ts";
import { priceFor } from "@leashline/proto/rules/unit-price.ts";
import { visitedCares } from "@leashline/proto/rules/visited.ts";
import { rulesOf } from "../automation/automation.rpc.ts";
import { acceptsAll } from "../automation/automation.ts";
import { careRulesOf } from "../settings/accepted.ts";
import { arrivalOn } from "../settings/arrival.ts";
import type { Landing } from "../settings/landing.ts";
import { stayRulesOf } from "./bookable.ts";
import type { PageOffer } from "./kept-page.ts";
import { isHidden, type Shop, visitsClients } from "./shop.ts";

/** What is agreed to by sending a request; kept with it word for word. */
export const textConsentOf = (businessName: string): string =>
  `By sending this you agree that ${businessName} may text you about your appointments. Message and data rates may apply. Reply STOP to stop.`;

/** A page as visitors see it. */
export function toStorefront(shop: Shop, offer: PageOffer, sizes: readonly PetSize[]) {
  const { services, links, weightUnit } = offer;
  const { setting, business, staff } = shop;
  const today = Temporal.PlainDate.from(todayIn(business.timezoneName));
  return {
    bookOnlineName: setting.bookOnlineName,
    businessName: business.businessName,
    phoneNumber: business.phoneNumber,
    address: business.address,
    aboutUs: setting.aboutUs,
    welcomeMessage: setting.welcomeMessage,
    themeColor: setting.themeColor,
    cancellationPolicy: setting.cancellationPolicy,
    timezoneName: business.timezoneName,
    currencyCode: business.currencyCode,
    countryAlpha2Code: business.country,
    dateFormat: business.dateFormat,
    numberFormat: business.numberFormat,
    hoursOnClock: business.clock,
    submissionCheck: setting.submissionCheck,
    acceptedClientType: setting.acceptedClientType,
    acceptedByCare: careRulesOf(setting),
    firstDate: today.add({ days: setting.soonestAvailable }).toString(),
    lastDate: today.add({ days: setting.farthestAvailable }).toString(),
    staffSelection: setting.staffSelection,
    // Only where whoever asks can be sure of it.
    autoAccept: setting.autoAccept && acceptsAll(rulesOf(setting)),
    textConsent: textConsentOf(business.businessName),
    ...(setting.published && { landing: landingOf(shop, links) }),
    thankYouUrl: setting.thankYouUrl,
    embedSites: setting.embedSites,
    analyticsId: setting.analyticsId,
    customDomain: shop.customDomain,
    ...(services.some(({ byStay }) => byStay) && { stays: staysOf(setting) }),
    taxesIncluded: offer.taxesIncluded,
    weightUnit,
    clientPortal: setting.clientPortal,
    ...arrivalOn(setting, ["GROOMING"]),
    onlyInServiceAreas: setting.onlyInServiceAreas,
    visitedCareTypes: visitedCares(visitsClients(shop)),
    petSizes: sizes.map(({ id, weightHigh }) => ({ id, weightHigh })),
    services: services.map((service) => offerOnPage(service, offer)),
    addOns: offer.addOns.map((addOn) => ({ ...offerOnPage(addOn, offer), ...rulesOnPage(addOn) })),
    charges: offer.charges.map((charge) => chargeOnPage(charge, offer)),
    staff: setting.staffSelection ? staff.map((s) => ({ staffId: s.staffId, firstName: s.firstName, colorCode: s.colorCode })) : [],
  };
}

const chargeOnPage = ({ name, price, applyType, surchargeType, careTypes, taxId }: ServiceCharge, { taxRates }: PageOffer) => ({
  ...{ name, careTypes, applyType, surchargeType, perPet: countsBy({ applyType, surchargeType }).perPet },
  taxRate: formatPercent(taxRates.get(taxId) ?? 0n),
  ...(price && { price }),
});

const staysOf = (setting: Shop["setting"]) => ({
  ...stayRulesOf(setting),
  openingHours: (setting as unknown as Landing).openingHours,
});

/** How the business introduces itself: nothing of a part that it does not show. */
function landingOf({ setting }: Shop, links: readonly string[]) {
  const { gallery, teams, amenities, openingHours } = setting as unknown as Landing;
  const shows = (part: LandingPart) => setting.pageComponents.includes(part);
  return {
    parts: setting.pageComponents,
    gallery: shows(LandingPart.GALLERY) ? gallery : [],
    teams: shows(LandingPart.TEAM) ? teams : [],
    ...(shows(LandingPart.AMENITIES) && { amenities }),
    openingHours: shows(LandingPart.HOURS) ? openingHours : [],
    links: shows(LandingPart.CONTACT) ? [...links] : [],
  };
}

type Terms = Pick<Service, "priceUnit" | "duration">;

/** What the service comes to for its duration, and the tax on it as the order will work it out: rounded down once for each line. */
function visitPrice({ priceUnit, duration }: Terms, price: Money, rate: Percent) {
  const { minor, currency } = fromMoney(price);
  const whole = priceFor(minor, priceUnit, duration);
  return { visitPrice: toMoney(whole, currency), visitTax: toMoney(percentOf(whole, rate), currency) };
}

/** The price, and what it comes to with staff on terms of their own. */
function pricesOf(service: Service, price: Money, rate: Percent) {
  // What a stay comes to depends on its nights.
  if (service.careType === "BOARDING") return { price };
  const { priceUnit, duration, staffOverrides } = service;
  const staffPrices = staffOverrides.map((own) => ({
    staffId: own.staffId,
    ...visitPrice({ priceUnit, duration: own.duration ?? duration }, own.price ?? price, rate),
  }));
  return { price, ...visitPrice(service, price, rate), staffPrices };
}

function offerOnPage(service: Service, { taxRates, evaluations }: PageOffer) {
  const { options } = service;
  const rate = taxRates.get(service.taxId) ?? 0n;
  const evaluationServiceId = options?.evaluationServiceId ?? "0";
  const hidden = isHidden(service);
  return {
    serviceId: service.id,
    name: service.name,
    description: service.description,
    careType: service.careType,
    categoryName: service.categoryName,
    ...(hidden || !service.price ? {} : { ...pricesOf(service, service.price, rate), taxed: rate > 0n }),
    priceUnit: service.priceUnit,
    startingAt: options?.showBasePrice === ShowPrice.STARTING_AT,
    duration: options?.showDuration === false ? 0 : service.duration,
    petTypes: service.availability?.petTypes.map((rule) => rule.petType) ?? [],
    weightFrom: service.availability?.weightFrom ?? 0,
    weightTo: service.availability?.weightTo ?? 0,
    petSizeIds: service.availability?.petSizeIds ?? [],
    bundleServiceIds: options?.bundleServiceIds ?? [],
    evaluationServiceId,
    evaluationName: evaluations.get(evaluationServiceId) ?? "",
  };
}

/** What an add-on goes with, and which pets may have it beside what every offer says of that. */
const rulesOnPage = ({ applicableServiceIds, availability, stayDay }: Service) => ({
  stayDay,
  ...{ addOn: true, applicableServiceIds },
  breeds: availability?.petTypes.filter(({ breeds }) => breeds.length > 0) ?? [],
  coatTypes: availability?.coatTypes ?? [],
});
