import { useMutation } from "@connectrpc/connect-query";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { type KeyboardEvent, useEffect } from "react";
import { useForm, useWatch } from "react-hook-form";
import { errorFact, fieldErrors, messageOf } from "../../../../ui/feedback/call-errors.ts";
import { showFieldErrors } from "../../../../ui/form/DrawerForm.tsx";
import { FormSelect, FormText } from "../../../../ui/form/fields.tsx";
import { FormPhone } from "../../../../ui/form/phone.tsx";
import { NumberHeld } from "../../../customer/shared/NumberHeld.tsx";
import { isPhoneInUse } from "../../../customer/shared/phone-in-use.ts";
import type { BookingClient } from "../fields/useBooking.ts";

const KINDS = ["Dog", "Cat", "Other"].map((kind) => ({ value: kind, label: kind }));

type Props = { typed: string; onAdded: (client: BookingClient) => void; onBack: () => void; onTyped: (typed: boolean) => void };

/** Splits what was searched for into a first guess at the new client's name or phone. */
const guess = (typed: string): { firstName: string; lastName: string; phoneNumber: string } => {
  if (/^[\d+() .-]{4,}$/.test(typed)) return { firstName: "", lastName: "", phoneNumber: typed };
  const [firstName = "", ...rest] = typed.trim().split(/\s+/);
  return { firstName, lastName: rest.join(" "), phoneNumber: "" };
};

/** The little that is needed to book for somebody new; the rest can follow on the client's page. */
export const NewClientFields = ({ typed, onAdded, onBack, onTyped }: Props) => {
  const form = useForm({ defaultValues: { client: guess(typed), pets: [{ petName: "", petType: "Dog", breed: "" }] } });
  const {
    control,
    formState: { isDirty },
  } = form;
  const isTyped = isDirty || typed.trim() !== "";
  useEffect(() => onTyped(isTyped), [isTyped, onTyped]);
  const create = useMutation(ClientService.method.createClientWithPets, { meta: { quiet: true } });
  const { client: who, pets } = useWatch({ control });
  const ready = Boolean((who?.firstName?.trim() || who?.lastName?.trim()) && pets?.[0]?.petName?.trim());
  const shared = isPhoneInUse(create.error);
  const save = (allowDuplicatePhone = false) =>
    form.handleSubmit((values) =>
      create
        .mutateAsync({ ...values, allowDuplicatePhone })
        .then(({ client }) => client && onAdded({ customerId: client.customerId, name: `${client.firstName} ${client.lastName}`.trim() }))
        .catch((error) => showFieldErrors(form, error)),
    )();
  // Enter in here adds the client; the visit's own form around it has nothing to book yet.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement) || event.target.getAttribute("aria-haspopup")) return;
    event.preventDefault();
    if (ready && !create.isPending) void save();
  };
  return (
    <Box onKeyDown={onKeyDown} sx={{ display: "grid", gap: 1.5, p: 1.5, border: 1, borderColor: "line", borderRadius: 1.25 }}>
      <Typography variant="h3">New client</Typography>
      {shared && (
        <NumberHeld
          key={errorFact(create.error, "customerId")}
          error={create.error}
          petName={pets?.[0]?.petName?.trim() ?? ""}
          pending={create.isPending}
          onTheirs={onAdded}
          onAnyway={() => void save(true)}
        />
      )}
      {create.error && !shared && Object.keys(fieldErrors(create.error)).length === 0 && (
        <Alert severity="error">{messageOf(create.error)}</Alert>
      )}
      <Box sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 1.5 }}>
        <FormText control={control} name="client.firstName" label="First name" autoFocus />
        <FormText control={control} name="client.lastName" label="Last name" />
      </Box>
      <FormPhone control={control} name="client.phoneNumber" label="Phone" />
      <Box sx={{ display: "grid", gridTemplateColumns: "1fr 96px", gap: 1.5 }}>
        <FormText control={control} name="pets.0.petName" label="Pet's name" />
        <FormSelect control={control} name="pets.0.petType" label="Pet type" options={KINDS} />
      </Box>
      <FormText control={control} name="pets.0.breed" label="Breed" />
      <Box sx={{ display: "flex", gap: 1, justifyContent: "flex-end" }}>
        <Button onClick={onBack}>Back</Button>
        <Button variant="outlined" onClick={() => void save()} disabled={!ready} loading={create.isPending}>
          Add client
        </Button>
      </Box>
    </Box>
  );
};
