import type { MessageInitShape } from "@bufbuild/protobuf";
import type { AddressSchema } from "@leashline/proto/leashline/customer/v1/address_pb.js";
import type { StoredAddress } from "./address.store.ts";

export const toAddress = ({ id, clientId, ...fields }: StoredAddress): MessageInitShape<typeof AddressSchema> => ({
  ...fields,
  customerAddressId: id,
  customerId: clientId,
});
