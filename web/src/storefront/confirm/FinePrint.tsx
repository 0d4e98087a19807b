import Typography from "@mui/material/Typography";
import type { Shop } from "../types.ts";

/** What whoever sends a request agrees to, in the shop's words and ours. */
export const FinePrint = ({ shop, payment }: { shop: Shop; payment: string | undefined }) => (
  <>
    {[payment, shop.cancellationPolicy].filter(Boolean).map((words) => (
      <Typography key={words} variant="body2" color="textSecondary" sx={{ whiteSpace: "pre-line" }}>
        {words}
      </Typography>
    ))}
    <Typography variant="body2" color="textSecondary">
      {shop.textConsent} {shop.businessName} sees what you fill in here even if you stop before sending, so that they can help you finish.
    </Typography>
  </>
);
