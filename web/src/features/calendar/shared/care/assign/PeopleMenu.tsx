import Button from "@mui/material/Button";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useState } from "react";
import { NOBODY, type Person } from "./assigning.ts";

type Props = {
  label: string;
  /** What it is about, for whoever hears the page. */
  about: string;
  people: readonly Person[];
  me: string;
  /** Who has it, where that is one person or nobody. */
  has?: string;
  disabled: boolean;
  onGive: (to: Person) => void;
};

/** A button that asks to whom. */
export const PeopleMenu = ({ label, about, people, me, has, disabled, onGive }: Props) => {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const choose = (to: Person) => {
    setAnchor(undefined);
    onGive(to);
  };
  return (
    <>
      <Button
        size="small"
        variant="text"
        disabled={disabled}
        aria-label={`${label} ${about}`}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {label}
      </Button>
      <Menu anchorEl={anchor} open={!!anchor} onClose={() => setAnchor(undefined)}>
        {people.map((one) => (
          <MenuItem key={one.staffId} selected={one.staffId === has} onClick={() => choose(one)}>
            {one.staffId === me ? `${one.name} (you)` : one.name}
          </MenuItem>
        ))}
        {has !== NOBODY.staffId && <MenuItem onClick={() => choose(NOBODY)}>Nobody</MenuItem>}
      </Menu>
    </>
  );
};
