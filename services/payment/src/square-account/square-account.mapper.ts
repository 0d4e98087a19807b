import type { MessageInitShape } from "@bufbuild/protobuf";
import { toTimestamp } from "@leashline/kit";
import {
  type SquareAccountSchema,
  type SquareDeviceSchema,
  SquareDeviceStatus as Status,
} from "@leashline/proto/leashline/payment/v1/square_account_service_pb.js";
import type { Square } from "square";
import type { LinkRow } from "./link.store.ts";

export const toAccount = (link: LinkRow, missingPermissions: string[]): MessageInitShape<typeof SquareAccountSchema> => ({
  businessId: link.businessId,
  merchantId: link.merchantId,
  merchantName: link.merchantName,
  locationId: link.placeId,
  locationName: link.placeName,
  currency: link.currency,
  connected: link.connected,
  version: link.version,
  missingPermissions,
  ...(link.connected && { tokenExpiresTime: toTimestamp(link.expiresAt) }),
});

const statuses: Partial<Record<string, Status>> = { PAIRED: Status.PAIRED, UNPAIRED: Status.UNPAIRED, EXPIRED: Status.EXPIRED };

export function toDevice(device: Square.DeviceCode): MessageInitShape<typeof SquareDeviceSchema> {
  const status = statuses[device.status ?? ""] ?? Status.UNSPECIFIED;
  return {
    codeId: device.id ?? "",
    name: device.name ?? "",
    status,
    deviceId: device.deviceId ?? "",
    ...(status === Status.UNPAIRED && {
      code: device.code ?? "",
      ...(device.pairBy && { pairByTime: toTimestamp(new Date(device.pairBy)) }),
    }),
  };
}
