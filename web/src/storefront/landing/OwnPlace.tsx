import { pathTo } from "../../app/routes/paths.ts";
import { LinkButton } from "../../ui/links/Link.tsx";
import type { Shop } from "../types.ts";

/** For who has been here before: to what is theirs. */
export const OwnPlace = ({ shop: { bookOnlineName } }: { shop: Shop }) => (
  <LinkButton to={pathTo("/ol/:bookOnlineName/me", { bookOnlineName })} fullWidth sx={{ minHeight: 44 }}>
    Been here before? See your visits
  </LinkButton>
);
