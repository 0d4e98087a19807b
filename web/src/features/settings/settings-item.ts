import type { PermissionName } from "../../app/session/permissions.ts";
import type { IconName } from "../../ui/icons.tsx";

/** One area of the settings, as the service it belongs to describes it. */
export type SettingsItem = {
  label: string;
  path: string;
  icon: IconName;
  group: "Business" | "Team" | "Services" | "Clients" | "Developers";
  /** What else somebody may type who looks for it. */
  words: string;
  anyOf?: readonly PermissionName[];
  /** Only for a business that goes to its clients (growth §6). */
  mobile?: true;
  /** Other beginnings that belong to it. */
  also?: readonly string[];
};
