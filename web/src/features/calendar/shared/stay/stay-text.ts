import { LodgingRefusal } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import { isoToDay } from "../../../../ui/format/dates.ts";
import { parseMoney } from "../../../../ui/format/money.ts";

export const refusalWords: Record<LodgingRefusal, string> = {
  [LodgingRefusal.UNSPECIFIED]: "",
  [LodgingRefusal.TAKEN]: "taken",
  [LodgingRefusal.OUT_OF_SERVICE]: "out of service",
  [LodgingRefusal.PET_TYPE]: "not for this kind of pet",
  [LodgingRefusal.PET_SIZE]: "not for this size",
  [LodgingRefusal.TOO_HEAVY]: "not for a pet this heavy",
  [LodgingRefusal.TOO_MANY]: "too small for all",
  [LodgingRefusal.SHARED]: "shared with other pets",
};

export type Nights = {
  unitId: string;
  from: string;
  to: string;
  /** What a night here costs, as it was typed or agreed, where that is not the rate of the stay. */
  price?: string;
};

/** Units one after the other, as the server takes them. */
export const lodgingsOnWire = (lodgings: readonly Nights[], currencyCode?: string) =>
  lodgings.flatMap(({ unitId, from, to, price }) => {
    const nightlyPrice = price === undefined ? undefined : parseMoney(price, currencyCode);
    const [startDate, endDate] = [isoToDay(from), isoToDay(to)];
    return startDate && endDate ? [{ lodgingUnitId: unitId, startDate, endDate, ...(nightlyPrice && { nightlyPrice }) }] : [];
  });
