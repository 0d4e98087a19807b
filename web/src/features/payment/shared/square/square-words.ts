import type { SquareAccount } from "@leashline/proto/leashline/payment/v1/square_account_service_pb.js";
import { listed } from "../../../../ui/format/text.ts";
import type { ToneName } from "../../../../ui/theme/theme-types.ts";

export type Standing = { tone: ToneName; words: string };

const things: readonly [scope: RegExp, what: string][] = [
  [/^PAYOUTS_/, "payouts"],
  [/^DISPUTES_/, "disputes"],
  [/^CUSTOMERS_/, "cards on file"],
];

/** What an account does not let Leashline work with, because it was connected before that was asked for: "payouts and disputes". Empty where nothing is missing. */
export function lacks({ connected, missingPermissions }: SquareAccount): string {
  if (!connected || missingPermissions.length === 0) return "";
  const named = things.filter(([scope]) => missingPermissions.some((one) => scope.test(one))).map(([, what]) => what);
  return listed(named.length > 0 ? named : ["some of what it uses now"]);
}

/** How a location stands with Square. */
export function standingOf(available: boolean, account: SquareAccount | undefined): Standing {
  if (account && lacks(account) !== "") return { tone: "warn", words: "Reconnect needed" };
  if (account?.connected)
    return account.locationId === "" ? { tone: "warn", words: "Choose a location" } : { tone: "ok", words: "Connected" };
  if (!available) return { tone: "plain", words: "Not set up" };
  return account ? { tone: "bad", words: "Disconnected" } : { tone: "plain", words: "Not connected" };
}
