import { type Format, formatAs } from "../ui/format/locale.ts";
import { currencySymbol } from "../ui/format/money.ts";
import { asNumberFormat } from "../ui/format/number.ts";
import type { Shop } from "./types.ts";

const made = new WeakMap<Shop, Format>();

/** Everything a pet parent reads is written the way of the business whose page it is. */
export const formatOf = (shop: Shop): Format => {
  const known = made.get(shop);
  if (known) return known;
  const format = formatAs({
    currencyCode: shop.currencyCode,
    currencySymbol: currencySymbol(shop.currencyCode),
    country: shop.countryAlpha2Code,
    zone: shop.timezoneName,
    dateFormat: shop.dateFormat,
    numberFormat: asNumberFormat(shop.numberFormat),
    clock: shop.hoursOnClock === 24 ? 24 : 12,
    weightUnit: "lb",
  });
  made.set(shop, format);
  return format;
};
