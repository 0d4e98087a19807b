import { fromWireDate, implement } from "@leashline/kit";
import { AgreementSigningService } from "@leashline/proto/leashline/online_booking/v1/agreement_signing_pb.js";
import { openShop, shownOffers } from "../storefront/shop.ts";
import { shownBy } from "../visitors/confirmed.ts";
import { clientBy } from "../visitors/person.ts";
import { agreementsAsked } from "./asked.ts";

export const agreementSigningRpc = implement(AgreementSigningService, {
  async previewBookingAgreements(request, ctx) {
    const shop = await openShop(ctx, request.bookOnlineName);
    const offers = await shownOffers(shop, request.pets);
    const { firstName, lastName, pets, startTime } = request;
    const person = { firstName, lastName };
    const client = await clientBy(shop, await shownBy(shop.ctx, request.visitorToken), person);
    const booking = {
      ...{ customerId: client?.customerId ?? "0", person, pets, offers, startTime },
      date: request.date ? fromWireDate(request.date, "date") : null,
      inClass: request.classId !== "0",
    };
    const agreements = await agreementsAsked(shop, booking);
    return {
      agreements: agreements.map(({ agreementId, agreementHeader, agreementContent, inputs, contentHash }) => ({
        ...{ agreementId, agreementHeader, agreementContent, inputs, contentHash },
      })),
    };
  },
});
