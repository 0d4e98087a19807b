import { useInfo } from "../session/session.ts";
import { Group } from "./SideNavGroup.tsx";
import { settingsFor } from "./settings-group.ts";

/** The way to the settings, for whom at least one of their areas is open. */
export const SettingsEntry = ({ on, expanded }: { on: boolean; expanded: boolean }) => {
  const settings = settingsFor(useInfo());
  return settings && <Group group={settings} on={on} expanded={expanded} />;
};
