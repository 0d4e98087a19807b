import Box from "@mui/material/Box";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import Typography from "@mui/material/Typography";

type Props = { bySlot: boolean; disabled?: boolean; onChange: (bySlot: boolean) => void };

/** How somebody is booked: any time that is free, or at fixed starts for so many pets each. */
export const ByTimeOrSlot = ({ bySlot, disabled = false, onChange }: Props) => (
  <Box sx={{ mb: 2 }}>
    <ToggleButtonGroup
      exclusive
      size="small"
      disabled={disabled}
      value={bySlot}
      onChange={(_, next: boolean | null) => next !== null && onChange(next)}
      aria-label="Booked"
    >
      <ToggleButton value={false}>By working hours</ToggleButton>
      <ToggleButton value={true}>By slots</ToggleButton>
    </ToggleButtonGroup>
    <Typography variant="body2" color="textSecondary" sx={{ mt: 0.75 }}>
      {bySlot
        ? "Appointments start in slots, each with room for a number of pets. They may overlap."
        : "Appointments start at any free time, one after the other."}
    </Typography>
  </Box>
);
