import { GoogleReserveStatus } from "@leashline/proto/leashline/online_booking/v1/google_reserve_pb.js";
import type { Merchant, Progress } from "./google.ts";

export type Standing = { status: GoogleReserveStatus; action: string };

const { IN_PROCESS, ACTION_REQUIRED, CONNECTED } = GoogleReserveStatus;

/** What Google needs to find a business, and is not there. */
export function lackingFor(merchant: Merchant, isOpen: boolean): string {
  if (!isOpen) return "Your booking page is closed. Turn on online booking first.";
  const lacks = [merchant.phone === "" && "a phone number", (merchant.street === "" || merchant.city === "") && "an address"].filter(
    Boolean,
  );
  return lacks.length === 0 ? "" : `Add ${lacks.join(" and ")} in your business settings so that Google can find your business.`;
}

const DIFFERS =
  "Google found no business profile with your name, address and phone number. Write them the same way here and in your Google Business Profile.";

/** Where a business stands: what it lacks comes first, then what Google says. */
export function standingOf(lacking: string, progress: Progress): Standing {
  if (lacking !== "") return { status: ACTION_REQUIRED, action: lacking };
  if (progress === "not found") return { status: ACTION_REQUIRED, action: DIFFERS };
  return { status: progress === "found" ? CONNECTED : IN_PROCESS, action: "" };
}

export const refused: Standing = {
  status: ACTION_REQUIRED,
  action: "Google did not accept your business details. Please check the name, address, phone number and website.",
};
