import type { Timestamp } from "@bufbuild/protobuf/wkt";
import type { ApiKey } from "@leashline/proto/leashline/account/v1/api_key_service_pb.js";

export type KeyState = { label: string; tone: "ok" | "warn" | "plain"; live: boolean };

const msOf = (at: Timestamp | undefined): number | undefined => (at ? Number(at.seconds) * 1000 : undefined);

const WARN_MS = 7 * 86_400_000;

/** Whether a key still opens something, and whether that ends soon. */
export const keyState = (key: Pick<ApiKey, "revokeTime" | "expireTime">, now: number): KeyState => {
  if (key.revokeTime) return { label: "Revoked", tone: "plain", live: false };
  const end = msOf(key.expireTime);
  if (end === undefined) return { label: "Live", tone: "ok", live: true };
  if (end <= now) return { label: "Expired", tone: "plain", live: false };
  return end - now < WARN_MS ? { label: "Ends soon", tone: "warn", live: true } : { label: "Live", tone: "ok", live: true };
};
