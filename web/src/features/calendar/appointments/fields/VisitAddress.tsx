import { createConnectQueryKey, useMutation, useQuery } from "@connectrpc/connect-query";
import { type Address, AddressService } from "@leashline/proto/leashline/customer/v1/address_pb.js";
import { DOG_WALKING } from "@leashline/proto/rules/walks.ts";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { useCan } from "../../../../app/session/session.ts";
import { addressOf, addressText, isTheirs, namedAs } from "../../../../ui/format/address.ts";
import { markUnread } from "../../../../ui/inputs/unread.ts";
import { AddressFields, emptyAddress } from "../../../customer/shared/AddressFields.tsx";
import { useServices } from "../../../offering/shared/useServices.ts";
import type { Draft } from "./useBooking.ts";

/** Where a walker picks the dogs up, and where else a visit is that is not at the client's primary address: one of their addresses, or a new one. */
export const VisitAddress = ({ draft }: { draft: Draft }) => {
  const { plan, client, set } = draft;
  const customerId = client?.customerId ?? "0";
  const services = useServices().data?.services ?? [];
  const isWalk = plan.lines.some(({ serviceId }) => services.find(({ id }) => id === serviceId)?.careType === DOG_WALKING);
  const elsewhere = plan.addressId !== "0";
  const [wasElsewhere, setWasElsewhere] = useState(elsewhere);
  if (elsewhere && !wasElsewhere) setWasElsewhere(true);
  const shown = isWalk || elsewhere || wasElsewhere;
  const asked = { enabled: shown && customerId !== "0", retry: false, meta: { quiet: true } };
  const { data, isFetching } = useQuery(AddressService.method.listAddresses, { customerId }, asked);
  const mayAdd = useCan("editClient");
  const [adding, setAdding] = useState(false);
  const addresses = data?.addresses;
  useTheirAddress(draft, isWalk, isFetching ? undefined : addresses);
  if (!shown || !addresses) return null;
  const chosen = addressOf(addresses, plan.addressId);
  return (
    <Box role="group" aria-label={isWalk ? "Pick-up" : "Address of the visit"} sx={{ display: "grid", gap: 1 }}>
      {chosen ? (
        <TextField
          select
          label={isWalk ? "Pick up at" : "At"}
          value={chosen.customerAddressId}
          onChange={({ target }) => set({ addressId: namedAs(addresses, target.value) })}
        >
          {addresses.map((one) => (
            <MenuItem key={one.customerAddressId} value={one.customerAddressId}>
              {addressText(one)}
            </MenuItem>
          ))}
        </TextField>
      ) : (
        <Alert severity="warning">
          This client has no address yet. Add one so your team knows where to {isWalk ? "pick up the pet" : "go"}.
        </Alert>
      )}
      {mayAdd && !adding && (
        <Button variant="text" sx={{ justifySelf: "start" }} onClick={() => setAdding(true)}>
          {chosen ? "Another address" : "Add an address"}
        </Button>
      )}
      {adding && (
        <NewAddress
          customerId={customerId}
          visit={isWalk ? "walk" : "visit"}
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

/** An address that the client no longer has is not the visit's, and what was chosen for a walk goes when no walk is left. */
const useTheirAddress = ({ plan, set }: Draft, isWalk: boolean, addresses: readonly Address[] | undefined): void => {
  const walked = useRef(false);
  const left = walked.current && !isWalk;
  const gone = addresses !== undefined && !isTheirs(addresses, plan.addressId);
  useEffect(() => {
    walked.current = isWalk;
    if (gone || (left && plan.addressId !== "0")) set({ addressId: "0" });
  }, [isWalk, left, gone, plan.addressId, set]);
};

type NewProps = { customerId: string; visit: string; onClose: () => void; onAdded: (address: Address) => void };

const NewAddress = ({ customerId, visit, onClose, onAdded }: NewProps) => {
  const queries = useQueryClient();
  const { control, handleSubmit, watch, formState } = useForm({ defaultValues: emptyAddress });
  const { isDirty } = formState;
  const box = useRef<HTMLDivElement>(null);
  // Typed and not added, it would be lost with the booking.
  useEffect(() => markUnread(box.current, isDirty ? "Not added yet" : ""), [isDirty]);
  const create = useMutation(AddressService.method.createAddress, { meta: { success: "Address added" } });
  const add = handleSubmit(async (values) => {
    const { address } = await create.mutateAsync({ address: { ...values, customerId } });
    await queries.invalidateQueries({ queryKey: createConnectQueryKey({ schema: AddressService, cardinality: undefined }) });
    if (address) onAdded(address);
  });
  const empty = watch("address1").trim() === "";
  const addNow = () => void add().catch(() => undefined);
  /** Enter adds the address, and does not book the walk around it. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    if (!empty && !create.isPending) addNow();
  };
  return (
    <Box ref={box} role="group" aria-label="New address" onKeyDown={onKeyDown} sx={{ display: "grid", gap: 1.5 }}>
      <AddressFields control={control} />
      {isDirty && <Typography variant="body2">Press “Add address” to use it for this {visit}.</Typography>}
      <Box sx={{ display: "flex", gap: 1 }}>
        <Button variant="outlined" loading={create.isPending} disabled={empty} onClick={addNow}>
          Add address
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </Box>
    </Box>
  );
};
