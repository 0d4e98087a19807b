import { later } from "../../ui/page/later.tsx";

/** What the shell shows only when asked. */
export const GroupMenu = later(async () => (await import("./menus.tsx")).GroupMenu);
export const BusinessMenu = later(async () => (await import("./menus.tsx")).BusinessMenu);
export const AccountPanel = later(async () => (await import("./menus.tsx")).AccountPanel);
export const CommandPalette = later(async () => (await import("../palette/CommandPalette.tsx")).default);
export const KeysHelp = later(async () => (await import("../palette/KeysHelp.tsx")).default);

export const shellParts = [GroupMenu, BusinessMenu, AccountPanel, CommandPalette, KeysHelp];
