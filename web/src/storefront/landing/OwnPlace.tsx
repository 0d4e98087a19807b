import { pathTo } from "../../app/routes/paths.ts";
import type { Shop } from "../types.ts";

/** For who has been here before: to what is theirs, which is a page of its own. */
export const OwnPlace = ({ shop: { bookOnlineName } }: { shop: Shop }) => (
  <a className="ll-press ll-wide ll-own" href={pathTo("/ol/:bookOnlineName/me", { bookOnlineName })}>
    Been here before? See your visits
  </a>
);
