import { type GoogleReserveIntegration, GoogleReserveStatus } from "@leashline/proto/leashline/online_booking/v1/google_reserve_pb.js";
import type { ToneName } from "../../../ui/theme/theme-types.ts";

type Standing = { tone: ToneName; words: string; more: string };

/** Where it stands with Google, in a word and in a sentence. */
export function standingOf({ enabled, status, action }: GoogleReserveIntegration): Standing {
  if (!enabled) return { tone: "plain", words: "Off", more: "Your profile on Google doesn’t link to your booking page." };
  if (status === GoogleReserveStatus.CONNECTED)
    return { tone: "ok", words: "Connected", more: "Your profile on Google links to your booking page." };
  if (status === GoogleReserveStatus.ACTION_REQUIRED) return { tone: "warn", words: "Action required", more: action };
  return {
    tone: "info",
    words: "In progress",
    more: "Google is looking for your profile. This can take a few days. You don’t need to do anything.",
  };
}
