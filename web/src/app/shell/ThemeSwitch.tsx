import { useColorScheme } from "@mui/material/styles";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import { Icon } from "../../ui/icons.tsx";

const modes = [
  ["light", "sun", "Light"],
  ["system", "screen", "As the system"],
  ["dark", "moon", "Dark"],
] as const;

/** Light, dark, or whatever the system says. Remembered in this browser. */
export const ThemeSwitch = () => {
  const { mode, setMode } = useColorScheme();
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={mode ?? "system"}
      aria-label="Appearance"
      onChange={(_, next) => next && setMode(next)}
    >
      {modes.map(([value, icon, label]) => (
        <ToggleButton key={value} value={value} aria-label={label} title={label} sx={{ px: 1.25, py: 0.5, borderColor: "line" }}>
          <Icon name={icon} sx={{ width: 17, height: 17 }} />
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
};
