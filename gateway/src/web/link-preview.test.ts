import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { StorefrontSchema } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { expect, test } from "vitest";
import { withPreview } from "./link-preview.ts";

const document = '<!doctype html><head><meta name="description" content="Book online." /><title>Book at Paws</title></head><body></body>';
const paws = {
  ...{
    bookOnlineName: "paws",
    businessName: "Paws",
    phoneNumber: "+12065550100",
    address: "1 Elm St, Portland",
    welcomeMessage: "Hello you",
  },
  landing: {
    gallery: [{ path: "/uploads/private/1/a/in.jpg" }, { path: "/uploads/public/1/b/wet dog.jpg" }],
    openingHours: [
      { day: 1, startTime: 540, endTime: 1050 },
      { day: 6, startTime: 600, endTime: 1440 },
    ],
  },
};
const written = (storefront: MessageInitShape<typeof StorefrontSchema>) =>
  withPreview(document, create(StorefrontSchema, storefront), new URL("https://app.shop.test"));

const tagsIn = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)" \/>/g)].map(([, name = "", text = ""]) => [name, text]),
  );
const dataIn = (html: string) => JSON.parse(/<script type="application\/ld\+json">([^<]*)<\/script>/.exec(html)?.[1] ?? "null");

test("a preview of the link has the shop's name, its words, its first picture that everybody may see and its own address", () => {
  expect(tagsIn(written(paws))).toEqual({
    ...{ "og:type": "website", "og:url": "https://app.shop.test/ol/paws", "og:title": "Book at Paws", "og:description": "Hello you" },
    ...{ "og:image": "https://app.shop.test/uploads/public/1/b/wet%20dog.jpg?width=1024", description: "Hello you" },
  });
  expect(written(paws)).not.toContain("Book online.");
});

test("search engines read where the business is, how it is called and when it is open", () => {
  const on = (dayOfWeek: string, opens: string, closes: string) => ({ "@type": "OpeningHoursSpecification", dayOfWeek, opens, closes });
  expect(dataIn(written(paws))).toEqual({
    ...{ "@context": "https://schema.org", "@type": "LocalBusiness", name: "Paws", url: "https://app.shop.test/ol/paws" },
    ...{ telephone: "+12065550100", address: "1 Elm St, Portland" },
    image: "https://app.shop.test/uploads/public/1/b/wet%20dog.jpg?width=1024",
    openingHoursSpecification: [on("Monday", "09:00", "17:30"), on("Saturday", "10:00", "23:59")],
  });
});

test("what a business does not say is left out, and a page without words of its own has ours", () => {
  const html = written({ bookOnlineName: "paws", businessName: "Paws" });
  expect(Object.keys(tagsIn(html))).toEqual(["description", "og:type", "og:url", "og:title", "og:description"]);
  expect(tagsIn(html).description).toBe("Book online at Paws, and see when there is time for your pet.");
  expect(Object.keys(dataIn(html))).toEqual(["@context", "@type", "name", "url"]);
});

test("no text of a shop becomes markup, a pattern or the end of the element it stands in", () => {
  const evil = `$& "></title></script><script>alert('1')</script>`;
  const html = written({ bookOnlineName: evil, businessName: evil, phoneNumber: evil, address: evil, aboutUs: evil });
  expect(html.match(/<script|<\/script|<\/title/g)).toEqual(["</title", "<script", "</script"]);
  expect(html.match(/<meta [^>]*>/g)).toHaveLength(5);
  expect(dataIn(html)).toMatchObject({ name: evil, telephone: evil, address: evil });
});

test("long words end after a whole one, and a document gets no heavier than a little", () => {
  const long = written({ ...paws, welcomeMessage: "", aboutUs: `Wet\n dogs ${"welcome here ".repeat(300)}` });
  const { description = "" } = tagsIn(long);
  expect(description).toMatch(/^Wet dogs welcome .*(welcome|here)…$/);
  expect(description.length).toBeLessThanOrEqual(200);
  expect(long.length - document.length).toBeLessThan(1_800);
  expect(tagsIn(written({ aboutUs: "x".repeat(150) + "🐶".repeat(40) })).description).toMatch(/^x{150}(🐶)+…$/u);
});
