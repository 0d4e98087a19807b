import type { Tag } from "@leashline/proto/leashline/customer/v1/tag_pb.js";
import Button from "@mui/material/Button";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useState } from "react";
import { useTags } from "../../shared/useTags.ts";

type Props = { label: string; disabled: boolean; onPick: (tag: Tag) => void };

/** One of the company's tags. */
export const TagMenu = ({ label, disabled, onPick }: Props) => {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const tags = useTags();
  return (
    <>
      <Button disabled={disabled} aria-haspopup="menu" onClick={(event) => setAnchor(event.currentTarget)}>
        {label}
      </Button>
      <Menu open={anchor !== undefined} anchorEl={anchor ?? null} onClose={() => setAnchor(undefined)}>
        {tags?.map((one) => (
          <MenuItem
            key={one.id}
            onClick={() => {
              setAnchor(undefined);
              onPick(one);
            }}
          >
            {one.name}
          </MenuItem>
        ))}
        {tags?.length === 0 && <MenuItem disabled>No tags yet. Add them under Settings, Clients and pets.</MenuItem>}
      </Menu>
    </>
  );
};
