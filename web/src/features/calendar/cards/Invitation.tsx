import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { LinkButton } from "../../../ui/links/Link.tsx";
import { useHidden } from "../../account/shared/welcome/useWelcome.ts";

/** What stands over a calendar without appointments: how to get the first. It leaves the grid free to be pressed, and what is open beside it, so many pixels wide, to be read. */
export const Invitation = ({ onBook, beside }: { onBook: () => void; beside: number }) => {
  const { hidden } = useHidden();
  return (
    <Box
      data-kept-free
      sx={{
        ...{ position: "absolute", left: 0, right: beside, bottom: 24, px: 2, zIndex: 6 },
        ...{ display: "flex", justifyContent: "center", pointerEvents: "none" },
      }}
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
