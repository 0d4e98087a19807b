import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { isAmount } from "../../../../ui/format/money.ts";
import { usePreferences } from "../../../../ui/format/preferences.ts";
import { Icon } from "../../../../ui/icons.tsx";
import { MoneyField } from "../../../../ui/inputs/MoneyField.tsx";
import { StaffSelect } from "../../shared/StaffSelect.tsx";
import { useStaff } from "../../shared/useCalendar.ts";
import { areMinutes, type DraftLine, shownIn, withMinutes } from "./draft.ts";
import { type Draft, useServices } from "./useBooking.ts";

/** One service of one pet: who does it, how long, for how much. */
export const ServiceLine = ({ draft, line }: { draft: Draft; line: DraftLine }) => {
  const staff = useStaff().data?.staff ?? [];
  const service = useServices().data?.services.find((one) => one.id === line.serviceId);
  const { currencyCode } = usePreferences();
  const shown = shownIn(draft.plan, line, service);
  const about = `for ${shown.name}`;
  return (
    <Box role="group" aria-label={shown.name} sx={{ pt: 0.75, pb: 1.5, borderTop: 1, borderColor: "lineSoft" }}>
      <Box sx={{ display: "flex", alignItems: "center", gap: 1, mb: 1 }}>
        <Typography variant="subtitle2" sx={{ flex: 1 }}>
          {shown.name}
        </Typography>
        <IconButton size="small" edge="end" aria-label={`Remove ${shown.name}`} onClick={() => draft.removeLine(line)}>
          <Icon name="close" sx={{ width: 15, height: 15 }} />
        </IconButton>
      </Box>
      <Box sx={{ display: "grid", gridTemplateColumns: "minmax(0, 1fr) 76px 108px", gap: 1 }}>
        <StaffSelect
          label="Staff"
          spoken={`Staff ${about}`}
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
          slotProps={{ htmlInput: { inputMode: "numeric", autoComplete: "off", "aria-label": `Minutes ${about}` } }}
        />
        <MoneyField
          label="Price"
          spoken={`Price ${about}`}
          size="small"
          value={shown.price}
          onChange={(price) => draft.setLine(line, { price })}
          error={!isAmount(shown.price, currencyCode)}
        />
      </Box>
    </Box>
  );
};
