import Box from "@mui/material/Box";
import InputAdornment from "@mui/material/InputAdornment";
import OutlinedInput from "@mui/material/OutlinedInput";
import { Icon } from "../../../ui/icons.tsx";
import type { Finding } from "./useFinding.ts";

/** Finds who stands at the door among the day's visits; Enter takes in the only one that is meant. */
export const TodaySearch = ({ finding, onEnter }: { finding: Finding; onEnter: () => void }) => (
  <Box sx={{ px: { xs: 1.5, md: 2.5 }, pt: 1.5, maxWidth: 1100, mx: "auto" }}>
    <OutlinedInput
      size="small"
      inputRef={finding.input}
      placeholder="Find a client or pet, or scan a label"
      slotProps={{ input: { "aria-label": "Find a client or pet", autoComplete: "off", maxLength: 100 } }}
      value={finding.text}
      onChange={(event) => finding.type(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === "Enter" && finding.text.trim()) {
          finding.enter();
          onEnter();
        }
        if (event.key === "Escape" && finding.text) {
          event.preventDefault();
          finding.type("");
        }
      }}
      startAdornment={
        <InputAdornment position="start">
          <Icon name="search" sx={{ width: 17, height: 17 }} />
        </InputAdornment>
      }
      sx={{ width: { xs: "100%", sm: 320 }, "& input": { pl: 0 } }}
    />
  </Box>
);
