import { ServiceStart } from "@leashline/proto/leashline/calendar/v1/appointment_booking_pb.js";
import type { Service } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { amountText, fromMinor, isAmount } from "../../../../ui/format/money.ts";
import { usePreferences } from "../../../../ui/format/preferences.ts";
import { Icon } from "../../../../ui/icons.tsx";
import { MoneyField } from "../../../../ui/inputs/MoneyField.tsx";
import { PriceParts } from "../../../../ui/prices/PriceParts.tsx";
import { shownPart } from "../../../../ui/prices/price-parts.ts";
import { useSold } from "../../../offering/shared/useServices.ts";
import { usePets } from "../../shared/client-link/usePets.ts";
import { StaffSelect } from "../../shared/StaffSelect.tsx";
import { DAYCARE } from "../../shared/stay/refusal-text.ts";
import { useStaff } from "../../shared/useCalendar.ts";
import { areMinutes, type DraftLine, shownIn, withMinutes } from "./draft.ts";
import { useRuled } from "./prices/useRuled.ts";
import { nextPerson, SplitFields } from "./SplitFields.tsx";
import { newSplit } from "./split.ts";
import type { Draft } from "./useBooking.ts";
import { useUsualSplit } from "./useUsualSplit.ts";

/** One service of one pet: who does it, when, how long, for how much. */
export const ServiceLine = ({ draft, line }: { draft: Draft; line: DraftLine }) => {
  const service = useSold().data?.services.find((one) => one.id === line.serviceId);
  const { currencyCode } = usePreferences();
  const shown = shownIn(draft.plan, line, service);
  const ruled = useRuled(draft).get(line);
  const asShown = ruled ? amountText(fromMinor(ruled.total, currencyCode)) : shown.price;
  const price = (
    <MoneyField
      label="Price"
      spoken={`Price for ${shown.name}`}
      size="small"
      value={asShown}
      onChange={(price) => draft.setLine(line, { price })}
      error={!isAmount(asShown, currencyCode)}
    />
  );
  return (
    <Box role="group" aria-label={shown.name} sx={{ display: "grid", gap: 1, pt: 0.75, pb: 1.5, borderTop: 1, borderColor: "lineSoft" }}>
      <Box sx={{ display: "flex", alignItems: "center", gap: 1 }}>
        <Typography variant="subtitle2" sx={{ flex: 1 }}>
          {shown.name}
        </Typography>
        {line.split && <Box sx={{ width: 108 }}>{price}</Box>}
        <IconButton size="small" edge="end" aria-label={`Remove ${shown.name}`} onClick={() => draft.removeLine(line)}>
          <Icon name="close" sx={{ width: 15, height: 15 }} />
        </IconButton>
      </Box>
      {line.split ? (
        <SplitFields name={shown.name} price={asShown} split={line.split} onChange={(worked) => draft.setLine(line, worked)} />
      ) : (
        <OnePerson draft={draft} line={line} service={service}>
          {price}
        </OnePerson>
      )}
      {ruled && <PriceParts parts={ruled.parts.map((part) => shownPart(part, currencyCode))} />}
      <Starts draft={draft} line={line} />
    </Box>
  );
};

type OneProps = { draft: Draft; line: DraftLine; service: Service | undefined; children: ReactNode };
/** Done by one person, whom a second one can join. */
const OnePerson = ({ draft, line, service, children }: OneProps) => {
  const staff = useStaff().data?.staff ?? [];
  const { setting } = useUsualSplit();
  const shown = shownIn(draft.plan, line, service);
  return (
    <>
      <Box sx={{ display: "grid", gridTemplateColumns: "minmax(0, 1fr) 76px 108px", gap: 1 }}>
        <StaffSelect
          label="Staff"
          spoken={`Staff for ${shown.name}`}
          size="small"
          staff={staff}
          value={shown.staffId}
          onChange={(staffId) => draft.setLine(line, { staffId })}
        />
        <TextField
          label="Minutes"
          size="small"
          value={shown.minutes}
          onChange={({ target }) =>
            /^\d{0,4}$/.test(target.value) && draft.setLine(line, withMinutes(draft.plan, line, target.value, service))
          }
          error={!areMinutes(shown.minutes)}
          slotProps={{ htmlInput: { inputMode: "numeric", autoComplete: "off", "aria-label": `Minutes for ${shown.name}` } }}
        />
        {children}
      </Box>
      {service?.careType !== DAYCARE && (
        <Button
          size="small"
          startIcon={<Icon name="plus" />}
          onClick={() => draft.setLine(line, { split: newSplit(shown, nextPerson(staff, [shown.staffId]), setting) })}
          sx={{ justifySelf: "start" }}
        >
          Add a second person
        </Button>
      )}
    </>
  );
};

/** With the service before it, after it, or as soon as its people and its pet are free. */
const Starts = ({ draft, line }: { draft: Draft; line: DraftLine }) => {
  const { lines } = draft.plan;
  const before = lines[lines.indexOf(line) - 1];
  const services = useSold().data?.services;
  const pet = usePets(draft.client?.customerId).data?.pets.find(({ petId }) => petId === before?.petId);
  if (!before) return null;
  const service = before.name || services?.find(({ id }) => id === before.serviceId)?.name || "the service before";
  const what = before.petId === line.petId ? service : `${pet?.petName ?? before.petName}’s ${service}`;
  return (
    <TextField
      select
      size="small"
      label="Starts"
      value={line.starts ?? ServiceStart.UNSPECIFIED}
      onChange={({ target }) => draft.setLine(line, { starts: Number(target.value) || undefined })}
    >
      <MenuItem value={ServiceStart.UNSPECIFIED}>{line.petDetailId === "0" ? "As soon as staff and pet are free" : "As booked"}</MenuItem>
      <MenuItem value={ServiceStart.SAME_TIME}>At the same time as {what}</MenuItem>
      <MenuItem value={ServiceStart.IN_SEQUENCE}>After {what}</MenuItem>
    </TextField>
  );
};
