import IconButton from "@mui/material/IconButton";
import Popover from "@mui/material/Popover";
import { useState } from "react";
import { Icon } from "./icons.tsx";
import { MonthGrid } from "./MonthGrid.tsx";

/** A month to jump to a day from: three weeks ahead is two taps. */
export const PickDay = ({ value, onPick }: { value: string; onPick: (iso: string) => void }) => {
  const [at, setAt] = useState<HTMLElement>();
  return (
    <>
      <IconButton
        aria-label="Go to a day"
        aria-haspopup="dialog"
        aria-expanded={at !== undefined}
        onClick={(event) => setAt(event.currentTarget)}
      >
        <Icon name="calendar" sx={{ width: 18, height: 18 }} />
      </IconButton>
      <Popover
        open={at !== undefined}
        anchorEl={at ?? null}
        onClose={() => setAt(undefined)}
        anchorOrigin={{ vertical: "bottom", horizontal: "left" }}
        slotProps={{ paper: { role: "dialog", "aria-label": "Go to a day" } }}
      >
        <MonthGrid
          value={value}
          onPick={(day) => {
            setAt(undefined);
            onPick(day);
          }}
        />
      </Popover>
    </>
  );
};
