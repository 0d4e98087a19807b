import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { startOver, useDraft } from "../draft.ts";
import { OwnPlace } from "../landing/OwnPlace.tsx";
import { petsText, servicesText } from "../money.ts";
import type { Shop } from "../types.ts";

const COMES_FREE = {
  visit: "a time opens up that works for you",
  stay: "a room opens up for your nights",
  day: "a spot opens up on one of your days",
  class: "a spot opens up",
} as const;

/** They wait; how they hear of a time, and where they see it. */
const WaitDone = ({ shop }: { shop: Shop }) => {
  const { pets, kind = "visit" } = useDraft();
  return (
    <Box role="status" sx={{ p: 2.25, pt: 5, textAlign: "center", display: "grid", gap: 1.5, justifyItems: "center" }}>
      <Typography variant="display" component="h2">
        You are on the waitlist
      </Typography>
      <Typography color="textSecondary" sx={{ maxWidth: 340 }}>
        {servicesText(pets, shop)} for {petsText(pets)}. When {COMES_FREE[kind]}, {shop.businessName} sends you a message. You can take the
        time or pass.
      </Typography>
      {shop.clientPortal && <OwnPlace shop={shop} />}
      <Button onClick={startOver} sx={{ minHeight: 44 }}>
        Book another appointment
      </Button>
    </Box>
  );
};

export default WaitDone;
