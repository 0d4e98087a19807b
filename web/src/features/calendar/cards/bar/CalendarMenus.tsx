import Checkbox from "@mui/material/Checkbox";
import ListItemText from "@mui/material/ListItemText";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useQueryChange } from "../../../../ui/links/over.ts";
import { fullName } from "../../shared/columns.tsx";
import type { CalendarStaff } from "../../shared/types.ts";

type StaffProps = { at: HTMLElement; staff: CalendarStaff[]; chosen: string[]; onChange: (ids: string[]) => void; onClose: () => void };

/** Whose columns are shown. */
export const StaffMenu = ({ at, staff, chosen, onChange, onClose }: StaffProps) => {
  const toggle = (id: string) => onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  return (
    <Menu open anchorEl={at} onClose={onClose}>
      <MenuItem selected={chosen.length === 0} onClick={() => onChange([])}>
        <ListItemText>All staff</ListItemText>
      </MenuItem>
      {staff.map((one) => (
        <MenuItem key={one.staffId} onClick={() => toggle(one.staffId)}>
          <Checkbox
            edge="start"
            size="small"
            checked={chosen.includes(one.staffId)}
            tabIndex={-1}
            disableRipple
            slotProps={{ input: { "aria-label": fullName(one) } }}
          />
          <ListItemText>{fullName(one)}</ListItemText>
        </MenuItem>
      ))}
    </Menu>
  );
};

export type MoreItem = { label: string; run: () => void };

type ItemsProps = { at: HTMLElement; items: readonly MoreItem[]; onClose: () => void };

/** What else than booking can be done on the calendar. */
export const MoreMenu = ({ items, ...rest }: ItemsProps) => {
  const { set } = useQueryChange();
  return <ItemsMenu {...rest} items={[...items, { label: "Show the waitlist", run: () => set({ waitlist: "1" }) }]} />;
};

export const ItemsMenu = ({ at, items, onClose }: ItemsProps) => (
  <Menu open anchorEl={at} onClose={onClose}>
    {items.map(({ label, run }) => (
      <MenuItem
        key={label}
        onClick={() => {
          onClose();
          run();
        }}
      >
        {label}
      </MenuItem>
    ))}
  </Menu>
);
