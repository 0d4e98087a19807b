import IconButton from "@mui/material/IconButton";
import { useState } from "react";
import { Icon } from "../icons.tsx";
import { later } from "../page/later.tsx";

const DayMenu = later(async () => (await import("./DayMenu.tsx")).DayMenu);

/** A month to jump to a day from: three weeks ahead is two taps. */
export const PickDay = ({ value, onPick }: { value: string; onPick: (iso: string) => void }) => {
  const [at, setAt] = useState<HTMLElement>();
  return (
    <>
      <IconButton
        {...DayMenu.warmers}
        aria-label="Go to a day"
        aria-haspopup="dialog"
        aria-expanded={at !== undefined}
        onClick={(event) => setAt(event.currentTarget)}
      >
        <Icon name="calendar" sx={{ width: 18, height: 18 }} />
      </IconButton>
      {at && <DayMenu at={at} value={value} onPick={onPick} onClose={() => setAt(undefined)} />}
    </>
  );
};
