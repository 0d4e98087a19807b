import { createConnectQueryKey, useMutation, useQuery } from "@connectrpc/connect-query";
import { type Address, AddressService } from "@leashline/proto/leashline/customer/v1/address_pb.js";
import { DOG_WALKING } from "@leashline/proto/rules/walks.ts";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useCan } from "../../../../app/session/session.ts";
import { AddressFields, emptyAddress } from "../../../customer/shared/AddressFields.tsx";
import { addressOf, addressText } from "../../shared/walks/address.ts";
import { type Draft, useServices } from "./useBooking.ts";

/** Where a walker picks the dogs up: one of the client's addresses, or a new one. */
export const VisitAddress = ({ draft: { plan, client, set } }: { draft: Draft }) => {
  const customerId = client?.customerId ?? "0";
  const services = useServices().data?.services ?? [];
  const isWalk = plan.lines.some(({ serviceId }) => services.find(({ id }) => id === serviceId)?.careType === DOG_WALKING);
  const asked = { enabled: isWalk && customerId !== "0", retry: false, meta: { quiet: true } };
  const { data } = useQuery(AddressService.method.listAddresses, { customerId }, asked);
  const mayAdd = useCan("editClient");
  const [adding, setAdding] = useState(false);
  if (!isWalk || !data) return null;
  const { addresses } = data;
  const chosen = addressOf(addresses, plan.addressId);
  return (
    <Box role="group" aria-label="Pick-up" sx={{ display: "grid", gap: 1 }}>
      {chosen ? (
        <TextField select label="Pick up at" value={chosen.customerAddressId} onChange={({ target }) => set({ addressId: target.value })}>
          {addresses.map((one) => (
            <MenuItem key={one.customerAddressId} value={one.customerAddressId}>
              {addressText(one)}
            </MenuItem>
          ))}
        </TextField>
      ) : (
        <Alert severity="warning">It is not known where to pick up: this client has no address yet.</Alert>
      )}
      {mayAdd && !adding && (
        <Button variant="text" sx={{ justifySelf: "start" }} onClick={() => setAdding(true)}>
          {chosen ? "Another address" : "Add an address"}
        </Button>
      )}
      {adding && (
        <NewAddress
          customerId={customerId}
          onClose={() => setAdding(false)}
          onAdded={({ customerAddressId }) => {
            setAdding(false);
            set({ addressId: customerAddressId });
          }}
        />
      )}
    </Box>
  );
};

type NewProps = { customerId: string; onClose: () => void; onAdded: (address: Address) => void };

const NewAddress = ({ customerId, onClose, onAdded }: NewProps) => {
  const queries = useQueryClient();
  const { control, handleSubmit, watch } = useForm({ defaultValues: emptyAddress });
  const create = useMutation(AddressService.method.createAddress, { meta: { success: "Address added" } });
  const add = handleSubmit(async (values) => {
    const { address } = await create.mutateAsync({ address: { ...values, customerId } });
    await queries.invalidateQueries({ queryKey: createConnectQueryKey({ schema: AddressService, cardinality: undefined }) });
    if (address) onAdded(address);
  });
  return (
    <Box role="group" aria-label="New address" sx={{ display: "grid", gap: 1.5 }}>
      <AddressFields control={control} />
      <Box sx={{ display: "flex", gap: 1 }}>
        <Button
          variant="outlined"
          loading={create.isPending}
          disabled={watch("address1").trim() === ""}
          onClick={() => void add().catch(() => undefined)}
        >
          Add address
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </Box>
    </Box>
  );
};
