import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";

type Props = {
  header: string;
  /** Beside the header. */
  mark?: ReactNode;
  /** What is true of it, in one line. */
  facts: readonly (string | false | undefined)[];
  children: ReactNode;
};

/** One agreement of a client, and what can be done with it. */
export const RecordRow = ({ header, mark, facts, children }: Props) => (
  <Box
    component="li"
    sx={{
      display: "flex",
      flexWrap: "wrap",
      alignItems: "center",
      gap: 1,
      py: 1,
      borderTop: 1,
      borderColor: "lineSoft",
      "&:first-of-type": { borderTop: 0 },
    }}
  >
    <Box sx={{ flex: "1 1 200px", minWidth: 0 }}>
      <Typography variant="subtitle2" component="span">
        {header}
      </Typography>{" "}
      {mark}
      <Typography variant="body2" color="textSecondary">
        {facts.filter(Boolean).join(" · ")}
      </Typography>
    </Box>
    {children}
  </Box>
);
