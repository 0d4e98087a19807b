import { GoogleReserveStatus } from "@leashline/proto/leashline/online_booking/v1/google_reserve_pb.js";
import type { Merchant, Progress } from "./google.ts";

export type Standing = { status: GoogleReserveStatus; action: string };

const { IN_PROCESS, ACTION_REQUIRED, CONNECTED } = GoogleReserveStatus;

/** What Google needs to find a business, and is not there. */
export function lackingFor(merchant: Merchant, isOpen: boolean): string {
  if (!isOpen) return "Switch online booking on: the booking page is closed.";
  const lacks = [merchant.phone === "" && "a phone number", (merchant.street === "" || merchant.city === "") && "an address"].filter(
    Boolean,
  );
  return lacks.length === 0 ? "" : `Give your business ${lacks.join(" and ")} in the business settings: Google finds it by that.`;
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
  action: "Google did not take what it was told of your business. Look through its name, address, phone number and website.",
};
