import { fromMoney, todayIn, toMoney } from "@leashline/kit";
import type { Money } from "@leashline/proto/google/type/money_pb.js";
import { type Service, ShowPrice } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { priceFor } from "@leashline/proto/rules/unit-price.ts";
import type { Shop } from "./shop.ts";

/** A page as visitors see it. */
export function toStorefront(shop: Shop, services: Service[]) {
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
    firstDate: today.add({ days: setting.soonestAvailable }).toString(),
    lastDate: today.add({ days: setting.farthestAvailable }).toString(),
    staffSelection: setting.staffSelection,
    autoAccept: setting.autoAccept,
    services: services.map(offerOnPage),
    staff: setting.staffSelection ? staff.map((s) => ({ staffId: s.staffId, firstName: s.firstName, colorCode: s.colorCode })) : [],
  };
}

function visitPrice({ priceUnit, duration }: Service, price: Money): Money {
  const { minor, currency } = fromMoney(price);
  return toMoney(priceFor(minor, priceUnit, duration), currency);
}

function offerOnPage(service: Service) {
  const { options } = service;
  const hidden = options?.showBasePrice === ShowPrice.HIDE || options?.showBasePrice === ShowPrice.VARIES;
  return {
    serviceId: service.id,
    name: service.name,
    description: service.description,
    careType: service.careType,
    categoryName: service.categoryName,
    ...(hidden || !service.price ? {} : { price: service.price, visitPrice: visitPrice(service, service.price) }),
    priceUnit: service.priceUnit,
    startingAt: options?.showBasePrice === ShowPrice.STARTING_AT,
    duration: options?.hideDuration ? 0 : service.duration,
    petTypes: service.availability?.petTypes.map((rule) => rule.petType) ?? [],
  };
}
