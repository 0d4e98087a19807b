import { type WebhookDelivery, WebhookDeliveryState } from "@leashline/proto/leashline/account/v1/webhook_pb.js";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import type { ToneName } from "../../../ui/theme/theme-types.ts";

export const STATES: { value: WebhookDeliveryState; label: string; tone: ToneName }[] = [
  { value: WebhookDeliveryState.PENDING, label: "On its way", tone: "info" },
  { value: WebhookDeliveryState.DELIVERED, label: "Delivered", tone: "ok" },
  { value: WebhookDeliveryState.FAILED, label: "Failed", tone: "bad" },
  { value: WebhookDeliveryState.SKIPPED, label: "Not sent", tone: "plain" },
];

export const pretty = (payload: string): string => {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2);
  } catch {
    return payload;
  }
};

export const Chip = ({ of }: { of: WebhookDelivery }) => {
  const known = STATES.find((one) => one.value === of.state);
  return <StatusChip tone={known?.tone ?? "plain"}>{known?.label ?? "Unknown"}</StatusChip>;
};
