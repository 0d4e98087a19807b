import Button from "@mui/material/Button";
import { useState } from "react";
import { useLocation } from "react-router";
import { messageOf } from "../../ui/feedback/call-errors.ts";
import { toast } from "../../ui/feedback/toast.ts";
import { Icon } from "../../ui/icons.tsx";
import { useGo } from "../../ui/links/Link.tsx";
import { type BusinessRef, useInfo } from "../session/session.ts";
import { switchBusiness } from "../session/session-api.ts";
import { BusinessMenu } from "./parts.ts";

/** The page itself, unless it is about one thing of the old business. */
const samePage = (pathname: string): string => (/\/\d+(\/|$)/.test(pathname) ? `/${pathname.split("/")[1] ?? ""}` : pathname);

/** The chosen business, and the way to another. Ids of the old one make no sense in the new one, so one lands at the section's start then. */
export const BusinessSwitcher = ({ onDone }: { onDone?: () => void }) => {
  const { business } = useInfo();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const { pathname } = useLocation();
  const go = useGo();
  const close = () => setAnchor(undefined);
  const choose = async (target: BusinessRef) => {
    close();
    if (target.id === business?.id) return;
    try {
      await switchBusiness(target.id);
      onDone?.();
      go(samePage(pathname));
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  return (
    <>
      <Button
        variant="text"
        {...BusinessMenu.warmers}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
        endIcon={<Icon name="down" sx={{ width: 15, height: 15 }} />}
        sx={{ fontWeight: 650, maxWidth: 220, flex: "none", "& .label": { overflow: "hidden", textOverflow: "ellipsis" } }}
      >
        <span className="label">{business?.name ?? "Choose a business"}</span>
      </Button>
      {anchor && <BusinessMenu at={anchor} onClose={close} onChoose={(target) => void choose(target)} />}
    </>
  );
};
