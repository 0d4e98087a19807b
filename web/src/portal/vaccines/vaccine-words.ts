import type { PortalPet, PortalVaccine } from "@leashline/proto/leashline/online_booking/v1/portal_file_pb.js";

const says: Record<string, string> = { missing: "not on file", expired: "expired", "expire soon": "expires soon" };

/** How a vaccine stands, in words: "expired on Jan 3". */
export const standsText = ({ tag, expirationDate, waits }: PortalVaccine, day: (iso: string) => string): string =>
  [
    tag === "expired" && expirationDate ? `expired on ${day(expirationDate)}` : says[tag],
    tag !== "expired" && expirationDate && `good until ${day(expirationDate)}`,
    waits && "proof sent, being checked",
  ]
    .filter(Boolean)
    .join(", ") || "on file";

/** The vaccines that a pet needs before its next visit and of which the business has not been sent proof: missing, over or soon to be. */
export const toProve = ({ vaccines, proofUrl }: PortalPet): PortalVaccine[] =>
  proofUrl === "" ? [] : vaccines.filter(({ required, tag, waits }) => required && tag !== "" && !waits);
