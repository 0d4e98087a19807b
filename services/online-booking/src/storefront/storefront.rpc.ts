import { type Ctx, fail, fromMoney, fromWireDate, implement, instantAt, todayIn, toMoney, toTimestamp } from "@leashline/kit";
import type { Money } from "@leashline/proto/google/type/money_pb.js";
import { type Service, ShowPrice } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { priceFor } from "@leashline/proto/rules/unit-price.ts";
import { command, query } from "../db.ts";
import { readRequest } from "../requests/request.store.ts";
import { statusOf } from "../requests/request.ts";
import { readStatusToken, submitBooking } from "../requests/submit.ts";
import { confirmCode, sendCode } from "../visitors/code.ts";
import { confirmedBy, oneContact } from "../visitors/contact.ts";
import { holding, takeTurn } from "../visitors/pace.ts";
import { clientBy, mustBeAskedFor } from "../visitors/person.ts";
import { choosing, isVouched, networkKey } from "../visitors/visitor.ts";
import { spanWithin } from "./plan.ts";
import { offersOf, openShop, type Shop, servicesOf } from "./shop.ts";
import { availableTimes, groupsFor, holdTime, inPlainWords } from "./times.ts";

const mostDays = 31;
const unkeyed = (ctx: Ctx): Ctx => ({ ...ctx, idempotencyKey: "" });
const HOLD_MINUTES = 10;

export const storefrontRpc = implement(StorefrontService, {
  async getStorefront({ bookOnlineName }, ctx) {
    const shop = await openShop(ctx, bookOnlineName);
    return { storefront: storefrontOf(shop, await servicesOf(shop)) };
  },

  async listAvailableTimes(request, ctx) {
    const shop = await openShop(ctx, request.bookOnlineName);
    const asked = { from: fromWireDate(request.startDate, "startDate"), to: fromWireDate(request.endDate, "endDate") };
    if (Temporal.PlainDate.from(asked.from).until(asked.to).days > mostDays)
      throw fail("PARAMS_INVALID", { field: "endDate", reason: `at most ${mostDays} days after the start` });
    const groups = groupsFor(shop, await offersOf(shop, request.pets), request.pets, request.staffId);
    const span = spanWithin(asked, todayIn(shop.business.timezoneName), ruleOf(shop));
    if (!span || groups.length === 0) return { days: [], duration: groups[0]?.[0] ?? 0 };
    return await availableTimes(shop, groups, request.pets.length, span);
  },

  async holdTime(request, ctx) {
    const shop = await openShop(ctx, request.bookOnlineName);
    const date = fromWireDate(request.date, "date");
    mustBeBookable(shop, date, request.startTime);
    const groups = groupsFor(shop, await offersOf(shop, request.pets), request.pets, request.staffId);
    if (!isVouched(ctx, shop.ctx)) await command(unkeyed(shop.ctx), (tx) => takeTurn(tx, holding, networkKey(shop.ctx)));
    try {
      const held = await holdTime(shop, groups, {
        date,
        startTime: request.startTime,
        pets: request.pets.length,
        holdMinutes: HOLD_MINUTES,
        replaceToken: request.replaceToken,
        visitor: choosing(shop.ctx, !isVouched(ctx, shop.ctx) && !(await clientBy(shop, confirmedBy(shop.ctx, request.visitorToken)))),
      });
      return { holdToken: held.token, staffId: held.staffId, ...(held.expiresAt && { expiresAt: toTimestamp(held.expiresAt) }) };
    } catch (error) {
      throw inPlainWords(error);
    }
  },

  async sendBookingCode({ bookOnlineName, phoneNumber, email }, ctx) {
    const shop = await openShop(ctx, bookOnlineName);
    const contact = await oneContact({ phoneNumber, email }, shop.business.country);
    await mustBeAskedFor(shop, contact);
    return await sendCode(shop, contact);
  },

  async confirmBookingCode({ bookOnlineName, codeToken, code }, ctx) {
    const shop = await openShop(ctx, bookOnlineName);
    return { visitorToken: await confirmCode(shop.ctx, codeToken, code) };
  },

  async submitBooking(request, ctx) {
    const shop = await openShop(ctx, request.bookOnlineName);
    mustBeBookable(shop, fromWireDate(request.date, "date"), request.startTime, HOLD_MINUTES);
    return await submitBooking(shop, request, isVouched(ctx, shop.ctx));
  },

  async getBookingStatus({ bookOnlineName, statusToken }, ctx) {
    const shop = await openShop(ctx, bookOnlineName);
    const id = readStatusToken(shop.ctx, statusToken);
    const row = id ? await query(shop.ctx, (db) => readRequest(db, id)) : undefined;
    if (!row) throw fail("NOT_FOUND");
    return { booking: statusOf(row) };
  },
});

const ruleOf = ({ setting }: Shop) => ({ soonest: setting.soonestAvailable, farthest: setting.farthestAvailable });

/** A day that is offered, and after the notice; who filled in a form meanwhile is `late` by no more minutes than a time is held. */
function mustBeBookable(shop: Shop, date: string, startTime: number, late = 0): void {
  const zone = shop.business.timezoneName;
  if (!spanWithin({ from: date, to: date }, todayIn(zone), ruleOf(shop)))
    throw fail("PARAMS_INVALID", { field: "date", reason: "this day cannot be booked online" });
  const soonest = Date.now() + (shop.setting.noticeMinutes - late) * 60_000;
  if (instantAt(date, startTime, zone).getTime() < soonest)
    throw fail("PARAMS_INVALID", { field: "startTime", reason: "this time is too soon to be booked online" });
}

function storefrontOf(shop: Shop, services: Service[]) {
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
