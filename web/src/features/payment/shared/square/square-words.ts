import type { SquareAccount } from "@leashline/proto/leashline/payment/v1/square_account_service_pb.js";
import type { ToneName } from "../../../../ui/theme/theme-types.ts";

export type Standing = { tone: ToneName; words: string };

/** How a location stands with Square. */
export function standingOf(available: boolean, account: SquareAccount | undefined): Standing {
  if (account?.connected)
    return account.locationId === "" ? { tone: "warn", words: "Choose a location" } : { tone: "ok", words: "Connected" };
  if (!available) return { tone: "plain", words: "Not set up" };
  return account ? { tone: "bad", words: "Disconnected" } : { tone: "plain", words: "Not connected" };
}
