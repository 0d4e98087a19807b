import { PriceUnit } from "@leashline/proto/leashline/offering/v1/service_pb.js";

/** What one unit of a price stands for, as it is said after the amount: "$10 an hour". */
export const UNIT_WORDS: Partial<Record<PriceUnit, string>> = {
  [PriceUnit.PER_NIGHT]: " a night",
  [PriceUnit.PER_HOUR]: " an hour",
  [PriceUnit.PER_DAY]: " a day",
};
