import Typography from "@mui/material/Typography";

/** What is charged for what pets are given, beside what is known to be due. */
export const CareFees = ({ texts }: { texts: readonly string[] }) =>
  texts.map((text) => (
    <Typography key={text} variant="body2" color="textSecondary">
      {text}
    </Typography>
  ));
