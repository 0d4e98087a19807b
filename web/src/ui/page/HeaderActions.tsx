import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { type ReactNode, useState } from "react";
import { Icon, type IconName } from "../icons.tsx";
import { Link, LinkButton } from "../links/Link.tsx";
import { useRoomy } from "../theme/useMobile.ts";

type Lead = { to: string } | { href: string } | { onClick: () => void };
export type HeaderAction = Lead & { label: string; icon?: IconName };

const away = { target: "_blank", rel: "noopener" };

const AsButton = ({ label, icon, ...lead }: HeaderAction) => {
  const start = icon && { startIcon: <Icon name={icon} /> };
  if ("to" in lead)
    return (
      <LinkButton to={lead.to} {...start}>
        {label}
      </LinkButton>
    );
  return (
    <Button {...("href" in lead ? { ...away, href: lead.href } : { onClick: lead.onClick })} {...start}>
      {label}
    </Button>
  );
};

const asItem = ({ label, icon: _, ...lead }: HeaderAction, close: () => void) => {
  if ("to" in lead)
    return (
      <MenuItem key={label} component={Link} to={lead.to} onClick={close}>
        {label}
      </MenuItem>
    );
  if ("href" in lead)
    return (
      <MenuItem key={label} component="a" href={lead.href} {...away} onClick={close}>
        {label}
      </MenuItem>
    );
  return (
    <MenuItem key={label} onClick={() => [close, lead.onClick].forEach((act) => void act())}>
      {label}
    </MenuItem>
  );
};

/** What a page's header offers: the lesser ones as buttons, on a phone or a tablet behind one "More", so that the heading is never cut; the strong one stays beside them. */
export const HeaderActions = ({ more, children }: { more: readonly HeaderAction[]; children?: ReactNode }) => {
  const roomy = useRoomy();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  return (
    <>
      {roomy && more.map((action) => <AsButton key={action.label} {...action} />)}
      {!roomy && more.length > 0 && (
        <>
          <IconButton aria-label="More" aria-haspopup="menu" onClick={(event) => setAnchor(event.currentTarget)}>
            <Icon name="more" />
          </IconButton>
          <Menu anchorEl={anchor} open={anchor !== null} onClose={close}>
            {more.map((action) => asItem(action, close))}
          </Menu>
        </>
      )}
      {children}
    </>
  );
};
