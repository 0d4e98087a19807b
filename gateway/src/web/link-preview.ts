import type { Storefront } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { originAt } from "@leashline/proto/rules/custom-domain.ts";
import { widths } from "../file-content/pictures.ts";
import { safe } from "./escape.ts";
import { titleOf } from "./shop-head.ts";

/** What previews of a link and search engines show of a description. */
const LONGEST = 200;
/** The widest a picture can be had in: some messengers show none that weighs more. */
const previewWidth = widths.at(-1);

/** A booking page's document with what a preview of its link shows, and what a search engine reads of the business. */
export function withPreview(html: string, storefront: Storefront, publicUrl: URL): string {
  const about = factsOf(storefront, publicUrl);
  const description = `<meta name="description" content="${safe(about.description)}" />`;
  const properties = Object.entries({
    type: "website",
    url: about.url,
    title: about.title,
    description: about.description,
    image: about.image,
  });
  const tags = properties.filter(([, text]) => text !== "").map(([name, text]) => `<meta property="og:${name}" content="${safe(text)}" />`);
  const canonical = `<link rel="canonical" href="${safe(about.url)}" />`;
  const data = `<script type="application/ld+json">${asData(businessOf(storefront, about))}</script>`;
  return html
    .replace(/<meta name="description"[^>]*>\s*/, "")
    .replace("</title>", (end) => [end, canonical, description, ...tags, data].join(""));
}

type Facts = { url: string; title: string; description: string; image: string };

/** The page's own address: the shop's domain where it has one, wherever the page was opened. */
const addressOf = ({ bookOnlineName, customDomain }: Storefront, publicUrl: URL): URL =>
  customDomain ? new URL(originAt(customDomain, publicUrl)) : new URL(`/ol/${encodeURIComponent(bookOnlineName)}`, publicUrl);

function factsOf(storefront: Storefront, publicUrl: URL): Facts {
  const { businessName, welcomeMessage, aboutUs, landing } = storefront;
  const address = addressOf(storefront, publicUrl);
  const said = [welcomeMessage, aboutUs].map(inOneLine).find((text) => text !== "");
  const picture = landing?.gallery.find(({ path }) => path.startsWith("/uploads/public/"))?.path;
  return {
    url: address.href,
    title: titleOf(businessName),
    description: shortened(said ?? `Book online at ${businessName}, and see when there is time for your pet.`),
    image: picture ? new URL(`${picture}?width=${previewWidth}`, address).href : "",
  };
}

const inOneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/** Ends after a whole word. */
function shortened(text: string): string {
  if (text.length <= LONGEST) return text;
  const cut = text.slice(0, LONGEST - 1).replace(/[\uD800-\uDBFF]$/, "");
  const end = cut.lastIndexOf(" ");
  return `${end < LONGEST / 2 ? cut : cut.slice(0, end)}…`;
}

/** https://schema.org/LocalBusiness */
function businessOf({ businessName, phoneNumber, address, landing }: Storefront, { url, image }: Facts): object {
  const hours = landing?.openingHours ?? [];
  return {
    ...{ "@context": "https://schema.org", "@type": "LocalBusiness", name: businessName, url },
    ...(phoneNumber && { telephone: phoneNumber }),
    ...(address && { address }),
    ...(image && { image }),
    ...(hours.length > 0 && {
      openingHoursSpecification: hours.map(({ day, startTime, endTime }) => ({
        ...{ "@type": "OpeningHoursSpecification", dayOfWeek: WEEKDAYS[day], opens: clock(startTime), closes: clock(endTime) },
      })),
    }),
  };
}

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** "09:30"; a day that is open until midnight ends a minute before it. */
function clock(minutes: number): string {
  const within = Math.min(minutes, 1439);
  return [Math.floor(within / 60), within % 60].map((part) => String(part).padStart(2, "0")).join(":");
}

/** As JSON in which nothing ends the element that it stands in. */
const asData = (value: object): string => JSON.stringify(value).replaceAll("<", "\\u003c");
