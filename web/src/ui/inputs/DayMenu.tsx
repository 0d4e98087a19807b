import Popover from "@mui/material/Popover";
import { MonthGrid } from "./MonthGrid.tsx";

type Props = { at: HTMLElement; value: string; onPick: (iso: string) => void; onClose: () => void };

/** What PickDay shows when it is pressed. */
export const DayMenu = ({ at, value, onPick, onClose }: Props) => (
  <Popover
    open
    anchorEl={at}
    onClose={onClose}
    anchorOrigin={{ vertical: "bottom", horizontal: "left" }}
    slotProps={{ paper: { role: "dialog", "aria-label": "Go to a day" } }}
  >
    <MonthGrid
      value={value}
      onPick={(day) => {
        onClose();
        onPick(day);
      }}
    />
  </Popover>
);
