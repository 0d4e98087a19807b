import type { Shop } from "./shop.ts";

/** The business on the page of a link in a message. */
export function toLinkedBusiness({ business, setting }: Shop) {
  return {
    businessName: business.businessName,
    phoneNumber: business.phoneNumber,
    address: business.address,
    timezoneName: business.timezoneName,
    currencyCode: business.currencyCode,
    countryAlpha2Code: business.country,
    dateFormat: business.dateFormat,
    numberFormat: business.numberFormat,
    hoursOnClock: business.clock,
    themeColor: setting.themeColor,
    cancellationPolicy: setting.cancellationPolicy,
    bookOnlineName: setting.isEnable ? setting.bookOnlineName : "",
    portalName: setting.clientPortal ? setting.bookOnlineName : "",
  };
}
