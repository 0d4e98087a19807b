import IconButton from "@mui/material/IconButton";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useState } from "react";
import { Icon } from "../../../../ui/icons.tsx";
import type { MoreItem } from "./CalendarMenus.tsx";

/** What can be done with all that stands under a head. */
export const ColumnMenu = ({ label: spoken, items }: { label: string; items: readonly MoreItem[] }) => {
  const [at, setAt] = useState<HTMLElement>();
  return (
    <>
      <IconButton size="small" aria-label={spoken} aria-haspopup="menu" onClick={(event) => setAt(event.currentTarget)}>
        <Icon name="more" />
      </IconButton>
      {at && (
        <Menu open anchorEl={at} onClose={() => setAt(undefined)}>
          {items.map(({ label, run }) => (
            <MenuItem
              key={label}
              onClick={() => {
                setAt(undefined);
                run();
              }}
            >
              {label}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  );
};
