import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import Chip from "@mui/material/Chip";
import Typography from "@mui/material/Typography";
import { addDays, formatDay } from "../../ui/format/dates.ts";
import { useDraft } from "../draft.ts";
import { formatOf } from "../format.ts";
import type { Shop } from "../types.ts";

export const DAYS = 7;

export const DayRow = ({
  shop,
  from,
  last,
  free,
  chosen,
}: {
  shop: Shop;
  from: string;
  last: string;
  free: Set<string>;
  chosen: string | undefined;
}) => (
  <Box
    role="group"
    aria-label="Days"
    sx={{ flex: 1, display: "grid", gridTemplateColumns: `repeat(${DAYS}, 1fr)`, gap: 0.625, textAlign: "center" }}
  >
    {Array.from({ length: DAYS }, (_, i) => addDays(from, i)).map((day) => {
      const on = day === chosen;
      return (
        <ButtonBase
          key={day}
          disabled={!free.has(day) || day > last}
          aria-pressed={on}
          aria-label={formatOf(shop).longDay(day)}
          onClick={() => useDraft.setState({ date: day, startTime: undefined })}
          sx={{
            display: "block",
            minHeight: 50,
            py: 0.75,
            borderRadius: 1.375,
            border: 1,
            borderColor: on ? "primary.main" : "line",
            bgcolor: on ? "primary.main" : "background.paper",
            color: on ? "primary.contrastText" : "text.primary",
            fontWeight: 600,
            lineHeight: 1.2,
            "&.Mui-disabled": { opacity: 0.45 },
          }}
        >
          <Box component="small" sx={{ display: "block", fontSize: "0.8rem", fontWeight: 500 }}>
            {formatDay(day, "ddd")}
          </Box>
          {Number(day.slice(8))}
        </ButtonBase>
      );
    })}
  </Box>
);

export const StaffRow = ({ shop }: { shop: Shop }) => {
  const staffId = useDraft((draft) => draft.staffId);
  const pick = (id: string) => useDraft.setState({ staffId: id, startTime: undefined });
  return (
    <Box role="group" aria-label="With whom" sx={{ display: "flex", flexWrap: "wrap", gap: 0.75 }}>
      <Chip
        label="With anyone"
        color={staffId === "0" ? "primary" : "default"}
        variant={staffId === "0" ? "filled" : "outlined"}
        aria-pressed={staffId === "0"}
        onClick={() => pick("0")}
      />
      {shop.staff.map((one) => (
        <Chip
          key={one.staffId}
          label={one.firstName}
          color={staffId === one.staffId ? "primary" : "default"}
          variant={staffId === one.staffId ? "filled" : "outlined"}
          aria-pressed={staffId === one.staffId}
          onClick={() => pick(one.staffId)}
        />
      ))}
    </Box>
  );
};

export const TimeButton = ({ label, chosen, onPick }: { label: string; chosen: boolean; onPick: () => void }) => (
  <ButtonBase
    aria-pressed={chosen}
    onClick={onPick}
    sx={{
      height: 46,
      borderRadius: 1.375,
      border: chosen ? 2 : 1,
      borderColor: chosen ? "primary.main" : "line",
      bgcolor: chosen ? "tone.accent.soft" : "background.paper",
      color: chosen ? "primary.main" : "text.primary",
      fontWeight: 600,
    }}
  >
    <Typography component="span" noWrap sx={{ fontWeight: 600 }}>
      {label}
    </Typography>
  </ButtonBase>
);
