import Button from "@mui/material/Button";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useState } from "react";
import { useCan } from "../../../../app/session/session.ts";
import { Icon } from "../../../../ui/icons.tsx";
import { COLUMNS, columnsOf, fieldsOf } from "../columns.ts";

type Props = { fields: string; onChange: (fields: string) => void };

/** Which columns the list shows; the name always does. */
export const ColumnsMenu = ({ fields, onChange }: Props) => {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const canContact = useCan("viewClientContact");
  const shown = columnsOf(fields);
  const [, ...others] = COLUMNS;
  return (
    <>
      <Button size="small" aria-haspopup="menu" endIcon={<Icon name="down" />} onClick={(event) => setAnchor(event.currentTarget)}>
        Columns
      </Button>
      <Menu open={anchor !== undefined} anchorEl={anchor ?? null} onClose={() => setAnchor(undefined)}>
        {others
          .filter(({ key }) => canContact || (key !== "phone" && key !== "email"))
          .map(({ key, label }) => {
            const on = shown.includes(key);
            return (
              <MenuItem
                key={key}
                role="menuitemcheckbox"
                aria-checked={on}
                onClick={() => onChange(fieldsOf(on ? shown.filter((one) => one !== key) : [...shown, key]))}
              >
                <Icon name="check" sx={{ mr: 1, visibility: on ? "visible" : "hidden" }} />
                {label}
              </MenuItem>
            );
          })}
      </Menu>
    </>
  );
};
