import type { MenuProps } from "@mui/material/Menu";
import type { PopoverProps } from "@mui/material/Popover";
import { lazy, Suspense } from "react";

const load = () => import("@mui/material/Menu");
const Menu = lazy(load);
const Popover = lazy(() => import("@mui/material/Popover"));

/** For a button that opens a menu: fetches it while the pointer or the focus is on its way. */
export const menuWarmers = { onPointerEnter: () => void load(), onFocus: () => void load() };

/** A menu that is fetched when it is first opened, so that pages with closed menus do not carry it. */
export const LazyMenu = (props: MenuProps) => <Suspense>{props.open && <Menu {...props} />}</Suspense>;

/** The same for a small panel that holds more than menu items. */
export const LazyPopover = (props: PopoverProps) => <Suspense>{props.open && <Popover {...props} />}</Suspense>;
