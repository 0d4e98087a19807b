import { addressLineOf, type Ctx, displayPhone, localeFormatOf, phoneKey, reducePhone, writeDay, writeTime } from "@leashline/kit";
import type { Business } from "@leashline/proto/leashline/account/v1/business_pb.js";
import { BusinessService } from "@leashline/proto/leashline/account/v1/business_service_pb.js";
import type { Facts } from "../agreement-text.ts";
import type { PartyFacts } from "./facts.store.ts";

/** Asked for before anything is locked: it is another service's. */
export async function businessesOf(ctx: Ctx, ids: readonly string[]): Promise<Map<string, Business>> {
  const asked = [...new Set(ids)].filter((id) => id !== "0");
  if (asked.length === 0) return new Map();
  const { businesses } = await ctx.client(BusinessService).batchGetBusinesses({ ids: asked });
  return new Map(businesses.map((one) => [one.id, one]));
}

/** As people of the business's country dial it; a number of another country keeps its code. */
export function phoneOf({ phoneNumber, countryAlpha2Code: country }: Business): string {
  const [reduced, dialed] = [reducePhone(phoneNumber), phoneKey(phoneNumber, country)];
  return displayPhone(reduced === `+${dialed}` ? reduced : dialed, country);
}

/** What a text is filled in with for one record. */
export function factsOf({ firstName, lastName, petNames, date, startTime }: PartyFacts, business: Business | undefined): Facts {
  const locale = business ? localeFormatOf(business) : localeFormatOf({ timeFormatType: 1, dateFormat: "", numberFormat: "" });
  return {
    client: { firstName, lastName },
    petNames,
    business: {
      name: business?.businessName ?? "",
      phone: business ? phoneOf(business) : "",
      address: business ? addressLineOf(business) : "",
    },
    ...(date !== null && { appointment: { date: writeDay(date, locale), time: writeTime(startTime ?? 0, locale) } }),
  };
}
