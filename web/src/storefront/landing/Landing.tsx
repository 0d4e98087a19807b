import Box from "@mui/material/Box";
import { LandingView } from "../../ui/landing/LandingView.tsx";
import { LinkButton, TextLink } from "../../ui/links/Link.tsx";
import { formatOf } from "../format.ts";
import type { Shop } from "../types.ts";
import { factsOf } from "./facts.ts";
import { OwnPlace } from "./OwnPlace.tsx";

/** What the shop says of itself; from here one goes on to book. */
const Landing = ({ shop }: { shop: Shop }) => (
  <>
    <LandingView
      facts={factsOf(shop)}
      format={formatOf(shop)}
      allPictures={<TextLink to={`/go/gallery?name=${shop.bookOnlineName}`}>All pictures</TextLink>}
    />
    <Box
      sx={{
        position: "sticky",
        bottom: 0,
        mt: "auto",
        bgcolor: "background.paper",
        borderTop: 1,
        borderColor: "line",
        px: 2.25,
        py: 1.5,
        pb: "max(16px, env(safe-area-inset-bottom))",
      }}
    >
      <LinkButton
        to={`/ol/${shop.bookOnlineName}/book`}
        variant="contained"
        color="primary"
        size="large"
        fullWidth
        sx={{ minHeight: 50, fontSize: "1.1rem", fontWeight: 650 }}
      >
        Book now
      </LinkButton>
      {shop.clientPortal && <OwnPlace shop={shop} />}
    </Box>
  </>
);

export default Landing;
