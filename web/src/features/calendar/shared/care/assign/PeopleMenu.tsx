import Button from "@mui/material/Button";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { NOBODY, type Person } from "./assigning.ts";

type Props = {
  label: string;
  /** What it is about, for whoever hears the page. */
  about: string;
  people: readonly Person[];
  me: string;
  /** How it is said of somebody that they do not work that day. */
  off: string;
  /** Who has it, where that is one person or nobody. */
  has?: string;
  onGive: (to: Person) => void;
};

/** A button that asks to whom. */
export const PeopleMenu = ({ label, about, people, me, off, has, onGive }: Props) => {
  /** Until the menu is out of sight: a day has hundreds of them, each with everybody in it. */
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [open, setOpen] = useState(false);
  const choose = (to: Person) => {
    setOpen(false);
    onGive(to);
  };
  return (
    <>
      <Button
        size="small"
        variant="text"
        aria-label={`${label} ${about}`}
        aria-haspopup="menu"
        onClick={(event) => {
          setAnchor(event.currentTarget);
          setOpen(true);
        }}
      >
        {label}
      </Button>
      {anchor && (
        <Menu
          anchorEl={anchor}
          open={open}
          onClose={() => setOpen(false)}
          slotProps={{ transition: { onExited: () => setAnchor(undefined) } }}
        >
          {people.map((one) => (
            <MenuItem key={one.staffId} selected={one.staffId === has} onClick={() => choose(one)}>
              {one.staffId === me ? `${one.name} (you)` : one.name}
              {one.isOff && (
                <Typography component="span" variant="body2" color="textSecondary" sx={{ ml: 1 }}>
                  {off}
                </Typography>
              )}
            </MenuItem>
          ))}
          {has !== NOBODY.staffId && <MenuItem onClick={() => choose(NOBODY)}>Nobody</MenuItem>}
        </Menu>
      )}
    </>
  );
};
