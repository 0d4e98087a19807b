import { moreThanZero, percent } from "../../../ui/format/checks/share.ts";
import { amountIn } from "../../../ui/format/money.ts";
import { all, type Check } from "../../../ui/format/validate.ts";

/** What a deposit rule may ask for: some of the bill. */
export const asked = (type: string, currencyCode: string): Check =>
  all(type === "percentage" ? percent(4) : amountIn(currencyCode), moreThanZero);
