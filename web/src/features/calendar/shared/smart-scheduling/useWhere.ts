import { useQuery } from "@connectrpc/connect-query";
import { AddressService } from "@leashline/proto/leashline/customer/v1/address_pb.js";
import { useState } from "react";
import { isTheirs } from "../../../../ui/format/address.ts";
import { isFindable, whereOf } from "./where.ts";

/** Where a time is looked for: at one of the client's addresses, "0" for the primary one. */
export const useWhere = (customerId: string, addressId: string) => {
  const [chosen, set] = useState(addressId);
  const { data, error, refetch, isFetching } = useQuery(AddressService.method.listAddresses, { customerId }, { meta: { quiet: true } });
  const addresses = data?.addresses;
  const id = !addresses || isFetching || isTheirs(addresses, chosen) ? chosen : "0";
  return { addresses, error, refetch, isFetching, id, set, at: whereOf(addresses ?? [], id), findable: isFindable(addresses, id) };
};
export type Whereabouts = ReturnType<typeof useWhere>;
