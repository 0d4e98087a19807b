import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import FormHelperText from "@mui/material/FormHelperText";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import type { CardFieldState } from "./useCardField.ts";

/** Where the card vendor draws its field. The number is typed into a frame of the vendor's and never reaches this page. */
export const CardField = ({ field, testMode = false }: { field: CardFieldState; testMode?: boolean }) => (
  <Box role="group" aria-label="Card">
    <Box
      sx={{
        position: "relative",
        border: 1,
        borderColor: field.fault ? "error.main" : "line",
        borderRadius: 1.25,
        bgcolor: "background.paper",
        p: 1.75,
        minHeight: 54,
        "&:focus-within": { borderColor: "primary.main" },
      }}
    >
      {field.loading && !field.fault && <Skeleton sx={{ position: "absolute", inset: 12 }} />}
      <Box ref={field.setPlace} />
      {!field.opened && (
        <Button size="small" onClick={field.retry}>
          Try again
        </Button>
      )}
    </Box>
    {field.fault && (
      <FormHelperText error role="alert">
        {field.fault}
      </FormHelperText>
    )}
    {testMode && (
      <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
        Test mode: 4242 4242 4242 4242, any future date and any three digits.
      </Typography>
    )}
  </Box>
);
