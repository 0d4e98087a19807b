import { pathTo } from "../../app/routes/paths.ts";
import { LandingView } from "../../ui/landing/LandingView.tsx";
import { formatOf } from "../format.ts";
import { staysHere } from "../shop/address.ts";
import type { Shop } from "../types.ts";
import { factsOf } from "./facts.ts";
import { OwnPlace } from "./OwnPlace.tsx";

/** What the shop says of itself; from here one goes on to book. */
export const Landing = ({ shop }: { shop: Shop }) => (
  <>
    <LandingView
      facts={factsOf(shop)}
      format={formatOf(shop)}
      allPictures={
        <a className="ll-contact" href={pathTo("/go/gallery", {}, { name: shop.bookOnlineName })} onClick={staysHere}>
          All pictures
        </a>
      }
    />
    <div className="ll-foot ll-last">
      <a
        className="ll-press ll-main ll-large ll-wide"
        href={pathTo("/ol/:bookOnlineName/book", { bookOnlineName: shop.bookOnlineName })}
        onClick={staysHere}
      >
        Book now
      </a>
      {shop.clientPortal && <OwnPlace shop={shop} />}
    </div>
  </>
);
