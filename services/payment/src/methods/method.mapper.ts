import type { MessageInitShape } from "@bufbuild/protobuf";
import type { PaymentMethodSchema } from "@leashline/proto/leashline/payment/v1/payment_method_pb.js";
import type { MethodRow } from "./method.store.ts";

export const toMethod = (row: MethodRow) =>
  ({
    id: row.methodId,
    businessId: row.businessId,
    name: row.name,
    type: row.prefab ? "prefab" : "custom",
    inactive: row.inactive,
    sort: row.sort,
    kind: row.kind,
  }) satisfies MessageInitShape<typeof PaymentMethodSchema>;
