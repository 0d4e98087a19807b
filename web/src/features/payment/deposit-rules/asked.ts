import { amountIn } from "../../../ui/format/money.ts";
import { all, type Check } from "../../../ui/format/validate.ts";

const percentage: Check = (value) =>
  /^(?:\d{1,2}|100)(?:\.\d{1,4})?$/.test(value) && Number(value) <= 100 ? undefined : "A percentage from 0 to 100";
const something: Check = (value) => (Number(value) > 0 ? undefined : "More than zero");

/** What a deposit rule may ask for: some of the bill. */
export const asked = (type: string, currencyCode: string): Check =>
  all(type === "percentage" ? percentage : amountIn(currencyCode), something);
