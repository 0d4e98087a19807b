import { useMutation } from "@connectrpc/connect-query";
import { type Address, AddressService } from "@leashline/proto/leashline/customer/v1/address_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useCan } from "../../../app/session/session.ts";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormSwitch } from "../../../ui/form/fields.tsx";
import { streetText, townText } from "../../../ui/format/address.ts";
import { Icon } from "../../../ui/icons.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { AddressFields, type AddressValues, emptyAddress } from "../shared/AddressFields.tsx";
import type { ClientDetail } from "../shared/types.ts";
import { useClientsChanged } from "../shared/use-client.ts";

/** Where the client lives or wants to be visited. Exactly one is primary. */
export const Addresses = ({ detail }: { detail: ClientDetail }) => {
  const canEdit = useCan("editClient");
  const [open, setOpen] = useState<Address | "new">();
  const customerId = detail.client?.customerId ?? "";
  return (
    <Section
      title="Addresses"
      action={
        canEdit && (
          <Button startIcon={<Icon name="plus" />} onClick={() => setOpen("new")}>
            Add address
          </Button>
        )
      }
    >
      {detail.addresses.length === 0 && <Typography color="textSecondary">No address yet.</Typography>}
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {detail.addresses.map((address) => (
          <Box component="li" key={address.customerAddressId} sx={{ display: "flex", gap: 1, py: 0.75 }}>
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Typography>{streetText(address) || address.zipcode}</Typography>
              <Typography variant="body2" color="textSecondary">
                {townText(address)}
              </Typography>
            </Box>
            {address.isPrimary && detail.addresses.length > 1 && <StatusChip>Primary</StatusChip>}
            {canEdit && (
              <IconButton aria-label={`Edit address ${address.address1}`} onClick={() => setOpen(address)}>
                <Icon name="edit" sx={{ width: 16, height: 16 }} />
              </IconButton>
            )}
          </Box>
        ))}
      </Box>
      {open && <AddressForm customerId={customerId} {...(open !== "new" && { address: open })} onClose={() => setOpen(undefined)} />}
    </Section>
  );
};

const AddressForm = ({ customerId, address, onClose }: { customerId: string; address?: Address; onClose: () => void }) => {
  const changed = useClientsChanged();
  const create = useMutation(AddressService.method.createAddress, { onSuccess: changed });
  const update = useMutation(AddressService.method.updateAddress, { onSuccess: changed });
  const remove = useMutation(AddressService.method.deleteAddress, { onSuccess: changed, meta: { success: "Address deleted" } });
  const { address1, address2, city, state, zipcode, country, lat, lng } = address ?? emptyAddress;
  const defaultValues = { address1, address2, city, state, zipcode, country, lat, lng };
  const form = useForm({ defaultValues: { ...defaultValues, isPrimary: address?.isPrimary ?? false } });
  const save = (values: AddressValues & { isPrimary: boolean }): Promise<unknown> =>
    address
      ? update.mutateAsync({
          address: { ...values, customerAddressId: address.customerAddressId },
          updateMask: { paths: Object.keys(values) },
        })
      : create.mutateAsync({ address: { ...values, customerId } });
  const drop = async () => {
    const sure = address && (await confirm({ title: "Delete this address?", action: "Delete address", danger: true }));
    if (!sure) return;
    remove.mutate({ customerAddressId: address.customerAddressId }, { onSuccess: onClose });
  };
  return (
    <DrawerForm
      open
      title={address ? "Address" : "New address"}
      form={form}
      saveLabel={address ? "Save address" : "Add address"}
      onSave={save}
      onClose={onClose}
      aside={
        address && (
          <Button color="error" variant="text" onClick={() => void drop()}>
            Delete
          </Button>
        )
      }
    >
      <AddressFields control={form.control} />
      <FormSwitch control={form.control} name="isPrimary" label="Primary address" disabled={address?.isPrimary ?? false} />
    </DrawerForm>
  );
};
