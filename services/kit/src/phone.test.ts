import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { displayPhone, phoneKey, reducePhone } from "./phone.ts";

describe("phone numbers", () => {
  test.each([
    ["+1 (555) 123-4567", "+15551234567"],
    ["abc", ""],
    ["555.123.4567", "5551234567"],
  ])("phone-input-reduce: %s", (typed, kept) => expect(reducePhone(typed)).toBe(kept));

  test.each([
    ["phone-display-us-ca", "US", "5551234567", "(555) 123-4567"],
    ["phone-display-us-ca", "CA", "15551234567", "1 (555) 123-4567"],
    ["phone-display-us-ca", "US", "+15551234567", "+1 (555) 123-4567"],
    ["phone-display-au", "AU", "0412345678", "0412 345 678"],
    ["phone-display-uk", "UK", "07911123456", "07911 123456"],
    ["phone-display-uk", "GB", "07911123456", "07911 123456"],
    ["phone-display-other", "FR", "0612345678", "061 234 5678"],
    ["phone-display-other", "US", "12345", "123 45"],
  ])("%s: %s %s", (_, country, phone, shown) => expect(displayPhone(phone, country)).toBe(shown));

  test.each([
    ["US", ["(206) 555-0100", "+1 206 555 0100", "1-206-555-0100"], "2065550100"],
    ["GB", ["07911 123456", "+44 7911 123456"], "07911123456"],
    ["AU", ["0412 345 678", "+61 412 345 678"], "0412345678"],
    ["FR", ["06 12 34 56 78"], "0612345678"],
  ])("one number, however it is written (%s)", (country, ways, key) => {
    for (const way of ways) expect(phoneKey(way, country)).toBe(key);
  });

  test("settling a number twice changes nothing", () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom("US", "GB", "AU", "FR"), (text, country) => {
        const once = phoneKey(text, country);
        expect(/^\d*$/.test(once)).toBe(true);
        if (country === "FR") expect(phoneKey(once, country)).toBe(once);
      }),
    );
  });
});
