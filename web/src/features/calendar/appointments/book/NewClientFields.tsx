import { useMutation } from "@connectrpc/connect-query";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { type KeyboardEvent, useState } from "react";
import { errorCode, fieldErrors, messageOf } from "../../../../ui/feedback/call-errors.ts";
import { PhoneField } from "../../../../ui/inputs/PhoneField.tsx";
import type { BookingClient } from "../fields/useBooking.ts";

/** Phone number is already in use (core §8). */
const PHONE_IN_USE = 30002;

type Props = { typed: string; onAdded: (client: BookingClient) => void; onBack: () => void };

/** Splits what was searched for into a first guess at the new client's name or phone. */
const guess = (typed: string): { firstName: string; lastName: string; phoneNumber: string } => {
  if (/^[\d+() .-]{4,}$/.test(typed)) return { firstName: "", lastName: "", phoneNumber: typed };
  const [firstName = "", ...rest] = typed.trim().split(/\s+/);
  return { firstName, lastName: rest.join(" "), phoneNumber: "" };
};

/** The little that is needed to book for somebody new; the rest can follow on the client's page. */
export const NewClientFields = ({ typed, onAdded, onBack }: Props) => {
  const [values, setValues] = useState({ ...guess(typed), petName: "", petType: "Dog", breed: "" });
  const create = useMutation(ClientService.method.createClientWithPets, { meta: { quiet: true } });
  const errors = create.error ? fieldErrors(create.error) : {};
  const set = (name: keyof typeof values) => (event: { target: { value: string } }) =>
    setValues((before) => ({ ...before, [name]: event.target.value }));
  const { firstName, lastName, phoneNumber, petName, petType, breed } = values;
  const ready = (firstName.trim() !== "" || lastName.trim() !== "") && petName.trim() !== "";
  const shared = errorCode(create.error) === PHONE_IN_USE;
  const save = (allowDuplicatePhone = false) =>
    create.mutate(
      {
        client: { firstName: firstName.trim(), lastName: lastName.trim(), phoneNumber },
        pets: [{ petName: petName.trim(), petType, breed: breed.trim() }],
        allowDuplicatePhone,
      },
      {
        onSuccess: ({ client }) =>
          client && onAdded({ customerId: client.customerId, name: `${client.firstName} ${client.lastName}`.trim() }),
      },
    );
  // Enter in here adds the client; the visit's own form around it has nothing to book yet.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement) || event.target.getAttribute("aria-haspopup")) return;
    event.preventDefault();
    if (ready && !create.isPending) save();
  };
  return (
    <Box onKeyDown={onKeyDown} sx={{ display: "grid", gap: 1.5, p: 1.5, border: 1, borderColor: "line", borderRadius: 1.25 }}>
      <Typography variant="h3">New client</Typography>
      {shared && (
        <Alert
          severity="warning"
          action={
            <Button onClick={() => save(true)} loading={create.isPending}>
              Add anyway
            </Button>
          }
        >
          Another client has this number. Families share phones; or go back and find them by it.
        </Alert>
      )}
      {create.error && !shared && Object.keys(errors).length === 0 && <Alert severity="error">{messageOf(create.error)}</Alert>}
      <Box sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 1.5 }}>
        <TextField
          label="First name"
          value={firstName}
          onChange={set("firstName")}
          error={Boolean(errors["client.firstName"])}
          helperText={errors["client.firstName"]}
          autoFocus
        />
        <TextField label="Last name" value={lastName} onChange={set("lastName")} />
      </Box>
      <PhoneField
        label="Phone"
        value={phoneNumber}
        onChange={(phone) => setValues((before) => ({ ...before, phoneNumber: phone }))}
        error={Boolean(errors["client.phoneNumber"])}
        helperText={errors["client.phoneNumber"]}
      />
      <Box sx={{ display: "grid", gridTemplateColumns: "1fr 96px", gap: 1.5 }}>
        <TextField label="Pet's name" value={petName} onChange={set("petName")} />
        <TextField select label="Kind" value={petType} onChange={set("petType")}>
          {["Dog", "Cat", "Other"].map((kind) => (
            <MenuItem key={kind} value={kind}>
              {kind}
            </MenuItem>
          ))}
        </TextField>
      </Box>
      <TextField label="Breed" value={breed} onChange={set("breed")} />
      <Box sx={{ display: "flex", gap: 1, justifyContent: "flex-end" }}>
        <Button onClick={onBack}>Back</Button>
        <Button variant="outlined" onClick={() => save()} disabled={!ready} loading={create.isPending}>
          Add client
        </Button>
      </Box>
    </Box>
  );
};
