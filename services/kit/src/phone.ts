/**
 * A number as carriers write it ("+12065550101"), from digits and plus as a profile has it. "" when it cannot be one.
 * A number without a plus belongs to the country of the business, dialled as people do there; taken for another country's it would reach a stranger.
 */
export async function e164(phone: string, country: string): Promise<string> {
  if (phone.trim().startsWith("+")) {
    const digits = phone.replace(/\D/g, "");
    return /^[1-9]\d{6,14}$/.test(digits) ? `+${digits}` : "";
  }
  // Read once somebody has such a number: it knows the numbers of every country, and takes room.
  const { isSupportedCountry, parsePhoneNumberFromString } = await import("libphonenumber-js/min");
  const found = parsePhoneNumberFromString(phone, { defaultCountry: isSupportedCountry(country) ? country : "US", extract: false });
  return found?.isPossible() ? found.number : "";
}
