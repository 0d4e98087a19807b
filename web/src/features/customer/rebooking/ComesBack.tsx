import { useMutation, useQuery } from "@connectrpc/connect-query";
import { FrequencyType } from "@leashline/proto/leashline/customer/v1/client_pb.js";
import { type GroomingFrequency, RebookingService } from "@leashline/proto/leashline/customer/v1/rebooking_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { pathTo } from "../../../app/routes/paths.ts";
import { useCan } from "../../../app/session/session.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { LinkButton } from "../../../ui/links/Link.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import { everyWords } from "../shared/every.ts";

/** How often the client comes, when they are due again, and the way to book that day. */
export const ComesBack = ({ customerId }: { customerId: string }) => {
  const format = useFormat();
  const [canEdit, canBook] = [useCan("editClient"), useCan("createAndEditTicket")];
  const [editing, setEditing] = useState(false);
  const found = useQuery(RebookingService.method.getCustomerGroomingFrequency, { customerId }, { enabled: customerId !== "" });
  const frequency = found.data?.frequency;
  if (!frequency || frequency.days === 0) return null;
  const { suggestedDate: date, nextVisitDate, dueDate } = frequency;
  return (
    <Section title="How often they come" {...(canEdit && !editing && { action: <Button onClick={() => setEditing(true)}>Change</Button> })}>
      {editing ? (
        <Editor
          frequency={frequency}
          onDone={() => {
            setEditing(false);
            void found.refetch();
          }}
        />
      ) : (
        <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1 }}>
          <Box sx={{ flex: "1 1 220px" }}>
            <Typography>{`${everyWords(frequency.days).replace("e", "E")}${frequency.isDefault ? " (your default for clients)" : ""}`}</Typography>
            <Typography variant="body2" color="textSecondary">
              {nextVisitDate ? `Booked for ${format.day(nextVisitDate)}` : dueDate ? `Due ${format.day(dueDate)}` : "No visit yet"}
            </Typography>
          </Box>
          {canBook && date && !nextVisitDate && (
            <LinkButton variant="outlined" to={pathTo("/calendar/grooming", {}, { book: "1", customerId, date })}>
              Book {format.day(date)}
            </LinkButton>
          )}
        </Box>
      )}
    </Section>
  );
};

const UNITS = [
  { value: FrequencyType.DAY, label: "days" },
  { value: FrequencyType.WEEK, label: "weeks" },
  { value: FrequencyType.MONTH, label: "months" },
];

const Editor = ({ frequency, onDone }: { frequency: GroomingFrequency; onDone: () => void }) => {
  const { customerId, version, isDefault } = frequency;
  const [value, setValue] = useState(String(frequency.value));
  const [period, setPeriod] = useState(frequency.period);
  const save = useMutation(RebookingService.method.updateCustomerGroomingFrequency, { meta: { success: "Saved" }, onSuccess: onDone });
  const count = Number(value);
  const wrong = !(count >= 1 && count <= 365);
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "flex-start", gap: 1 }}>
      <TextField
        label="Every"
        value={value}
        onChange={({ target }) => setValue(target.value.replace(/\D/g, "").slice(0, 3))}
        error={wrong}
        helperText={wrong && "1 to 365"}
        fullWidth={false}
        sx={{ width: 90 }}
      />
      <TextField
        select
        label="Unit"
        value={period}
        onChange={({ target }) => setPeriod(Number(target.value))}
        fullWidth={false}
        sx={{ width: 120 }}
      >
        {UNITS.map((unit) => (
          <MenuItem key={unit.value} value={unit.value}>
            {unit.label}
          </MenuItem>
        ))}
      </TextField>
      <Button disabled={wrong} loading={save.isPending} onClick={() => save.mutate({ customerId, version, period, value: count })}>
        Save
      </Button>
      {!isDefault && (
        <Button variant="text" disabled={save.isPending} onClick={() => save.mutate({ customerId, version, value: 0 })}>
          Use the default
        </Button>
      )}
      <Button variant="text" onClick={onDone}>
        Cancel
      </Button>
    </Box>
  );
};
