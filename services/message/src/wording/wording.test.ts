import { e164 } from "@leashline/kit";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { segmentsOf } from "../providers/segments.ts";
import { escapeHtml, htmlOfText, htmlOfWords, letter, sanitizeHtml, textOfHtml } from "./html.ts";
import { type Facts, fillIn, fillInHtml } from "./placeholders.ts";

const american = { clock: 12, dateFormat: "MM/DD/YYYY", numberFormat: "1,234.56" };
const facts: Facts = {
  client: { firstName: "Ann", lastName: "Lee" },
  business: { name: "Paws & Co", phone: "+12065550199", address: "1 Main St", country: "US", ...american },
  appointment: {
    date: "2026-11-20",
    startTime: 600,
    endTime: 660,
    lines: [
      { petName: "Rex", serviceName: "Full groom", staffName: "Ana" },
      { petName: "Tiny", serviceName: "Full groom", staffName: "Ana" },
    ],
  },
};

describe("placeholders", () => {
  test("share-link-placeholders: {customerName} is the client's name, known ones without a value go, strangers stay", () => {
    expect(fillIn("Hi {customerName}", facts)).toBe("Hi Ann");
    expect(fillIn("Hi {customerName}", { client: { firstName: "", lastName: "Lee" } })).toBe("Hi Lee");
    expect(fillIn("Book: {onlineBookingLink}", facts)).toBe("Book: ");
    expect(fillIn("Book: {onlineBookingLink}", { links: { onlineBooking: "http://x/ol/paws" } })).toBe("Book: http://x/ol/paws");
    expect(fillIn("{whatever} {1}", facts)).toBe("{whatever} {1}");
  });
  test.each([
    ["+12065550199", "US", "(206) 555-0199"],
    ["2065550199", "US", "(206) 555-0199"],
    ["+4915112345678", "US", "+49 151 12345678"],
    ["+4915112345678", "DE", "+49 151 12345678"],
    ["", "US", ""],
  ])("the business's phone %s of %s is %s to its client", (phone, country, said) =>
    expect(fillIn("{businessPhone}", { business: { name: "", address: "", ...american, phone, country } })).toBe(said),
  );
  test("a visit reads as people say it", () => {
    const text = "{petName}: {serviceName} with {staffName} on {appointmentDate} at {appointmentTime}";
    expect(fillIn(text, facts)).toBe("Rex and Tiny: Full groom with Ana on Friday, November 20 at 10:00 AM");
  });
  test("and as the business writes it: a clock of twenty-four hours, the day before the month", () => {
    const business = {
      name: "Pfote",
      phone: "",
      address: "",
      country: "DE",
      zone: "Europe/Berlin",
      clock: 24,
      dateFormat: "DD.MM.YYYY",
      numberFormat: "1.234,56",
    };
    const appointment = { date: "2026-11-20", startTime: 865, endTime: 900, lines: [] };
    expect(fillIn("{appointmentDate} at {appointmentTime}", { business: business, appointment })).toBe("Friday, 20 November at 14:25");
  });
  test.each([
    ["on {appointmentDate} at {appointmentTime}.", "on Friday, November 20 between 9:30 AM and 11:00 AM."],
    ["At {appointmentTime}, bring Rex.", "Between 9:30 AM and 11:00 AM, bring Rex."],
    ["<p>at <b>{appointmentTime}</b></p>", "<p><b>between 9:30 AM and 11:00 AM</b></p>"],
    ["<p><i>at</i>&nbsp;<b>{appointmentTime}</b></p>", "<p><i></i>&nbsp;<b>between 9:30 AM and 11:00 AM</b></p>"],
    ["That {appointmentTime} suits", "That 9:30 AM to 11:00 AM suits"],
  ])("where a window is told, %s reads %s", (words, said) => {
    const told = { ...facts, appointment: { ...facts.appointment!, arrival: { before: 30, after: 60 } } };
    expect(fillInHtml(words, told, escapeHtml)).toBe(said);
  });
  test("what is filled into HTML is text", () => {
    const evil: Facts = { ...facts, client: { firstName: "<img src=x onerror=1>", lastName: "" } };
    expect(fillInHtml("<p>Hi {customerName}</p>", evil, escapeHtml)).toBe("<p>Hi &#60;img src=x onerror=1&#62;</p>");
  });
});

describe("HTML", () => {
  test.each([
    ["<script>alert(1)</script><p>Hi</p>", "<p>Hi</p>"],
    ['<p onclick="x()">Hi</p>', "<p>Hi</p>"],
    ['<a href="javascript:x()">Hi</a>', "<a>Hi</a>"],
    ['<a href="https://x.test/">Hi</a>', '<a href="https://x.test/">Hi</a>'],
    ['<p style="color:#fff;position:fixed">Hi</p>', '<p style="color:#fff">Hi</p>'],
    ["<iframe src=https://x.test></iframe>Hi", "Hi"],
  ])("sanitises %s", (given, expected) => expect(sanitizeHtml(given)).toBe(expected));
  test("any text, as paragraphs in a letter, holds no tag of its own", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("<", ">", "a", "&", '"', "'", "\n", "/", "script") }), (text) => {
        expect(htmlOfText(text)).not.toMatch(/<(?!\/?(p|br|a)\b)/);
        expect(letter("", { name: text })).not.toMatch(/<script/);
      }),
    );
  });
  test.each([
    [`<a href="http://evil.example">Pay</a>`, "http://evil.example"],
    ["see 'https://x.test/a?b=1&c=2'", "https://x.test/a?b=1&#38;c=2"],
    ["(https://x.test/a).", "https://x.test/a"],
  ])("a link ends before what ends an address: %s", (text, href) =>
    expect([...htmlOfText(text).matchAll(/href="([^"]*)"/g)].map(([, found]) => found)).toEqual([href]),
  );
  test("an address in words that anybody may have written leads nowhere", () =>
    expect(htmlOfWords("Jo http://evil.example\n<b>")).toMatch(/>Jo http:\/\/evil\.example<br>&#60;b&#62;<\/p>$/));
  test("addresses become links, and come back as text", () => {
    expect(htmlOfText("See https://x.test/a.")).toContain('<a href="https://x.test/a">https://x.test/a</a>.');
    expect(textOfHtml("<p>Total &amp; tip</p><p>$5<br>Bye</p>")).toBe("Total & tip\n$5\nBye");
  });
});

test.each([
  ["2065550101", "US", "+12065550101"],
  ["12065550101", "US", "+12065550101"],
  ["+12065550101", "GB", "+12065550101"],
  ["07911123456", "GB", "+447911123456"],
  ["0412345678", "AU", "+61412345678"],
  ["015112345678", "DE", "+4915112345678"],
  ["030 1234567", "DE", "+49301234567"],
  ["33612345678", "FR", "+33612345678"],
  ["0612345678", "FR", "+33612345678"],
  ["0612345678", "IT", "+390612345678"],
  ["06301234567", "HU", "+36301234567"],
  ["51234567", "KW", "+96551234567"],
  ["2065550101", "XX", "+12065550101"],
  ["555", "US", ""],
  ["", "US", ""],
])("phone %s of %s is %s to a carrier", async (phone, country, expected) => expect(await e164(phone, country)).toBe(expected));

test.each([
  ["", 1],
  ["a".repeat(160), 1],
  ["a".repeat(161), 2],
  ["a".repeat(307), 3],
  ["€".repeat(80), 1],
  ["€".repeat(81), 2],
  ["🐶".repeat(35), 1],
  ["🐶".repeat(36), 2],
])("segments of %s", (text, expected) => expect(segmentsOf(text)).toBe(expected));

test("under a letter stands the phone number as people of the business's country write it", () => {
  expect(letter("", { name: "Paws", phone: "+12065550100", country: "US" })).toContain("Paws · (206) 555-0100");
  expect(letter("", { name: "Paws", phone: "+442079460958", country: "US" })).toContain("Paws · +44 207 9460958");
});
