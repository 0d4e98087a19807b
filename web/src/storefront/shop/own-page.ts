import { bookingAddress } from "@leashline/proto/rules/booking-address.ts";

/** The shop whose own domain this is, as the gateway says with the document (gateway/src/web/own-page.ts); undefined at the main address. */
export const ownPage = (): string | undefined => {
  const name = document.querySelector<HTMLMetaElement>('meta[name="shop"]')?.content;
  return name && decodeURIComponent(name);
};

/** What an address opens: a shop's own domain alone is its page. */
export const pageAt = (pathname: string, own = ownPage): ReturnType<typeof bookingAddress> => {
  const name = pathname === "/" ? own() : undefined;
  return name ? { under: "ol", name, part: "" } : bookingAddress(pathname);
};
