import { DisputeFileKind as Kind } from "@leashline/proto/leashline/payment/v1/dispute_service_pb.js";

/** What a file shows the bank; one of each. */
export const fileKinds = [
  { value: Kind.RECEIPT, label: "Receipt" },
  { value: Kind.CUSTOMER_SIGNATURE, label: "Signed agreement" },
  { value: Kind.CUSTOMER_COMMUNICATION, label: "Messages with the client" },
  { value: Kind.SERVICE_DOCUMENTATION, label: "Proof the service was given" },
  { value: Kind.UNCATEGORIZED, label: "Anything else" },
] as const;

export const kindText = (kind: Kind): string => fileKinds.find(({ value }) => value === kind)?.label ?? "Anything else";

/** What the server takes of all files together, in bytes. */
export const MOST = 4_500_000;

/** Bytes in words: "240 KB", "1.2 MB". */
export const sizeText = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
