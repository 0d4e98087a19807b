import { expect, test } from "vitest";
import { email, url } from "./validate.ts";

test.each([
  ["", undefined],
  ["www.a.com", "The url should start with http:// or https://"],
  ["https://", "invalid url"],
  ["https://a.com", undefined],
])("url-field-scheme: %s", (value, complaint) => expect(url(value)).toBe(complaint));

test.each([
  ["", undefined],
  ["a@b.co", undefined],
  ["abc", "Invalid email"],
])("email-field: %s", (value, complaint) => expect(email(value)).toBe(complaint));
