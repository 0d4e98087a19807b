import type { Amenities, GalleryPicture, TeamMember } from "@leashline/proto/leashline/online_booking/v1/storefront_config_pb.js";

/** Minutes since local midnight, on a weekday from 0, Sunday. */
export type Hours = { day: number; startTime: number; endTime: number };
export type Plain<T> = Omit<T, "$typeName" | "$unknown">;

/** What a page shows of the business, as it is stored. */
export type Landing = {
  gallery: Plain<GalleryPicture>[];
  teams: Plain<TeamMember>[];
  amenities: Partial<Plain<Amenities>>;
  openingHours: Hours[];
};

/** A public picture of the company itself, as the upload answered with it: no other company's, no other page, no other host. */
export const isOwnPicture = (companyId: string, path: string): boolean =>
  new RegExp(`^/uploads/public/${companyId}/[\\w-]+/[^/\\\\\\s"'<>]+$`).test(path);

/** The first of the hours that cannot be, with the reason. */
export function wrongHours(hours: readonly Hours[]): { index: number; reason: string } | null {
  for (const [index, { day, startTime, endTime }] of hours.entries()) {
    if (endTime <= startTime) return { index, reason: "ends before it begins" };
    const others = hours.slice(0, index).filter((other) => other.day === day);
    if (others.some((other) => startTime < other.endTime && other.startTime < endTime))
      return { index, reason: "overlaps other hours of that day" };
  }
  return null;
}

/** In the order of the week. */
export const sortedHours = (hours: readonly Hours[]): Hours[] =>
  hours.map(({ day, startTime, endTime }) => ({ day, startTime, endTime })).sort((a, b) => a.day - b.day || a.startTime - b.startTime);
