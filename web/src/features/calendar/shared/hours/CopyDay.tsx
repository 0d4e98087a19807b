import Button from "@mui/material/Button";
import Divider from "@mui/material/Divider";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useState } from "react";

type Other = { weekday: number; name: string; on: boolean };

/** Gives other days of the week what this one has. */
export const CopyDay = ({ name, days, onCopy }: { name: string; days: readonly Other[]; onCopy: (to: number[]) => void }) => {
  const [at, setAt] = useState<HTMLElement>();
  const copy = (to: readonly Other[]) => {
    onCopy(to.map(({ weekday }) => weekday));
    setAt(undefined);
  };
  const on = days.filter((day) => day.on);
  return (
    <>
      <Button
        size="small"
        variant="text"
        aria-label={`Copy ${name} to other days`}
        aria-haspopup="menu"
        onClick={(event) => setAt(event.currentTarget)}
      >
        Copy to…
      </Button>
      <Menu anchorEl={at ?? null} open={at !== undefined} onClose={() => setAt(undefined)}>
        {on.length > 0 && <MenuItem onClick={() => copy(on)}>Other working days</MenuItem>}
        <MenuItem onClick={() => copy(days)}>Every day</MenuItem>
        <Divider />
        {days.map((day) => (
          <MenuItem key={day.weekday} onClick={() => copy([day])}>
            {day.name}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
};
