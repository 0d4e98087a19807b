import { expect, test } from "vitest";
import { formatPhone, readPhone, reducePhone } from "./phone.ts";

test.each([
  ["phone-display-us-ca", "US", "5551234567", "(555) 123-4567"],
  ["phone-display-us-ca", "CA", "15551234567", "1 (555) 123-4567"],
  ["phone-display-us-ca", "US", "+15551234567", "+1 (555) 123-4567"],
  ["phone-display-au", "AU", "0412345678", "0412 345 678"],
  ["phone-display-uk", "GB", "07911123456", "07911 123456"],
  ["phone-display-other", "FR", "0612345678", "061 234 5678"],
])("%s: %s %s", (_, country, phone, shown) => expect(formatPhone(phone, country)).toBe(shown));

test.each([
  ["(206) 555-0142", "2065550142"],
  ["206.555.0142 x7", "2065550142"],
  ["206 555 0142 ext. 12", "2065550142"],
  ["tel:+1-206-555-0142;ext=7", "+12065550142"],
  ["206-555-0142 / 206-555-0143", "2065550142"],
  ["206-555-0142 or 206-555-0143", "2065550142"],
  ["+44 (0)20 7946 0958", "+442079460958"],
  ["020 7946 0958", "02079460958"],
  ["\u202a+1 206 555 0142\u202c", "+12065550142"],
  ["１２０６５５５０１４２", "12065550142"],
  ["٠٦١٢٣٤٥٦٧٨", "0612345678"],
  ["+1+206", "+1206"],
  ["20", "20"],
  ["", ""],
])("phone-input-reduce: %s, typed or pasted, is %s", (typed, read) => expect(readPhone(typed)).toBe(read));

test("phone-input-reduce: only digits and plus stay", () => {
  expect(reducePhone("+1 (555) 123-4567")).toBe("+15551234567");
  expect(reducePhone("abc")).toBe("");
});
