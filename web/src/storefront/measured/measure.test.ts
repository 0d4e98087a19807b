import { expect, test } from "vitest";
import { cookiesOf, mayBeMeasured, settingsOf } from "./measure.ts";

const at = (search: string) => ({ origin: "https://book.example", pathname: "/ol/paws/book", search });

test.each([
  ["", true],
  ["?step=time", true],
  ["?resume=secret", false],
  ["?step=time&payment_intent_client_secret=secret", false],
])("a page with %j behind its address may be told of: %s", (search, may) => expect(mayBeMeasured(at(search))).toBe(may));

test("Google is told the address without what stands behind it, and of where somebody came from only the website", () => {
  expect(settingsOf(at("?step=time"), "/ol/paws", "https://paws.example/clients/7?mail=jo@x.example")).toMatchObject({
    page_location: "https://book.example/ol/paws/book",
    page_referrer: "https://paws.example",
    cookie_path: "/ol/paws",
    allow_google_signals: false,
  });
  expect(settingsOf(at(""), "/", "").page_referrer).toBe("");
});

test("of the cookies only Google's own go", () => {
  expect(cookiesOf("_ga=GA1.1; theme=dark; _ga_ABC123=GS1; _gather=1")).toEqual(["_ga", "_ga_ABC123"]);
});
