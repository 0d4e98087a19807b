import { areasFor } from "../../features/settings/settings-nav.ts";
import type { SessionInfo } from "../session/session.ts";
import type { NavGroup } from "./nav.ts";

/** Leads to the first settings area that is open to this person; nothing where none is. */
export const settingsFor = (who: SessionInfo): NavGroup | undefined => {
  const first = areasFor(who)[0];
  return first && { id: "settings", label: "Settings", icon: "settings", items: [{ label: "Settings", path: first.path }] };
};
