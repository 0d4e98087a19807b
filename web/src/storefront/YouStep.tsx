import { useMutation } from "@connectrpc/connect-query";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { fieldErrors, messageOf } from "../app/call-errors.ts";
import { isoToDay } from "../ui/format/dates.ts";
import { PhoneField } from "../ui/PhoneField.tsx";
import { type Draft, hasTime, missingFor, type Person, useDraft } from "./draft.ts";
import { formatOf } from "./format.ts";
import { petsText, servicesText, sumText } from "./money.ts";
import { NextFree, type Taken } from "./NextFree.tsx";
import { StepFrame } from "./StepFrame.tsx";
import type { Shop } from "./types.ts";
import { takenBy, useHold } from "./useHold.ts";

/** Who to call, then the request goes out. */
export const YouStep = ({ shop }: { shop: Shop }) => {
  const draft = useDraft();
  const hold = useHold(shop);
  const { send, pending, error, taken, clear } = useSend(shop);
  const errors = error ? fieldErrors(error) : {};
  const { person } = draft;
  const set = (change: Partial<Person>) => useDraft.setState({ person: { ...person, ...change } });
  const lost = !hasTime(draft);
  return (
    <StepFrame
      title="How do we reach you?"
      lead={
        draft.date && draft.startTime !== undefined
          ? `${formatOf(shop).longDay(draft.date)} at ${formatOf(shop).minutes(draft.startTime)}`
          : undefined
      }
      onBack={() => useDraft.setState({ step: "time" })}
      onNext={() => (lost ? useDraft.setState({ step: "time" }) : send(draft))}
      next={lost ? "Choose a time again" : shop.autoAccept ? "Book" : "Send request"}
      missing={missingFor(draft)}
      pending={pending || hold.pending}
      aside={<Summary draft={draft} shop={shop} left={hold.left} />}
    >
      {lost && !taken && <Alert severity="info">The held time has run out. Nothing you wrote is lost; choose a time again.</Alert>}
      {draft.unkept && !lost && (
        <Alert severity="info">
          Many people are choosing just now, so this time cannot be kept while you write. It goes to who sends first.
        </Alert>
      )}
      {taken && (
        <NextFree
          conflict={taken}
          shop={shop}
          onPick={(wanted) => {
            clear();
            hold.take(wanted);
          }}
        />
      )}
      {error && !taken && Object.keys(errors).length === 0 && <Alert severity="error">{messageOf(error)}</Alert>}
      <Box sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 1.5 }}>
        <TextField
          label="First name"
          value={person.firstName}
          onChange={(event) => set({ firstName: event.target.value })}
          autoComplete="given-name"
          slotProps={{ htmlInput: { maxLength: 60 } }}
        />
        <TextField
          label="Last name"
          value={person.lastName}
          onChange={(event) => set({ lastName: event.target.value })}
          autoComplete="family-name"
          slotProps={{ htmlInput: { maxLength: 60 } }}
        />
      </Box>
      <PhoneField
        label="Phone"
        value={person.phoneNumber}
        onChange={(phoneNumber) => set({ phoneNumber })}
        country={shop.countryAlpha2Code}
        error={Boolean(errors["customer.phoneNumber"])}
        helperText={errors["customer.phoneNumber"] ?? "We text you when it is confirmed"}
      />
      <TextField
        label="Email (optional)"
        type="email"
        value={person.email}
        onChange={(event) => set({ email: event.target.value.trim() })}
        autoComplete="email"
        error={Boolean(errors["customer.email"])}
        helperText={errors["customer.email"]}
        slotProps={{ htmlInput: { maxLength: 200 } }}
      />
      <TextField
        label="Message to us (optional)"
        value={draft.note}
        onChange={(event) => useDraft.setState({ note: event.target.value })}
        multiline
        minRows={2}
        slotProps={{ htmlInput: { maxLength: 2000 } }}
      />
      {shop.cancellationPolicy && (
        <Typography variant="body2" color="textSecondary" sx={{ whiteSpace: "pre-line" }}>
          {shop.cancellationPolicy}
        </Typography>
      )}
    </StepFrame>
  );
};

const Summary = ({ draft, shop, left }: { draft: Draft; shop: Shop; left: string }) => (
  <Box sx={{ display: "flex", justifyContent: "space-between", gap: 2, mb: 1.25 }}>
    <Typography color="textSecondary">
      {petsText(draft.pets)} · {servicesText(draft.pets, shop)}
      {left && ` · held for ${left}`}
    </Typography>
    <Typography variant="subtitle1">{sumText(draft.pets, shop)}</Typography>
  </Box>
);

const useSend = (shop: Shop) => {
  const [taken, setTaken] = useState<Taken>();
  const submit = useMutation(StorefrontService.method.submitBooking, { meta: { quiet: true } });
  const send = (draft: Draft) =>
    submit.mutate(
      {
        bookOnlineName: shop.bookOnlineName,
        customer: { ...draft.person, firstName: draft.person.firstName.trim(), lastName: draft.person.lastName.trim() },
        pets: draft.pets.map(({ petName, petType, breed, notes, serviceIds }) => ({
          petName: petName.trim(),
          petType,
          breed,
          notes,
          serviceIds,
        })),
        staffId: draft.staffId,
        date: isoToDay(draft.date ?? ""),
        startTime: draft.startTime ?? 0,
        holdToken: draft.held?.token ?? "",
        additionalNote: draft.note.trim(),
      },
      {
        onSuccess: ({ statusToken }) => useDraft.setState({ step: "done", statusToken, held: undefined }),
        onError: (error) => {
          const conflict = takenBy(error);
          setTaken(conflict);
          if (conflict) useDraft.setState({ held: undefined, startTime: undefined });
        },
      },
    );
  return { send, pending: submit.isPending, error: submit.error, taken, clear: () => setTaken(undefined) };
};
