import { useMutation } from "@connectrpc/connect-query";
import { ClientType } from "@leashline/proto/leashline/customer/v1/client_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef } from "react";
import { useFieldArray, useForm } from "react-hook-form";
import { pathTo } from "../../../app/routes/paths.ts";
import { messageOf } from "../../../ui/feedback/call-errors.ts";
import { toast } from "../../../ui/feedback/toast.ts";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormText } from "../../../ui/form/fields.tsx";
import { FormPhone } from "../../../ui/form/phone.tsx";
import { email } from "../../../ui/format/validate.ts";
import { Icon } from "../../../ui/icons.tsx";
import { useGo } from "../../../ui/links/Link.tsx";
import { later } from "../../../ui/page/later.tsx";
import type { KeepCard } from "../../payment/shared/cards/NewClientCard.tsx";
import { AddressFields, emptyAddress } from "../shared/AddressFields.tsx";
import { emptyPet, PetBasics, type PetValues, petInput } from "../shared/PetBasics.tsx";
import { askToOpen, askToShare, isPhoneInUse } from "../shared/phone-in-use.ts";
import { SourceField } from "../shared/sources/SourceField.tsx";

const NewClientCard = later(async () => (await import("../../payment/shared/cards/NewClientCard.tsx")).NewClientCard, null);
const CARD_REFUSED = "Failed to add card on file for the client. Please try again with a different card.";

const nobody = { firstName: "", lastName: "", phoneNumber: "", email: "", referralSourceId: "0" };
const empty = { ...nobody, note: "", address: emptyAddress, pets: [emptyPet] as PetValues[] };
type Values = typeof empty;

/** A new client or lead with pets, address and a first note in one step, all or nothing. */
const ClientAdd = ({ open, lead = false, onClose }: { open: boolean; lead?: boolean; onClose: () => void }) => {
  const go = useGo();
  const queries = useQueryClient();
  const form = useForm<Values>({ defaultValues: empty });
  const pets = useFieldArray({ control: form.control, name: "pets" });
  const keepCard = useRef<KeepCard>(undefined);
  const onKeeper = useCallback((keep: KeepCard | undefined) => {
    keepCard.current = keep;
  }, []);
  const create = useMutation(ClientService.method.createClientWithPets, { meta: { quiet: true } });

  const send = (values: Values, allowDuplicatePhone: boolean) => {
    const { address, pets: entered, note, ...client } = values;
    const hasAddress = Object.values(address).some((part) => part.trim() !== "");
    return create.mutateAsync({
      client: { ...client, type: lead ? ClientType.LEAD : ClientType.CUSTOMER },
      pets: entered.filter((pet) => pet.petName.trim() !== "").map(petInput),
      note,
      ...(hasAddress && { address }),
      allowDuplicatePhone,
    });
  };
  const sendAsking = async (values: Values) => {
    try {
      return (await send(values, false)).client?.customerId;
    } catch (error) {
      const shared = isPhoneInUse(error);
      const known = shared ? await (lead ? askToOpen(error, values.phoneNumber) : askToShare(error)) : undefined;
      if (known === "add") return (await send(values, true)).client?.customerId;
      if (known) {
        form.reset(empty);
        go(
          pathTo(known.isLead ? "/leads/detail/:id" : "/client/:customerId/overview", {
            id: known.customerId,
            customerId: known.customerId,
          }),
        );
      } else if (shared) form.setError("phoneNumber", { message: "Phone number is already in use" });
      else toast.error(messageOf(error));
      throw error;
    }
  };
  const save = async (values: Values) => {
    const customerId = await sendAsking(values);
    // The client is there by now, whatever becomes of the card.
    if (customerId) await keepCard.current?.(customerId).catch(() => toast.neutral(CARD_REFUSED, { seconds: 5 }));
    void queries.invalidateQueries();
    toast.success(lead ? "Lead added" : "Client added");
    return customerId;
  };
  const openClient = (made: unknown) => {
    const id = String(made);
    form.reset(empty);
    go(lead ? pathTo("/leads/detail/:id", { id }) : pathTo("/client/:customerId/overview", { customerId: id }), { replace: true });
  };

  const { control } = form;
  return (
    <DrawerForm
      open={open}
      addressed
      title={lead ? "New lead" : "New client"}
      form={form}
      saveLabel={lead ? "Add lead" : "Add client"}
      onSave={save}
      onSaved={openClient}
      onClose={onClose}
      width={480}
    >
      <Box sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 1.5 }}>
        <FormText
          control={control}
          name="firstName"
          label="First name"
          autoFocus
          check={(value) => (value.trim() || form.getValues("lastName").trim() ? undefined : "A first or last name is needed")}
        />
        <FormText control={control} name="lastName" label="Last name" />
      </Box>
      <FormPhone control={control} name="phoneNumber" label="Phone" />
      <FormText control={control} name="email" label="Email" type="email" check={email} />
      <SourceField control={control} />
      {pets.fields.map((field, at) => (
        <Box
          key={field.id}
          component="fieldset"
          sx={{ border: 1, borderColor: "line", borderRadius: "10px", p: 1.5, m: 0, display: "grid", gap: 1.5 }}
        >
          <Box sx={{ display: "flex", alignItems: "center" }}>
            <Typography variant="subtitle2" component="legend" sx={{ flex: 1, p: 0 }}>
              {pets.fields.length > 1 ? `Pet ${at + 1}` : "Pet"}
            </Typography>
            {pets.fields.length > 1 && (
              <Button size="small" variant="text" onClick={() => pets.remove(at)}>
                Remove
              </Button>
            )}
          </Box>
          <PetBasics control={control} prefix={`pets.${at}.`} optional />
        </Box>
      ))}
      <Button variant="text" startIcon={<Icon name="plus" />} onClick={() => pets.append(emptyPet)} sx={{ justifySelf: "start" }}>
        Another pet
      </Button>
      <Typography variant="h3">Address</Typography>
      <AddressFields control={control} prefix="address." />
      <FormText control={control} name="note" label="Note" multiline minRows={2} />
      {!lead && <NewClientCard onKeeper={onKeeper} />}
    </DrawerForm>
  );
};

export default ClientAdd;
