import type { MessageInitShape } from "@bufbuild/protobuf";
import { toTimestamp } from "@leashline/kit";
import type { WebhookDeliverySchema, WebhookEndpointSchema } from "@leashline/proto/leashline/account/v1/webhook_pb.js";
import type { DeliveryRow, EndpointRow } from "./webhook.store.ts";

export const toEndpoint = (row: EndpointRow): MessageInitShape<typeof WebhookEndpointSchema> => ({
  id: row.id,
  url: row.url,
  description: row.description,
  eventTypes: row.eventTypes,
  enabled: row.enabled,
  disabledReason: row.disabledReason,
  createTime: toTimestamp(row.createTime),
  updateTime: toTimestamp(row.updateTime),
  oldSecretUntil: toTimestamp(row.oldSecretUntil),
  version: row.version,
});

export const toDelivery = (row: DeliveryRow): MessageInitShape<typeof WebhookDeliverySchema> => ({
  id: row.id,
  endpointId: row.endpointId,
  messageId: row.messageId,
  eventType: row.eventType,
  payload: row.body,
  state: row.state,
  attempts: row.attempts,
  lastStatus: row.lastStatus,
  lastResponse: row.lastResponse,
  createTime: toTimestamp(row.createTime),
  lastAttemptTime: toTimestamp(row.lastAttemptTime),
  nextAttemptTime: toTimestamp(row.nextAttemptTime),
});
