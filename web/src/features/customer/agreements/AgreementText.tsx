import Box from "@mui/material/Box";
import { safeText } from "../../../ui/format/safe-text.ts";

/** The text of an agreement. It is built from its elements one by one, so that nothing in it can run. */
export const AgreementText = ({ html }: { html: string }) => (
  <Box
    sx={{
      overflowWrap: "anywhere",
      "& p, & ul, & ol, & blockquote": { my: 1 },
      "& h1, & h2, & h3, & h4": { fontSize: "1.1em", fontWeight: 700, mt: 2, mb: 0.5 },
      "& h1": { fontSize: "1.3em" },
      "& h2": { fontSize: "1.2em" },
      "& blockquote": { borderLeft: 3, borderColor: "line", pl: 1.5, ml: 0 },
      "& > :first-of-type": { mt: 0 },
      "& a": { color: "primary.main" },
    }}
  >
    {safeText(html)}
  </Box>
);
