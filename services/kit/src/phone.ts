/** The numbers of every country. Read once somebody has a number that needs it: it takes room. */
const plans = () => import("libphonenumber-js/min");

/**
 * A number as carriers write it ("+12065550101"), from digits and plus as a profile has it. "" when it cannot be one.
 * A number without a plus belongs to the country of the business, dialled as people do there; taken for another country's it would reach a stranger.
 */
export async function e164(phone: string, country: string): Promise<string> {
  if (phone.trim().startsWith("+")) {
    const digits = phone.replace(/\D/g, "");
    return /^[1-9]\d{6,14}$/.test(digits) ? `+${digits}` : "";
  }
  const { isSupportedCountry, parsePhoneNumberFromString } = await plans();
  const found = parsePhoneNumberFromString(phone, { defaultCountry: isSupportedCountry(country) ? country : "US", extract: false });
  return found?.isPossible() ? found.number : "";
}

/** Whether a number ("+12065550101") is one that the numbering plan has, and under the calling code of this country. */
export async function isValidIn(number: string, country: string): Promise<boolean> {
  const { getCountryCallingCode, isSupportedCountry, parsePhoneNumberFromString } = await plans();
  const found = parsePhoneNumberFromString(number);
  return Boolean(found?.isValid()) && found?.countryCallingCode === getCountryCallingCode(isSupportedCountry(country) ? country : "US");
}
