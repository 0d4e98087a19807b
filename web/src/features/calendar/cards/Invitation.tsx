import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { LinkButton } from "../../../ui/links/Link.tsx";
import { useHidden } from "../../account/shared/welcome/useWelcome.ts";

/** What stands over a calendar without appointments: how to get the first. It leaves the grid free to be pressed. */
export const Invitation = ({ onBook }: { onBook: () => void }) => {
  const { hidden } = useHidden();
  return (
    <Box
      sx={{ position: "absolute", insetInline: 0, bottom: 24, display: "flex", justifyContent: "center", pointerEvents: "none", zIndex: 6 }}
    >
      <Box
        sx={{
          pointerEvents: "auto",
          display: "flex",
          alignItems: "center",
          gap: 1.25,
          px: 2,
          py: 1.25,
          borderRadius: "12px",
          border: 1,
          borderColor: "line",
          bgcolor: "background.paper",
          boxShadow: 4,
        }}
      >
        <Box>
          <Typography variant="subtitle2">Nothing booked here</Typography>
          <Typography variant="body2" color="textSecondary">
            Press a time in the calendar to book it, or drag over several hours.
          </Typography>
        </Box>
        <Button size="small" variant="outlined" onClick={onBook}>
          Book an appointment
        </Button>
        {hidden === false && (
          <LinkButton size="small" to="/home/overview">
            Set up your business
          </LinkButton>
        )}
      </Box>
    </Box>
  );
};
