import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import type { FormEvent, ReactNode } from "react";

type Props = {
  title: string;
  lead?: ReactNode;
  onBack?: () => void;
  onNext: () => void;
  /** Names the effect, for example "Continue · 11:00 held for 9:41". */
  next: string;
  missing: string | undefined;
  pending?: boolean;
  aside?: ReactNode;
  children: ReactNode;
};

/** One question on a page; the strong button stays within reach of the thumb. */
export const StepFrame = ({ title, lead, onBack, onNext, next, missing, pending = false, aside, children }: Props) => {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!missing && !pending) onNext();
  };
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ flex: 1, display: "flex", flexDirection: "column" }}>
      <Box sx={{ flex: 1, px: 2.25, pt: 1.75, pb: 3 }}>
        <Typography variant="display" component="h2" sx={{ fontSize: "1.5rem" }}>
          {title}
        </Typography>
        {lead && (
          <Typography color="textSecondary" sx={{ mt: 0.25 }}>
            {lead}
          </Typography>
        )}
        <Box sx={{ mt: 2, display: "grid", gap: 2 }}>{children}</Box>
      </Box>
      <Box
        sx={{
          position: "sticky",
          bottom: 0,
          bgcolor: "background.paper",
          borderTop: 1,
          borderColor: "line",
          px: 2.25,
          py: 1.5,
          pb: "max(16px, env(safe-area-inset-bottom))",
        }}
      >
        {aside}
        <Box sx={{ display: "flex", gap: 1 }}>
          {onBack && (
            <Button onClick={onBack} size="large" sx={{ minHeight: 50 }}>
              Back
            </Button>
          )}
          <Button
            type="submit"
            variant="contained"
            color="primary"
            size="large"
            fullWidth
            disabled={missing !== undefined}
            loading={pending}
            sx={{ minHeight: 50, fontSize: "1.1rem", fontWeight: 650 }}
          >
            {missing ?? next}
          </Button>
        </Box>
      </Box>
    </Box>
  );
};
