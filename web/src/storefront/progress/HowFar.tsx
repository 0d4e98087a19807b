import Box from "@mui/material/Box";
import { type Step, useDraft } from "../draft.ts";
import { asksPlace } from "../place/place.ts";
import type { Shop } from "../types.ts";

const order: readonly Step[] = ["pets", "time", "you"];
const walkOrder: readonly Step[] = ["pets", "place", "time", "you"];

/** Which of the questions this is; a walk has one more. */
export const HowFar = ({ step, shop }: { step: Step; shop: Shop }) => {
  const asked = useDraft((draft) => asksPlace(draft, shop)) ? walkOrder : order;
  if (step === "done") return null;
  // The code and the card belong to the last question.
  const at = step === "code" || step === "pay" ? asked.indexOf("you") : asked.indexOf(step);
  return (
    <Box
      role="progressbar"
      aria-valuemin={1}
      aria-valuemax={asked.length}
      aria-valuenow={at + 1}
      aria-label={`Step ${at + 1} of ${asked.length}`}
      sx={{ display: "flex", gap: 0.625, px: 2.25, pt: 1.75 }}
    >
      {asked.map((one, index) => (
        <Box key={one} sx={{ flex: 1, height: 4, borderRadius: 2, bgcolor: index <= at ? "primary.main" : "line" }} />
      ))}
    </Box>
  );
};
