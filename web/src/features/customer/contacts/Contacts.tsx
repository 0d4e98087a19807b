import { useMutation } from "@connectrpc/connect-query";
import { type Contact, ContactService, ContactType } from "@leashline/proto/leashline/customer/v1/contact_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useCan } from "../../../app/session/session.ts";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormSelect, FormText } from "../../../ui/form/fields.tsx";
import { FormPhone } from "../../../ui/form/phone.tsx";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { email, required } from "../../../ui/format/validate.ts";
import { Icon } from "../../../ui/icons.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import type { ClientDetail } from "../shared/types.ts";
import { useClientsChanged } from "../shared/use-client.ts";

const TYPES: { value: string; label: string }[] = [
  { value: String(ContactType.ADDITIONAL), label: "Additional" },
  { value: String(ContactType.EMERGENCY), label: "Emergency" },
  { value: String(ContactType.PICKUP), label: "Pick-up" },
];
const typeLabel = (type: ContactType): string => TYPES.find((one) => one.value === String(type))?.label ?? "Main";

/** Other people to reach about the pets. */
export const Contacts = ({ detail }: { detail: ClientDetail }) => {
  const canEdit = useCan("editClient");
  const format = useFormat();
  const [open, setOpen] = useState<Contact | "new">();
  const customerId = detail.client?.customerId ?? "";
  const others = detail.contacts.filter((contact) => contact.customerContactId !== "0");
  return (
    <Section
      title="Other contacts"
      action={
        canEdit && (
          <Button startIcon={<Icon name="plus" />} onClick={() => setOpen("new")}>
            Add contact
          </Button>
        )
      }
    >
      {others.length === 0 && <Typography color="textSecondary">Nobody else yet.</Typography>}
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {others.map((contact) => (
          <Box component="li" key={contact.customerContactId} sx={{ display: "flex", gap: 1, py: 0.75 }}>
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Typography>
                {`${contact.firstName} ${contact.lastName}`.trim()} {contact.title && <Box component="span">· {contact.title}</Box>}
              </Typography>
              <Typography variant="body2" color="textSecondary">
                {[typeLabel(contact.type), format.phone(contact.phoneNumber), contact.email].filter(Boolean).join(" · ")}
              </Typography>
            </Box>
            {canEdit && (
              <IconButton aria-label={`Edit contact ${contact.firstName}`} onClick={() => setOpen(contact)}>
                <Icon name="edit" sx={{ width: 16, height: 16 }} />
              </IconButton>
            )}
          </Box>
        ))}
      </Box>
      {open && <ContactForm customerId={customerId} {...(open !== "new" && { contact: open })} onClose={() => setOpen(undefined)} />}
    </Section>
  );
};

const valuesOf = (contact: Contact | undefined) => ({
  firstName: contact?.firstName ?? "",
  lastName: contact?.lastName ?? "",
  title: contact?.title ?? "",
  phoneNumber: contact?.phoneNumber ?? "",
  email: contact?.email ?? "",
  type: String(contact?.type || ContactType.ADDITIONAL),
});
type Values = ReturnType<typeof valuesOf>;

const ContactForm = ({ customerId, contact, onClose }: { customerId: string; contact?: Contact; onClose: () => void }) => {
  const changed = useClientsChanged();
  const create = useMutation(ContactService.method.createContact, { onSuccess: changed });
  const update = useMutation(ContactService.method.updateContact, { onSuccess: changed });
  const remove = useMutation(ContactService.method.deleteContact, { onSuccess: changed, meta: { success: "Contact deleted" } });
  const form = useForm<Values>({ defaultValues: valuesOf(contact) });
  const { control } = form;
  const save = ({ type, ...values }: Values): Promise<unknown> => {
    const body = { ...values, type: Number(type), customerId };
    return contact
      ? update.mutateAsync({ contact: { ...body, customerContactId: contact.customerContactId }, updateMask: { paths: Object.keys(body) } })
      : create.mutateAsync({ contact: body });
  };
  const drop = async () => {
    const sure = contact && (await confirm({ title: "Delete this contact?", action: "Delete contact", danger: true }));
    if (sure) remove.mutate({ customerContactId: contact.customerContactId }, { onSuccess: onClose });
  };
  return (
    <DrawerForm
      open
      title={contact ? "Contact" : "New contact"}
      form={form}
      saveLabel={contact ? "Save contact" : "Add contact"}
      onSave={save}
      onClose={onClose}
      aside={
        contact && (
          <Button color="error" variant="text" onClick={() => void drop()}>
            Delete
          </Button>
        )
      }
    >
      <Box sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 1.5 }}>
        <FormText control={control} name="firstName" label="First name" autoFocus check={required("First name")} />
        <FormText control={control} name="lastName" label="Last name" />
      </Box>
      <FormSelect control={control} name="type" label="For" options={TYPES} />
      <FormText control={control} name="title" label="Relation (for example Mother)" />
      <FormPhone control={control} name="phoneNumber" label="Phone" />
      <FormText control={control} name="email" label="Email" type="email" check={email} />
    </DrawerForm>
  );
};
