import { type Ctx, fail, fromWireDate, type Impl, todayIn, toTimestamp } from "@leashline/kit";
import type { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { command } from "../db.ts";
import { withCoats } from "../questions/coat-type.ts";
import { questionsOf } from "../questions/questions-of.ts";
import { withSources } from "../questions/referral-source.ts";
import { confirmCode, sendCode } from "../visitors/code.ts";
import { oneContact } from "../visitors/contact.ts";
import { holding, takeTurn } from "../visitors/pace.ts";
import { isNewHere, mustBeAskedFor } from "../visitors/person.ts";
import { ownHold } from "../visitors/used-hold.ts";
import { choosing, isVouched, networkKey } from "../visitors/visitor.ts";
import { withoutAddOns } from "./add-ons.ts";
import { holdMinutes, mustBeBookable, ruleOf } from "./bookable.ts";
import { withComingClasses } from "./coming-classes.ts";
import { spanWithin } from "./plan.ts";
import { offerOfPage, offersOf, openShop, shownOffers, sizesOn, vaccinesOn, weighed } from "./shop.ts";
import { toStorefront } from "./storefront.mapper.ts";
import { availableTimes, groupsFor, holdTime, inPlainWords, mustBeWhole, stepFor } from "./times.ts";

const mostDays = 31;

function mustBeSpan({ from, to }: { from: string; to: string }): void {
  const { days } = Temporal.PlainDate.from(from).until(to);
  if (days < 0) throw fail("PARAMS_INVALID", { field: "endDate", reason: "must not be before the start date" });
  if (days > mostDays) throw fail("PARAMS_INVALID", { field: "endDate", reason: `at most ${mostDays} days after the start` });
}

const unkeyed = (ctx: Ctx): Ctx => ({ ...ctx, idempotencyKey: "" });

export const storefrontHandlers = {
  async getStorefront({ bookOnlineName }, ctx) {
    const shop = await openShop(ctx, bookOnlineName);
    const known = await offerOfPage(shop);
    const offer = { ...known, services: await withComingClasses(shop, known.services) };
    const [sizes, requiredVaccines, questions] = await Promise.all([
      sizesOn(shop.ctx, offer),
      vaccinesOn(shop.ctx, offer),
      withSources(shop.ctx, questionsOf(shop.setting)).then((asked) => withCoats(shop.ctx, asked)),
    ]);
    return { storefront: { ...toStorefront(shop, offer, sizes), requiredVaccines, questions } };
  },

  async listAvailableTimes(request, ctx) {
    const shop = await openShop(ctx, request.bookOnlineName);
    const asked = { from: fromWireDate(request.startDate, "startDate"), to: fromWireDate(request.endDate, "endDate") };
    mustBeSpan(asked);
    const pets = await weighed(shop, request.pets);
    const offers = await shownOffers(shop, pets);
    mustBeWhole(pets, offers);
    const groups = groupsFor(shop, offers, pets, request.staffId);
    const duration = [...offers.values()].every(({ showDuration }) => showDuration) ? (groups[0]?.[0] ?? 0) : 0;
    const span = spanWithin(asked, todayIn(shop.business.timezoneName), ruleOf(shop));
    if (!span || groups.length === 0) return { days: [], duration };
    return { days: await availableTimes(shop, groups, pets, { ...span, offers }), duration };
  },

  async holdTime(request, ctx) {
    const shop = await openShop(ctx, request.bookOnlineName);
    const date = fromWireDate(request.date, "date");
    const pets = await weighed(shop, request.pets);
    const offers = await offersOf(shop, pets);
    mustBeBookable(shop, { date, startTime: request.startTime }, offers);
    mustBeWhole(pets, offers);
    const groups = groupsFor(shop, offers, pets, request.staffId);
    const vouched = isVouched(ctx, shop.ctx);
    if (!vouched) await command(unkeyed(shop.ctx), (tx) => takeTurn(tx, holding, networkKey(shop.ctx)));
    try {
      const held = await holdTime(shop, groups, {
        date,
        startTime: request.startTime,
        pets: withoutAddOns(pets, offers),
        holdMinutes: holdMinutes,
        replaceToken: await ownHold(shop.ctx, request.replaceToken),
        ...stepFor(shop, vouched),
        visitor: choosing(shop.ctx, !vouched && (await isNewHere(shop, request.visitorToken))),
      });
      return { holdToken: held.token, staffId: held.staffId, ...(held.expiresAt && { expiresAt: toTimestamp(held.expiresAt) }) };
    } catch (error) {
      throw inPlainWords(shop, error, offers);
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
} satisfies Partial<Impl<typeof StorefrontService>>;
