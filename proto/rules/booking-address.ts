/** What of the booking page an address opens: a shop's, with its introduction or without, the same under its old address, or its gallery. */
type BookingAddress = { under: string /** Of the shop, or "gallery" under "go". */; name: string; part: string };

/** What may follow the name. */
const PARTS = new Map([
  ["ol", ["", "book", "landing"]],
  ["go", [""]],
]);

/**
 * Whether an address, as it stands in the browser, is the booking page's, which is a document of its own. The gateway answers with that document where this says so, and the
 * application, whose router minds neither capitals nor slashes at the end, opens it there.
 */
export const bookingAddress = (pathname: string): BookingAddress | undefined => {
  const [start, under = "", name = "", part = "", ...more] = pathname.replace(/\/+$/, "").split("/").map(read);
  if (start !== "" || name === "" || more.length > 0) return undefined;
  return PARTS.get(under)?.includes(part) ? { under, name, part } : undefined;
};

const read = (segment: string): string => {
  try {
    return decodeURIComponent(segment).toLowerCase();
  } catch {
    return segment.toLowerCase();
  }
};
