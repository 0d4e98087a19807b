import type { Ctx } from "@leashline/kit";
import { AddressService } from "@leashline/proto/leashline/customer/v1/address_pb.js";
import { isSameAddress, linesOf, type SaidAddress } from "./visit-address.ts";

/** Whether one of the client's addresses was not deleted meanwhile. */
export async function isThere(ctx: Ctx, customerId: string, addressId: string): Promise<boolean> {
  const { addresses } = await ctx.client(AddressService).listAddresses({ customerId });
  return addresses.some(({ customerAddressId }) => customerAddressId === addressId);
}

/** Which of the client's addresses it is: the one that was named, or one that reads the same; otherwise it becomes one of theirs. "0" where nothing was said. */
export async function addressOf(ctx: Ctx, customerId: string, said: SaidAddress | null): Promise<string> {
  if (!said) return "0";
  const addresses = ctx.client(AddressService);
  const { addresses: own } = await addresses.listAddresses({ customerId });
  const known = own.find(({ customerAddressId }) => customerAddressId === said.addressId) ?? own.find((one) => isSameAddress(one, said));
  if (known) return known.customerAddressId;
  const { address } = await addresses.createAddress({ address: { customerId, ...linesOf(said) } });
  return address?.customerAddressId ?? "0";
}
