import { type Ctx, localeFormatOf, on, projection } from "@leashline/kit";
import { type BusinessChanged, BusinessChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import { RecordService } from "@leashline/proto/leashline/account/v1/record_service_pb.js";
import { type Db, type MessageTx, query } from "../db.ts";
import { findBusiness } from "./business.store.ts";

/** A business, and whether its zone is another than the one kept. */
export type BusinessFact = BusinessChanged & { movedZone: boolean };

const zoneOf = ({ timezoneName }: BusinessChanged): string => timezoneName || "UTC";

const compared = async (db: Db, business: BusinessChanged): Promise<BusinessFact> => ({
  ...business,
  movedZone: (await findBusiness(db, business.businessId))?.zone !== zoneOf(business),
});

const fromAccount = async (ctx: Ctx, afterBusinessId: string, pageSize: number): Promise<BusinessFact[]> => {
  const { businesses } = await ctx.client(RecordService).listBusinessRecords({ afterBusinessId, pageSize });
  return await query(ctx, async (db) => {
    const facts: BusinessFact[] = [];
    for (const business of businesses) facts.push(await compared(db, business));
    return facts;
  });
};

/** Who sends messages, and how they write. */
export const businessesWith = (changed: (tx: MessageTx, facts: readonly BusinessFact[]) => void) =>
  projection<BusinessFact>({
    table: "business",
    key: "businessId",
    columns: {
      businessId: (business) => business.businessId,
      name: (business) => business.businessName,
      zone: zoneOf,
      currency: (business) => business.currencyCode || "USD",
      country: (business) => business.countryAlpha2Code || "US",
      phone: (business) => business.phoneNumber,
      email: (business) => business.contactEmail,
      address: (business) => business.address,
      clock: (business) => localeFormatOf(business).clock,
      dateFormat: (business) => localeFormatOf(business).dateFormat,
      numberFormat: (business) => localeFormatOf(business).numberFormat,
    },
    events: [on(BusinessChangedSchema, async (event, tx) => [await compared(tx.db, event)])],
    source: fromAccount,
    changed,
  });
